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
        Endpoint(HTTPURL(stringLiteral: "http://\(name).example/"), expecting: Unforgeable(StatusCode(204)))
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
                timings: ProbeExchange.Timings(nameLookup: time, connect: time, response: time, total: time * 3)
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
            try await Pipeline(verbatim: configuration, clock: clock).run()
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
        let slow = recorder.rounds.filter { $0.paths[0].quality.level == .slow }
        expect(slow.first?.observations.map(\.state), ["slow"])
    }

    @Test func `A line that is slow for 47 seconds is reported as slow within them`() throws {
        let recorder = try Self.run { (.seconds(310) ..< .seconds(357)).contains($0) ? .seconds(1) : .milliseconds(20) }
        expect(recorder.observations.map(\.state), ["good", "poor", "good"])
        let during = recorder.rounds.filter { $0.paths[0].quality.level == .poor }
        expect(during.flatMap(\.observations).map(\.state), during.map { _ in "poor" })
    }

    @Test func `Each assessment shows the quality that was observed last, and the evidence of its own round`() throws {
        let recorder = try Self.run { $0 < .seconds(300) ? .milliseconds(20) : .milliseconds(500) }
        let newest = try #require(recorder.confirmations.last)
        #expect(newest.quality?.level == .slow && newest.paths[0].quality.level == .slow)
        let rules = DecisionRules(endpoints: Self.endpoints, validators: .standard, policy: EvidencePolicy())
        for assessment in recorder.assessments + recorder.confirmations + recorder.rounds {
            var decided = rules.decide(assessment.record)
            decided.observations = assessment.observations
            expect(decided, assessment, "\(assessment.paths.map(\.quality))")
        }
    }

    @Test func `A quality is that of one network`() throws {
        func snapshot(_ gateway: IPAddress) -> InterfaceSnapshot {
            var interface = NetworkInterface.wifi
            interface.defaultRoutes = [.init(family: .ipv4, gateway: gateway, metric: 600)]
            return InterfaceSnapshot([interface])
        }
        let recorder = try Self.run([
            (.zero, snapshot("192.0.2.1")), (.seconds(100), snapshot("198.51.100.1")), (.seconds(100), nil),
        ]) { _ in .milliseconds(20) }
        expect(recorder.observations.map(\.state), ["good", "unknown", "good"])
    }
}
