import ConnectivityCompanions
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct QualityEventTests {
    private static let endpoints = ["a", "b", "c", "d"].map { name in
        Endpoint(HTTPURL(stringLiteral: "http://\(name).example/"), expecting: Unforgeable(HasStatus(204)))
    }

    /// A line whose round trip takes a time that depends on the time of the run.
    private static func line(_ clock: VirtualClock, _ roundTrip: @escaping @Sendable (Duration) -> Duration)
        -> ClosureProber
    {
        let start = clock.now
        return ClosureProber { request in
            let time = roundTrip(start.duration(to: clock.now))
            try? await clock.sleep(for: time * 3)
            return ProbeExchange(
                request: request,
                outcome: .success(.http(ProbeResponse(status: 204))),
                timings: ProbeTimings(nameLookup: time, connect: time, response: time, total: time * 3)
            )
        }
    }

    private static func run(
        _ script: [(Duration, InterfaceSnapshot?)] = [(.zero, InterfaceSnapshot([.wifi])), (.seconds(1000), nil)],
        roundTrip: @escaping @Sendable (Duration) -> Duration
    ) throws -> RecordingNotifier {
        try simulate { clock in
            let recorder = RecordingNotifier()
            var configuration = Pipeline.Configuration(
                ScriptedInterfaceSource(script, clock: clock),
                line(clock, roundTrip),
                asking: endpoints
            )
            configuration.schedule = RoundSchedule()
            configuration.companions = [QualityChanges()]
            configuration.notifiers = [recorder]
            try await Pipeline(exactly: configuration, clock: clock).run()
            return recorder
        }
    }

    @Test func `A line that becomes slow and fast again has one event each, and its access stays online`() throws {
        let recorder = try Self.run { time in
            (.seconds(300) ..< .seconds(600)).contains(time) ? .milliseconds(500) : .milliseconds(20)
        }
        expect(recorder.observations.map { "\($0.state) \($0.severity)" }, ["good info", "slow notice", "good notice"])
        expect(recorder.assessments.map(\.access), [.determining, .online])
        expect(recorder.observations[1].reason.facts["usual"], 20)
        let slow = try #require(recorder.rounds.first { $0.paths[0].quality.level == .slow })
        expect(slow.observations.map(\.state), ["slow"])
    }

    @Test func `One slow round among fast ones is no event`() throws {
        let recorder = try Self.run { time in
            (.seconds(300) ..< .seconds(325)).contains(time) ? .milliseconds(500) : .milliseconds(20)
        }
        expect(recorder.observations.map(\.state), ["good"])
    }

    @Test func `A confirmation has another quality only with the evidence from which it follows`() throws {
        let recorder = try Self.run { $0 < .seconds(300) ? .milliseconds(20) : .milliseconds(500) }
        let newest = try #require(recorder.confirmations.last)
        expect(newest.paths[0].quality.level, .slow)
        let rules = DecisionRules(endpoints: Self.endpoints, validators: .standard, policy: EvidencePolicy())
        let known = recorder.assessments + recorder.confirmations + recorder.rounds
        for assessment in known {
            var decided = rules.decide(assessment.record)
            decided.observations = assessment.observations
            expect(decided, assessment, "\(assessment.paths.map(\.quality))")
        }
        expect(Set(known.compactMap(\.paths.first?.quality.level)), [.good, .slow, .unknown])
    }

    @Test func `A network that was left and is back has its baseline, another network does not`() throws {
        func snapshot(_ gateway: IPAddress) -> InterfaceSnapshot {
            var interface = NetworkInterface.wifi
            interface.defaultRoutes = [.init(family: .ipv4, gateway: gateway, metric: 600)]
            return InterfaceSnapshot([interface])
        }
        let (home, away): (IPAddress, IPAddress) = ("192.0.2.1", "198.51.100.1")
        let recorder = try Self.run([
            (.zero, snapshot(home)), (.seconds(100), snapshot(away)), (.seconds(100), snapshot(home)),
            (.seconds(100), nil),
        ]) { $0 < .seconds(100) ? .milliseconds(20) : .milliseconds(80) }
        let baselines = recorder.rounds.compactMap { round -> String? in
            guard let gateway = round.interface?.defaultRoutes.first?.gateway,
                let baseline = round.paths.first?.quality.connection?.baseline
            else { return nil }
            return "\(gateway) \(Int(baseline / .milliseconds(1)))"
        }
        expect(Set(baselines), ["192.0.2.1 20", "198.51.100.1 80"])
        // A quality is that of one network.
        expect(recorder.observations.map(\.state).prefix(2), ["good", "unknown"])
    }
}
