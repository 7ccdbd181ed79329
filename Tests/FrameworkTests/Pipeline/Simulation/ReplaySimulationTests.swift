import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@Suite struct `A simulated session that was saved` {
    /// The assessments of a session; interface changes, portals, silence and lost probes are drawn from the seed.
    private static func session(_ seed: UInt64) throws -> [Assessment] {
        var random = SplitMix64(seed: seed)
        let snapshots = [InterfaceSnapshot([.wifi]), InterfaceSnapshot([.wifi, .ethernet]), InterfaceSnapshot([])]
        let interfaces = (0..<8).map { _ in
            (
                after: Duration.microseconds(random.next(below: 20_000_000)),
                snapshot: Optional(snapshots[random.next(below: 3)])
            )
        }
        let behaviours = (0..<8).map { index in
            let all: [Behaviour] = [.genuine, .portal, .silence, .refusal]
            return (from: Duration.seconds(index * 10), all[random.next(below: all.count)])
        }
        return try assessments(seed: seed, interfaces: interfaces, behaviours: behaviours)
    }

    /// Without this, the test below could decide only a few kinds of assessments again.
    @Test func `The simulated sessions have every access but blocked and partial`() throws {
        let accesses = try Set((0..<20).flatMap { try Self.session($0) }.map(\.access.name))
        expect(accesses, ["determining", "disconnected", "unreachable", "captive", "online"])
    }

    @Test(arguments: simulationSeeds(200))
    func `A saved assessment of a simulated session is decided again bit for bit`(seed: UInt64) throws {
        var registry = PluginRegistry()
        try registry.add(StandardPlugin.self)
        let rules = try simulate { clock in
            try Pipeline.simulated(
                source: StaticInterfaceSource(InterfaceSnapshot()),
                prober: SimulatedNetwork(clock: clock, behaviours: []).prober,
                clock: clock,
                notifier: RecordingNotifier()
            ).rules
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for assessment in try Self.session(seed) {
            expect(rules.decide(assessment.record), assessment)
            guard seed < 40 else { continue }
            let json = try encoder.encode(assessment)
            let again = try SavedAssessment(json: json, registry: registry).decideAgain(by: rules)
            #expect(again.agrees, "\(again.difference ?? [])")
            expect(again.assessment, assessment)
            try expect(encoder.encode(again.assessment), json)
        }
    }
}

@Suite struct `A recorded session` {
    private static let provenance = SessionRecording.Provenance(
        source: "a test",
        recordedAt: Timestamp(sinceEpoch: .seconds(1_800_000_000)),
        tool: "a test"
    )

    private static let machine = ConnectivityMachine(
        DecisionRules(
            endpoints: [Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))],
            validators: [],
            policy: QuorumPolicy()
        )
    )

    @Test func `Replay handles an answer before another event at the same time`() {
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/204"),
            outcome: .success(ProbeResponse(status: 204)),
            timings: ProbeExchange.Timings(total: .milliseconds(20))
        )
        let session = SessionRecording(
            provenance: Self.provenance,
            events: [
                .init(at: .zero, .interfaces(InterfaceSnapshot([.wifi]))), .init(at: .zero, .round([.init(exchange)])),
                .init(at: .milliseconds(20), .interfaces(InterfaceSnapshot([]))),
            ]
        )
        let replay = SessionReplay(session, by: Self.machine)
        expect(replay.assessments.map(\.assessment.access.name), ["determining", "online", "disconnected"])
        #expect(replay.deviations.isEmpty)
    }

    @Test func `A recorded session contains unanswered probes until the end of the round`() throws {
        let recorder = SessionRecorder()
        let reported = try simulate { clock in
            let notifier = RecordingNotifier()
            let stubborn = ClosureProber { request in
                try? await clock.sleep(for: .seconds(3600))
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
            }
            let steps = [(Duration.zero, Optional(InterfaceSnapshot([.wifi]))), (.seconds(7), nil)]
            try await Pipeline(
                source: ScriptedInterfaceSource(steps, clock: clock),
                prober: stubborn,
                clock: clock
            ) {
                Self.machine.rules.endpoints
            } notifiers: {
                notifier
            }.observing(recorder.observe).run()
            return notifier.assessments.map(\.access.name)
        }
        expect(reported, ["determining", "unreachable"])
        recorder.stop()
        let recording = recorder.recording(Self.provenance, configuration: nil)
        let exchanges = recording.events.flatMap { event -> [SessionRecording.Exchange] in
            if case .round(let exchanges) = event.content { exchanges } else { [] }
        }
        expect(exchanges.map(\.exchange.outcome), [.failure(ProbeFailure(.cancelled))])
        let replay = SessionReplay(try SessionRecording(parsing: recording.encoded()), by: Self.machine)
        expect(replay.assessments.map(\.assessment.access.name), reported)
    }
}
