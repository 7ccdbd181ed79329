import ConnectivityCore
import ConnectivityText
import TestSupport
import Testing

@Suite struct `The captive portal API of the network` {
    private static let uri: HTTPURL = "https://portal.example/api"
    private static let type: HeaderFields = ["Content-Type": "application/captive+json"]

    private static func interface(_ option: Provisioning.CaptivePortalOption?) -> NetworkInterface {
        NetworkInterface(
            name: "wlan0",
            index: 3,
            kind: .wifi,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 600)],
            captivePortal: option
        )
    }

    private static func api(_ text: String) -> ProbeResponse {
        ProbeResponse(status: 200, headers: type, body: Array(text.utf8))
    }

    /// Runs one round with these answers of the endpoint and of the API; `nil` means no answer.
    private static func round(
        endpoint: ProbeResponse?,
        api: ProbeResponse?
    ) -> (assessment: Assessment?, rest: Duration?, request: ProbeRequest?, rules: DecisionRules) {
        var machine = ConnectivityMachine(
            DecisionRules(
                endpoints: [Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))],
                validators: [PortalSignals()],
                policy: QuorumPolicy()
            )
        )
        let zero = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        let snapshot = InterfaceSnapshot([interface(.api(uri))])
        var request: ProbeRequest?
        var rest: Duration?
        for case .begin(.round(let requests, _), let epoch) in machine.handle(.interfacesChanged(snapshot), at: zero) {
            request = requests.last
            for (index, answer) in [endpoint, api].enumerated() {
                let outcome = answer.map(Result.success) ?? .failure(ProbeFailure(.tls(.unknownAuthority)))
                let exchange = ProbeExchange(request: requests[index], outcome: outcome)
                for case .begin(.rest(let delay), _)
                    in machine.handle(.probeEnded(index: index, epoch: epoch, exchange: exchange), at: zero)
                { rest = delay }
            }
        }
        return (machine.assessment, rest, request, machine.rules)
    }

    private static let genuine = ProbeResponse(status: 204)
    private static let redirect = ProbeResponse(status: 302, headers: ["Location": "http://gateway.example/x?once"])
    private static let captive = api(#"{"captive": true, "user-portal-url": "https://portal.example/welcome"}"#)
    private static let failing = ProbeResponse(status: 404, headers: type, body: captive.body)
    private static let free = api(#"{"captive": false, "seconds-remaining": 100}"#)

    @Test func `The portal API is requested over https with its media type and a size limit of 64 KiB`() throws {
        let request = try #require(Self.round(endpoint: Self.genuine, api: Self.free).request)
        expect(request.url, Self.uri)
        expect(request.http?.headers["Accept"], "application/captive+json")
        expect(request.limits.maximumBodySize, 64 * 1024)
    }

    @Test(
        arguments: [
            (genuine, free, "online", "enough-owners", nil),
            (genuine, captive, "partial", "contradicted", nil),
            (genuine, nil, "online", "enough-owners", nil),
            (genuine, ProbeResponse(status: 404), "online", "enough-owners", nil),
            (redirect, free, "captive", "portal", "http://gateway.example/x?once"),
            (redirect, captive, "captive", "portal", "https://portal.example/welcome"),
            (redirect, nil, "captive", "portal", "http://gateway.example/x?once"),
            (nil, captive, "captive", "portal", "https://portal.example/welcome"),
            (nil, free, "unreachable", "nothing-usable", nil),
            // The body of an error response is not an answer of an API.
            (genuine, failing, "online", "enough-owners", nil), (nil, failing, "unreachable", "nothing-usable", nil),
            (ProbeResponse(status: 200, body: [1]), captive, "captive", "portal", "https://portal.example/welcome"),
        ] as [(ProbeResponse?, ProbeResponse?, String, String, String?)]
    )
    func `The answers of the endpoint and the portal API combine as documented`(
        endpoint: ProbeResponse?,
        api: ProbeResponse?,
        access: String,
        code: String,
        signInURL: String?
    ) throws {
        let (found, _, _, rules) = Self.round(endpoint: endpoint, api: api)
        let assessment = try #require(found)
        expect(assessment.access.name, access)
        expect(assessment.reason.code, code)
        expect(assessment.access.portal?.signInURL?.description, signInURL)
        expect(assessment.endpoints.count, 1)
        expect(assessment.paths.first?.portalAPI?.exchange.response, api)
        expect(rules.decide(assessment.record), assessment)
    }

    @Test(
        arguments: [
            (genuine, nil, "TLS failed: the certificate is from an unknown authority"),
            (redirect, nil, "TLS failed: the certificate is from an unknown authority"),
            (genuine, failing, "status 404, but not a valid answer of a captive portal API"),
            (genuine, api("<html>"), "status 200, but not a valid answer of a captive portal API"),
            (
                genuine, ProbeResponse(status: 200, headers: ["Content-Type": "text/html"], body: free.body),
                "its media type is not application/captive+json but \"text/html\""
            ),
            (
                redirect, ProbeResponse(status: 200, body: captive.body),
                "its media type is not application/captive+json"
            ),
            (genuine, free, nil), (redirect, captive, nil), (nil, nil, nil),
        ] as [(ProbeResponse?, ProbeResponse?, String?)]
    )
    func `A portal API that devices cannot use is a caveat that names what is wrong`(
        endpoint: ProbeResponse?,
        api: ProbeResponse?,
        fault: String?
    ) throws {
        let assessment = try #require(Self.round(endpoint: endpoint, api: api).assessment)
        expect(assessment.caveats, fault == nil ? [] : [.portalAPIBroken])
        let clause = fault.map { "; the network's captive portal API https://portal.example/api is broken: \($0)" }
        let text = assessment.conclusion(Sentences())
        if let clause {
            #expect(text.hasSuffix(clause), "\(text)")
        } else {
            #expect(!text.contains("broken"), "\(text)")
        }
    }

    @Test func `The next round comes before the session on the network ends`() {
        expect(Self.round(endpoint: Self.genuine, api: Self.free).rest, .seconds(30))
        let soon = Self.api(#"{"captive": false, "seconds-remaining": 10}"#)
        expect(Self.round(endpoint: Self.genuine, api: soon).rest, .seconds(9))
        let error = ProbeResponse(status: 404, headers: Self.type, body: soon.body)
        expect(Self.round(endpoint: Self.genuine, api: error).rest, .seconds(30))
        let over = Self.api(#"{"captive": false, "seconds-remaining": 0}"#)
        expect(Self.round(endpoint: Self.genuine, api: over).rest, .seconds(30))
        for ages in [9_007_199_254_740_991, Int.max] {
            let api = Self.api(#"{"captive": false, "seconds-remaining": \#(ages)}"#)
            expect(Self.round(endpoint: Self.genuine, api: api).rest, .seconds(30))
        }
    }

    @Test func `The portal API affects the measured access, which sets the interval and the history`() {
        // Online with an API that reports captive is partial, so the next round comes soon.
        expect(Self.round(endpoint: Self.genuine, api: Self.captive).rest, .seconds(2))
        // Unreachable with an API that reports captive is captive.
        expect(Self.round(endpoint: nil, api: Self.captive).rest, .seconds(3))
    }

    @Test func `Of several sessions, the one that ends first sets the time of the next round`() throws {
        var machine = ConnectivityMachine(
            DecisionRules(
                endpoints: [Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))],
                validators: [],
                policy: QuorumPolicy(),
                scope: .eachInterface
            )
        )
        let zero = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        var second = Self.interface(.api("https://other.example/api"))
        (second.name, second.index) = ("wlan1", 4)
        let snapshot = InterfaceSnapshot([Self.interface(.api(Self.uri)), second])
        let begun = machine.handle(.interfacesChanged(snapshot), at: zero)
        guard case .begin(.round(let requests, _), let epoch)? = begun.last else {
            Issue.record("no round began: \(begun)")
            return
        }
        var rest: Duration?
        for (index, request) in requests.enumerated() {
            let seconds = request.path.interface == "wlan0" ? 10 : 20
            let answer = Self.api(#"{"captive": false, "seconds-remaining": \#(seconds)}"#)
            let outcome = request.url?.scheme == .https ? answer : Self.genuine
            let exchange = ProbeExchange(request: request, outcome: .success(outcome))
            for case .begin(.rest(let delay), _)
                in machine.handle(.probeEnded(index: index, epoch: epoch, exchange: exchange), at: zero)
            { rest = delay }
        }
        expect(requests.count, 4)
        expect(rest, .seconds(9))
    }

    @Test func `The last valid answer of the portal API is kept while the path stays, then discarded`() throws {
        var machine = ConnectivityMachine(
            DecisionRules(endpoints: [Endpoint("http://a.example/204")], validators: [], policy: QuorumPolicy())
        )
        var now = Duration.zero
        func moment() -> ConnectivityMachine.Moment { .init(elapsed: now, wall: Timestamp(sinceEpoch: now)) }
        func answer(_ effects: [ConnectivityMachine.Effect], api: ProbeResponse?) {
            for case .begin(.round(let requests, _), let epoch) in effects {
                for (index, response) in [Self.genuine, api].enumerated() {
                    let outcome = response.map(Result.success) ?? .failure(ProbeFailure(.connectionRefused))
                    let exchange = ProbeExchange(request: requests[index], outcome: outcome)
                    _ = machine.handle(.probeEnded(index: index, epoch: epoch, exchange: exchange), at: moment())
                }
            }
        }
        let snapshot = InterfaceSnapshot([Self.interface(.api(Self.uri))])
        answer(machine.handle(.interfacesChanged(snapshot), at: moment()), api: Self.free)
        expect(machine.assessment?.captivePortalAPI?.secondsRemaining, 100)
        now = .seconds(30)
        answer(machine.handle(.waitEnded(epoch: machine.epoch), at: moment()), api: nil)
        let failed = try #require(machine.assessment)
        expect(failed.paths.first?.portalAPI?.verdict.finding, .failed)
        expect(failed.captivePortalAPI?.secondsRemaining, 100)
        expect(machine.rules.decide(failed.record), failed)
        now = .seconds(60)
        answer(machine.handle(.waitEnded(epoch: machine.epoch), at: moment()), api: nil)
        expect(machine.assessment?.captivePortalAPI?.secondsRemaining, 100)
        _ = machine.handle(.interfacesChanged(InterfaceSnapshot([])), at: moment())
        _ = machine.handle(.waitEnded(epoch: machine.epoch), at: moment())
        expect(machine.assessment?.captivePortalAPI, nil)
    }

    @Test func `No API is requested if the portal option says that there is no portal`() {
        var machine = ConnectivityMachine(
            DecisionRules(endpoints: [Endpoint("http://a.example/204")], validators: [], policy: QuorumPolicy())
        )
        let zero = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([Self.interface(.unrestricted)])), at: zero)
        for case .begin(.round(let requests, _), _) in effects { expect(requests.count, 1) }
    }
}

extension Assessment {
    /// The last answer of the network's captive portal API; of several paths, that of the first with one.
    fileprivate var captivePortalAPI: CaptivePortalAPI? {
        paths.lazy.compactMap { $0.portalAPI?.answerOfAPI ?? $0.history.portalAPI }.first
    }
}
