import ConnectivityCompanions
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// Rounds that ask directly and through a proxy at the same time.
@Suite struct `The way through a proxy` {
    private static let proxy: HTTPURL = "http://proxy.example:3128"
    private static let endpoints = [
        Endpoint("http://a.example/", owner: "A", expecting: BodyEquals("yes")),
        Endpoint("https://b.example/", owner: "B", expecting: BodyEquals("yes")),
        Endpoint("https://c.example/", owner: "C", expecting: BodyEquals("yes")),
    ]
    private static let yes = Result<ProbeResponse, ProbeFailure>.success(
        ProbeResponse(status: 200, body: Array("yes".utf8))
    )
    private static let silence = Result<ProbeResponse, ProbeFailure>.failure(ProbeFailure(.timedOut(.connect)))

    private static func failure(_ kind: ProbeFailure.Kind, _ facts: Facts) -> Result<ProbeResponse, ProbeFailure> {
        .failure(ProbeFailure(kind, facts: facts))
    }

    /// An assessment, and the requests for it.
    private static func assess(
        _ setting: ProxySetting? = .url(proxy),
        on interface: NetworkInterface = .wifi,
        directly: Result<ProbeResponse, ProbeFailure>,
        proxied: Result<ProbeResponse, ProbeFailure>
    ) throws -> (assessment: Assessment, requests: [ProbeRequest], rules: DecisionRules) {
        let requests = Lock<[ProbeRequest]>([])
        let (assessment, rules) = try simulate { clock in
            let prober = ClosureProber { request in
                requests.withLock { $0.append(request) }
                let outcome = request.path.isProxied ? proxied : directly
                var exchange = ProbeExchange(request: request, outcome: outcome.map(Answer.http))
                if request.url?.scheme == .https, exchange.response != nil { exchange.authentication = .verified }
                return exchange
            }
            var configuration = Pipeline.Configuration(
                StaticInterfaceSource(InterfaceSnapshot([interface])),
                prober,
                asking: Self.endpoints
            )
            configuration.policy = EvidencePolicy()
            configuration.proxy = setting
            return (try await Pipeline(verbatim: configuration, clock: clock).assess(), configuration.rules)
        }
        return (assessment, requests.withLock { $0 }, rules)
    }

    private static func state(_ assessment: Assessment) -> String {
        "\(assessment.access.name) \(assessment.reason.facts["state"]?.text ?? assessment.reason.code)"
    }

    private static let tunnelRefused = ProbeFailure.Kind.other(.curl, code: 56)
    private static let proxies: [(Result<ProbeResponse, ProbeFailure>, String, String)] = [
        (yes, "online both", "online proxy-only"),
        (failure(.timedOut(.connect), ["proxy": "silent"]), "partial proxy-silent", "unreachable neither"),
        (failure(.connectionRefused, ["proxy": "closed"]), "partial proxy-closed", "unreachable neither"),
        (failure(tunnelRefused, ["proxyStatus": 407]), "partial proxy-credentials", "blocked neither"),
        (failure(tunnelRefused, ["proxyStatus": 403]), "partial proxy-refuses", "blocked neither"),
        (failure(tunnelRefused, ["proxyStatus": 502]), "partial direct-only", "unreachable neither"),
        (failure(.tls(.protocol), [:]), "partial direct-only", "unreachable neither"),
        (failure(.tls(.unknownAuthority), [:]), "partial direct-only", "unreachable neither"),
    ]

    @Test(arguments: proxies.indices)
    func `Both ways have one answer together, which is online only if one of them is`(index: Int) throws {
        let (outcome, whileOnline, whileSilent) = Self.proxies[index]
        let online = try Self.assess(directly: Self.yes, proxied: outcome)
        expect(Self.state(online.assessment), whileOnline)
        let silent = try Self.assess(directly: Self.silence, proxied: outcome)
        expect(Self.state(silent.assessment), whileSilent)
        for (assessment, _, rules) in [online, silent] {
            expect(assessment.paths.map(\.path.isProxied), [false, true])
            expect(rules.decide(assessment.record), assessment)
        }
    }

    @Test func `Through a proxy only what TLS proves is asked, and without one nothing more than before`() throws {
        let with = try Self.assess(directly: Self.yes, proxied: Self.yes)
        let asked = with.requests.filter(\.path.isProxied)
        expect(asked.compactMap(\.url?.description).sorted(), ["https://b.example/", "https://c.example/"])
        #expect(asked.allSatisfy { $0.path.proxy == Self.proxy })
        let without = try Self.assess(nil, directly: Self.yes, proxied: Self.silence)
        #expect(without.requests == with.requests.filter { !$0.path.isProxied } && without.requests.count == 3)
        #expect(without.assessment.access == .online && without.assessment.paths.count == 1)
    }

    @Test func `If the environment names no proxy, the direct way alone decides`() throws {
        let none = Self.failure(.unsupported, ["proxy": "none"])
        let online = try Self.assess(.environment, directly: Self.yes, proxied: none).assessment
        #expect(online.access == .online && online.reason == online.paths[0].reason)
        #expect(online.paths[1].access == .determining && online.paths[1].reason.code == "no-proxy")
        let silent = try Self.assess(.environment, directly: Self.silence, proxied: none).assessment
        expect(silent.access, .unreachable)
    }

    @Test func `A script for proxies that nothing here runs is named, and nothing is concluded of the way of programs`()
        throws
    {
        var interface = NetworkInterface.wifi
        let script = Array("http://wpad.example/wpad.dat\n\0".utf8)
        interface.provisioning = [Provisioning(origin: "a lease").withProxyScript(script)]
        let none = Self.failure(.unsupported, ["proxy": "none"])
        let assessment = try Self.assess(.environment, on: interface, directly: Self.yes, proxied: none).assessment
        let reason = assessment.paths[1].reason
        #expect(assessment.access == .online && assessment.paths[1].access == .determining)
        expect(reason.facts, ["cause": "unread", "script": "http://wpad.example/wpad.dat"])
    }

    @Test(arguments: [(true, [false]), (false, [true])])
    func `A service is asked through the proxy where nothing else leads out`(isOpen: Bool, ways: [Bool]) throws {
        let (assessment, _, rules) = try Self.assess(directly: isOpen ? Self.yes : Self.silence, proxied: Self.yes)
        let services = [Endpoint("https://shop.example/", name: "shop")]
        var companion = Services(services)
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero), seed: 1)
        _ = companion.handle(.began(CompanionContext(rules: rules)), at: moment)
        let effects = companion.handle(.assessed(assessment, isChange: true), at: moment)
        guard case .ask(let requests, token: _)? = effects.first else { throw Missing() }
        expect(requests.map(\.path.isProxied), ways)
        expect(requests.map(\.path.proxy), ways.map { $0 ? Self.proxy : nil })
    }

    @Test func `A portal before which the proxy does not answer is captive`() throws {
        let page = ProbeResponse(status: 302, headers: ["Location": "http://portal.example/login"])
        let silent = Self.failure(.timedOut(.connect), ["proxy": "silent"])
        let assessment = try Self.assess(directly: .success(page), proxied: silent).assessment
        #expect(assessment.access.name == "captive" || assessment.access.name == "blocked", "\(assessment)")
        #expect(assessment.access != .online)
    }
}

private struct Missing: Error {}
