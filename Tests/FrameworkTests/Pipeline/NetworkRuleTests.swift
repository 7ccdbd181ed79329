import ConnectivityCompanions
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

private struct Seen {
    var assessments: [Assessment] = []
    var services: [String] = []
    var requests: [ProbeRequest] = []
}

private final class SeenNotifier: Notifier {
    let seen = Lock(Seen())
    var mailbox: NotifierMailbox { .all([.changes, .observations], upTo: 1000) }

    func handle(_ event: PipelineEvent) {
        seen.withLock { seen in
            switch event {
            case .assessmentChanged(let assessment): seen.assessments.append(assessment)
            case .observed(let observation): seen.services.append("\(observation.subject) \(observation.state)")
            default: break
            }
        }
    }
}

/// A run between two networks: the office, whose router is 192.0.2.1, and elsewhere.
@Suite struct `A rule for a network` {
    private static func snapshot(_ gateway: IPAddress) -> InterfaceSnapshot {
        var interface = NetworkInterface.wifi
        interface.defaultRoutes = [.init(family: .ipv4, gateway: gateway, metric: 0)]
        return InterfaceSnapshot([interface])
    }

    private static let office = PipelineConfiguration.NetworkMatch(gateways: ["192.0.2.1"])

    /// Runs a pipeline at the office for a time, and then for a minute elsewhere.
    private static func run(
        _ rules: [PipelineConfiguration.NetworkRule],
        _ services: Services? = nil,
        atOffice time: Duration = .seconds(60)
    ) throws -> Seen {
        let notifier = SeenNotifier()
        try simulate { clock in
            let prober = ClosureProber { request in
                notifier.seen.withLock { $0.requests.append(request) }
                try? await clock.sleep(for: .milliseconds(20))
                return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
            }
            let source = ScriptedInterfaceSource(
                [(.zero, snapshot("192.0.2.1")), (time, snapshot("198.51.100.1")), (.seconds(60), nil)],
                clock: clock
            )
            let endpoint = Endpoint("http://elsewhere.example/204", expecting: Unforgeable(StatusCode(204)))
            var configuration = Pipeline.Configuration(source, prober, asking: [endpoint])
            configuration.policy = SharePolicy(0.5)
            configuration.networks = rules
            configuration.companions = [Services([Endpoint("https://everywhere.example/", name: "everywhere")])]
            if let services { configuration.companions.append(services) }
            configuration.notifiers = [notifier]
            try await Pipeline(verbatim: configuration, clock: clock).run()
        }
        return notifier.seen.withLock(\.self)
    }

    @Test func `A network that is not checked is asked nothing, and is never online`() throws {
        let seen = try Self.run([PipelineConfiguration.NetworkRule("office", on: Self.office, isChecked: false)])
        let first = try #require(seen.assessments.first)
        #expect(first.access == .determining && first.isFinal)
        expect(first.reason, Reason("not-checked", ["network": "office"]))
        expect(first.paths.map(\.network), ["office"])
        expect(seen.assessments.map(\.access.name), ["determining", "determining", "online"])
        expect(seen.assessments[1].reason.code, "not-yet-judged")
        expect(seen.requests.first { $0.url?.host != "everywhere.example" }?.url?.host, "elsewhere.example")
        expect(seen.services, ["everywhere working"])
    }

    @Test(arguments: [NetworkInterface.Kind.wifi, .ethernet])
    func `A network that is not checked is reported after another one and after none`(
        kind: NetworkInterface.Kind
    ) throws {
        let seen = SeenNotifier()
        try simulate { clock in
            func on(_ gateway: IPAddress) -> InterfaceSnapshot {
                var snapshot = Self.snapshot(gateway)
                snapshot.interfaces[0].kind = kind
                return snapshot
            }
            let steps: [(after: Duration, snapshot: InterfaceSnapshot?)] = [
                (.zero, on("198.51.100.1")), (.seconds(20), InterfaceSnapshot()), (.seconds(20), on("192.0.2.1")),
                (.seconds(20), on("198.51.100.1")), (.seconds(20), on("192.0.2.1")), (.seconds(20), nil),
            ]
            let prober = ClosureProber { request in
                ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
            }
            let endpoint = Endpoint("http://elsewhere.example/204", expecting: Unforgeable(StatusCode(204)))
            var configuration = Pipeline.Configuration(
                ScriptedInterfaceSource(steps, clock: clock),
                prober,
                asking: [endpoint]
            )
            configuration.policy = SharePolicy(0.5)
            configuration.networks = [PipelineConfiguration.NetworkRule("office", on: Self.office, isChecked: false)]
            configuration.notifiers = [seen]
            try await Pipeline(verbatim: configuration, clock: clock).run()
        }
        let codes = seen.seen.withLock { $0.assessments.map(\.reason.code) }.filter { $0 != "not-yet-judged" }
        expect(
            codes,
            ["enough-genuine", "no-usable-interface", "not-checked", "enough-genuine", "not-checked"],
            "\(codes)"
        )
    }

    @Test func `A single assessment of a network that is not checked ends at once`() throws {
        let assessment = try simulate { clock in
            let source = StaticInterfaceSource(Self.snapshot("192.0.2.1"))
            let prober = ClosureProber { request in
                Issue.record("asked \(request)")
                return .unsupported(request)
            }
            var configuration = Pipeline.Configuration(source, prober, asking: [.google])
            configuration.networks = [PipelineConfiguration.NetworkRule("office", on: Self.office, isChecked: false)]
            return try await Pipeline(verbatim: configuration, clock: clock).assess()
        }
        #expect(assessment.reason.code == "not-checked" && assessment.duration == .zero)
    }

    @Test func `A network has its own endpoints, proxy, services and interval, and no other has them`() throws {
        var rule = PipelineConfiguration.NetworkRule("office", on: Self.office)
        rule.endpoints = [Endpoint("http://office.example/204", expecting: Unforgeable(StatusCode(204)))]
        rule.proxy = "http://proxy.example:3128"
        rule.interval = .seconds(10)
        let seen = try Self.run([rule], Self.printer)
        let office = seen.requests.filter { $0.url?.host == "office.example" }
        #expect((6...8).contains(office.count), "\(office.count)")
        #expect(office.allSatisfy { $0.path.proxy == "http://proxy.example:3128" })
        let others = seen.requests.filter { $0.url?.host == "elsewhere.example" }
        #expect(others.count > 1 && others.count < 6 && others.allSatisfy { $0.path.proxy == nil })
        expect(
            seen.services,
            ["everywhere working", "printer working", "printer undecided"],
            "\(seen.services)"
        )
        expect(seen.assessments.last?.paths.map(\.network), [nil])
    }

    /// A service that is asked at the office alone.
    private static let printer = Services([Endpoint("https://printer.example/", name: "printer")], on: office)

    @Test func `While no interface is usable, the services of the last network are cut off, not elsewhere`() throws {
        let notifier = SeenNotifier()
        try simulate { clock in
            let source = ScriptedInterfaceSource(
                [(.zero, Self.snapshot("192.0.2.1")), (.seconds(30), InterfaceSnapshot()), (.seconds(30), nil)],
                clock: clock
            )
            let prober = ClosureProber { request in
                try? await clock.sleep(for: .milliseconds(20))
                let isConnected = clock.now.offset < .seconds(30)
                let failure = ProbeFailure(.unreachable)
                return ProbeExchange(
                    request: request,
                    outcome: isConnected ? .success(ProbeResponse(status: 204)) : .failure(failure)
                )
            }
            let endpoint = Endpoint("http://elsewhere.example/204", expecting: Unforgeable(StatusCode(204)))
            var configuration = Pipeline.Configuration(source, prober, asking: [endpoint])
            configuration.policy = SharePolicy(0.5)
            configuration.companions = [Self.printer]
            configuration.notifiers = [notifier]
            try await Pipeline(verbatim: configuration, clock: clock).run()
        }
        expect(notifier.seen.withLock(\.services), ["printer working", "printer cut-off"])
    }

    @Test func `A conclusion by the rules of a network follows from its record again`() throws {
        var rule = PipelineConfiguration.NetworkRule("office", on: Self.office)
        rule.endpoints = [Endpoint("http://office.example/204", expecting: Unforgeable(StatusCode(204)))]
        let unchecked = PipelineConfiguration.NetworkRule(
            "elsewhere",
            on: .init(gateways: ["198.51.100.1"]),
            isChecked: false
        )
        var configuration = Pipeline.Configuration()
        configuration.endpoints = [Endpoint("http://elsewhere.example/204", expecting: Unforgeable(StatusCode(204)))]
        configuration.policy = SharePolicy(0.5)
        configuration.networks = [rule, unchecked]
        let seen = try Self.run(configuration.networks)
        expect(seen.assessments.map(\.access.name), ["determining", "online", "determining"])
        for assessment in seen.assessments {
            var decided = configuration.rules.decide(assessment.record)
            decided.observations = assessment.observations
            expect(decided, assessment)
        }
    }

    @Test func `The first rule that matches applies, and a rule learnt late begins its own round`() throws {
        var interface = NetworkInterface.wifi
        let unknown = InterfaceSnapshot([interface])
        interface.provisioning = [Provisioning(origin: "lease", domains: ["corp.example"])]
        let known = InterfaceSnapshot([interface])
        let requests = Lock<[String]>([])
        let notifier = SeenNotifier()
        try simulate { clock in
            let prober = ClosureProber { request in
                requests.withLock { $0.append(request.url?.host ?? "") }
                return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
            }
            let source = ScriptedInterfaceSource(
                [(.zero, unknown), (.seconds(5), known), (.seconds(5), nil)],
                clock: clock
            )
            func rule(_ name: String) -> PipelineConfiguration.NetworkRule {
                var rule = PipelineConfiguration.NetworkRule(name, on: .init(domains: ["corp.example"]))
                rule.endpoints = [
                    Endpoint(HTTPURL(stringLiteral: "http://\(name).example/"), expecting: Unforgeable(StatusCode(204)))
                ]
                return rule
            }
            let endpoint = Endpoint("http://elsewhere.example/204", expecting: Unforgeable(StatusCode(204)))
            var configuration = Pipeline.Configuration(source, prober, asking: [endpoint])
            configuration.networks = [rule("first"), rule("second")]
            configuration.notifiers = [notifier]
            try await Pipeline(verbatim: configuration, clock: clock).run()
        }
        expect(requests.withLock(\.self), ["elsewhere.example", "first.example"])
        // The result for endpoints outside of rules is not an answer for the network of a rule.
        let accesses = notifier.seen.withLock { $0.assessments.map(\.access.name) }
        expect(accesses, ["determining", "online", "determining", "online"], "\(accesses)")
    }
}
