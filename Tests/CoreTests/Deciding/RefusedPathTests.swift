import ConnectivityCore
import TestSupport
import Testing

private let interface = NetworkInterface(named: "eth0", kind: .ethernet)
private let genuine = Result<ProbeResponse, ProbeFailure>.success(ProbeResponse(status: 204))

@Suite struct `A path that refuses` {
    private static let redirect = Result<ProbeResponse, ProbeFailure>.success(
        ProbeResponse(status: 302, headers: ["Location": "http://portal.example/"])
    )
    private static let refused = Result<ProbeResponse, ProbeFailure>.failure(ProbeFailure(.unreachable))
    private static let closed = Result<ProbeResponse, ProbeFailure>.failure(
        ProbeFailure(.nameLookup, facts: ["cause": "server-closed"])
    )
    private static let unnamed = Result<ProbeResponse, ProbeFailure>.failure(ProbeFailure(.timedOut(.nameLookup)))

    /// The endpoint, of which every 204 is genuine.
    private static func simple(_ endpoint: Endpoint) -> Endpoint {
        var endpoint = endpoint
        endpoint.expectation = Unforgeable(StatusCode(204))
        return endpoint
    }

    /// Runs the first round of the standard endpoints.
    private static func network(
        api: VirtualNetwork.Answer? = nil,
        for time: Duration = .milliseconds(15_100),
        _ answer: @escaping VirtualNetwork.Answer
    ) -> VirtualNetwork {
        let rules = DecisionRules(
            endpoints: Endpoint.standard.map(Self.simple),
            pool: Endpoint.standardPool.map(Self.simple),
            validators: [PortalSignals()],
            policy: EvidencePolicy()
        )
        var interface = interface
        if api != nil { interface.captivePortal = .api("https://portal.example/api") }
        var network = VirtualNetwork(ConnectivityMachine(rules)) { request, attempt in
            request.url?.host == "portal.example"
                ? api?(request, attempt) ?? (.zero, refused) : answer(request, attempt)
        }
        network.send(.interfacesChanged(InterfaceSnapshot([interface])))
        network.run(for: time)
        return network
    }

    /// The first probes of a round in order of sending, of which a router that rations its reports refuses some.
    private static func rationed(_ burst: Int, otherwise: Duration = .seconds(60)) -> VirtualNetwork.Answer {
        var sent = 0
        return { _, _ in
            sent += 1
            return sent <= burst ? (.milliseconds(40), refused) : (otherwise, genuine)
        }
    }

    @Test func `A round ends after two and a half seconds if more owners are refused than may fail`()
        throws
    {
        for burst in 7...9 {
            let network = Self.network(Self.rationed(burst))
            let assessment = try #require(network.machine.assessment)
            #expect(assessment.access == .unreachable && network.firstEnd == .milliseconds(2_500), "\(burst)")
            expect(network.machine.rules.decide(assessment.record), assessment)
        }
    }

    @Test func `A round with fewer refusals has its limits`() {
        #expect(Self.network(Self.rationed(3)).firstEnd ?? .zero >= .seconds(5))
        // A filter that resets TLS before a portal that takes its time.
        let portal = Self.network { request, _ in
            request.url?.scheme == .https ? (.milliseconds(40), Self.refused) : (.seconds(4), Self.redirect)
        }
        expect(portal.machine.assessment?.access.name, "captive")
        // One family that is refused says nothing about the other.
        let family = Self.network { request, _ in
            request.path.family == .ipv6 ? (.milliseconds(40), Self.refused) : (.seconds(60), genuine)
        }
        #expect(family.firstEnd ?? .zero >= .seconds(5))
    }

    @Test func `Late answers count until two and a half seconds if some requests are refused`() {
        let network = Self.network(Self.rationed(4, otherwise: .milliseconds(2_400)))
        #expect(network.machine.assessment?.access.name != "unreachable")
        let last = Self.network(Self.rationed(8, otherwise: .milliseconds(2_400)))
        #expect(last.machine.assessment?.access.name != "unreachable")
    }

    @Test func `A single refusal by the name servers counts for all names, unless a name was found`() {
        var asked = 0
        let closed = Self.network { _, _ in
            asked += 1
            return asked == 1 ? (.seconds(1), Self.closed) : (.milliseconds(5_000), Self.unnamed)
        }
        #expect(closed.machine.assessment?.access == .unreachable && closed.firstEnd == .milliseconds(2_500))
        let found = Self.network { request, _ in
            request.url?.host == "captive.apple.com" ? (.seconds(1), Self.refused) : (.seconds(2), Self.closed)
        }
        expect(found.firstEnd, .seconds(2))
    }

    @Test func `A neighbour that the system gives up after three seconds ends the round at once`() {
        let network = Self.network { request, _ in
            request.path.family == nil ? (.milliseconds(3_100), Self.refused) : (.seconds(60), genuine)
        }
        expect(network.machine.assessment?.access, .unreachable)
        expect((network.firstEnd ?? .zero), .milliseconds(3_100))
    }

    @Test func `Portals in the name of two owners are final after a second, later ones after a quarter of it`() throws {
        for (found, end) in [(50, 1_000), (700, 1_000), (900, 1_150), (1_600, 1_850)] {
            let network = Self.network { request, _ in
                request.url?.scheme == .http ? (.milliseconds(found), Self.redirect) : (.seconds(60), genuine)
            }
            expect(network.firstEnd, .milliseconds(end), "\(found)")
            let assessment = try #require(network.machine.assessment)
            #expect(
                assessment.access.name == "captive" && network.machine.rules.decide(assessment.record) == assessment
            )
        }
    }

    @Test func `A sign-in that the network's API reports is final a second later unless an answer contradicts it`()
        throws
    {
        let text = #"{"captive": true, "user-portal-url": "https://portal.example/welcome"}"#
        let type: HeaderFields = ["Content-Type": "application/captive+json"]
        let api: VirtualNetwork.Answer = { _, _ in
            (.milliseconds(200), .success(ProbeResponse(status: 200, headers: type, body: Array(text.utf8))))
        }
        let silent = Self.network(api: api) { _, _ in (.seconds(60), genuine) }
        let assessment = try #require(silent.machine.assessment)
        #expect(assessment.access.name == "captive" && silent.firstEnd == .milliseconds(1_200))
        expect(silent.machine.rules.decide(assessment.record), assessment)
        let open = Self.network(api: api) { _, _ in (.milliseconds(30), genuine) }
        expect(open.machine.assessment?.access, .partial)
        let slow = Self.network(api: api) { request, _ in
            request.url?.scheme == .http ? (.milliseconds(100), genuine) : (.milliseconds(4_000), genuine)
        }
        let contradicted = try #require(slow.machine.assessment)
        #expect(contradicted.access == .partial && slow.firstEnd ?? .zero >= .seconds(4))
        expect(slow.machine.rules.decide(contradicted.record), contradicted)
    }
}
