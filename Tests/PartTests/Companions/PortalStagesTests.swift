import ConnectivityCompanions
import ConnectivityCore
import TestSupport
import Testing

@Suite struct `The stages of portals` {
    private static let captive = InternetAccess.captive(CaptivePortal(signInURL: "http://p.example/", kind: .redirect))

    private var stages = PortalStages()

    init() { _ = stages.handle(.began(Self.context()), at: Self.at(0)) }

    private static func context(isSingle: Bool = false) -> CompanionContext {
        CompanionContext(
            rules: DecisionRules(endpoints: [], validators: .standard, policy: SharePolicy(1)),
            isSingle: isSingle
        )
    }

    private static func at(_ seconds: Int) -> ConnectivityMachine.Moment {
        ConnectivityMachine.Moment(elapsed: .seconds(seconds), wall: Timestamp(sinceEpoch: .seconds(seconds)))
    }

    /// An assessment of one path; with the rest of the session that the portal's API states.
    private static func assessment(_ access: InternetAccess, rest: Int? = nil) -> Assessment {
        let text = "{\"captive\":\(access != .online)\(rest.map { ",\"seconds-remaining\":\($0)" } ?? "")}"
        let response = ProbeResponse(
            status: 200,
            headers: ["Content-Type": "application/captive+json"],
            body: Array(text.utf8)
        )
        let request = ProbeRequest("https://portal.example/api")
        let api = EndpointReport(
            name: "api",
            owner: "network",
            exchange: ProbeExchange(request: request, outcome: .success(response)),
            verdict: Verdict(.genuine, because: .statusMatches(200))
        )
        let path = PathAssessment(
            path: NetworkPath(interface: "wlan0"),
            access: access,
            reason: .stated("x"),
            portalAPI: api
        )
        return Assessment(access: access, reason: .stated("x"), paths: [path], startedAt: Timestamp(sinceEpoch: .zero))
    }

    /// Passes an input on, and returns what follows in words.
    private mutating func handle(_ input: CompanionInput, at seconds: Int = 0) -> [String] {
        stages.handle(input, at: Self.at(seconds)).map { effect in
            switch effect {
            case .report(let observation):
                "\(observation.state)\(observation.facts["expiresIn"]?.integer.map { " in \($0)" } ?? "")"
            case .wait(let time, let token): "wait \(time.components.seconds) \(token)"
            case .look: "look"
            case .ask, .perform, .signInBegan, .skip, .cancel: "something else"
            }
        }
    }

    private mutating func end(_ access: InternetAccess, rest: Int? = nil, at seconds: Int = 0) -> [String] {
        handle(.roundEnded(Self.assessment(access, rest: rest)), at: seconds)
    }

    @Test mutating func `The stages follow the life of a portal from the first sign until the network is left`() {
        expect(end(Self.captive), ["found"])
        expect(end(Self.captive), [])
        expect(end(.online), ["unlocked"])
        expect(handle(.signInBegan), [], "there is nothing to sign in to")
        expect(end(Self.captive), ["relapsed"])
        expect(handle(.left(NetworkPath(interface: "wlan0"))), ["gone"])
        expect(handle(.left(NetworkPath(interface: "wlan0"))), [])
        expect(end(.online), [])
    }

    @Test mutating func `A session that ends soon is reported once, and again if it was extended in between`() {
        _ = end(Self.captive)
        expect(end(.online, rest: 3_600), ["unlocked"])
        expect(end(.online, rest: 301), [])
        expect(end(.online, rest: 300), ["expiring in 300"])
        expect(end(.online, rest: 90), [])
        expect(end(.online, rest: 1_000), [])
        expect(end(.online, rest: 30), ["expiring in 30"])
        expect(end(Self.captive), ["relapsed"])
    }

    @Test mutating func `While a person signs in, rounds follow each other soon for five minutes`() {
        _ = end(Self.captive, at: 0)
        expect(handle(.signInBegan, at: 7), ["sign-in-began", "wait 3 1"])
        expect(handle(.waited(1), at: 10), ["look"])
        expect(end(Self.captive, at: 11), ["wait 3 3"])
        expect(handle(.waited(1), at: 12), [], "this wait is over")
        expect(handle(.waited(3), at: 14), ["look"])
        expect(end(Self.captive, at: 307), [], "the time is over")
        expect(handle(.signInBegan, at: 310), ["sign-in-began", "wait 3 5"])
        expect(end(.online, at: 311), ["unlocked"])
        expect(handle(.waited(5), at: 313), [], "it was signed in")
    }

    @Test mutating func `A run that continues reports no stage again, and a single assessment none at all`() {
        var context = Self.context()
        context.earlier = Self.assessment(Self.captive)
        _ = handle(.began(context))
        expect(end(Self.captive), [])
        expect(end(.online), ["unlocked"])
        stages = PortalStages()
        _ = handle(.began(Self.context(isSingle: true)))
        expect(end(Self.captive), [])
    }
}
