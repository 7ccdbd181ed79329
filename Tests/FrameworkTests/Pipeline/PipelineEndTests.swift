import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `The end of a run` {
    private struct Broken: Error, Equatable {}

    private struct BrokenSource: InterfaceSource {
        let clock: VirtualClock
        func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
            try await clock.sleep(for: .seconds(10))
            throw Broken()
        }
    }

    @Test(arguments: simulationSeeds(200))
    func `The error of the source reaches the caller, and listeners receive the end`(seed: UInt64) throws {
        let recorder = RecordingNotifier()
        #expect(throws: Broken()) {
            try simulate(seed: seed) { clock in
                let network = SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)])
                try await Pipeline.simulated(
                    source: BrokenSource(clock: clock),
                    prober: network.prober,
                    clock: clock,
                    notifier: recorder
                ).run()
            }
        }
        #expect(recorder.isFinished)
        #expect(recorder.assessments.isEmpty)
        #expect(recorder.ends.count == 1 && recorder.ends[0] as? Broken == Broken())
    }

    @Test(arguments: simulationSeeds(200))
    func `Cancellation ends a run at once, in the middle of a round`(seed: UInt64) throws {
        let elapsed = try simulate(seed: seed) { clock in
            let network = SimulatedNetwork(clock: clock, behaviours: [(.zero, .silence)])
            let pipeline = try Pipeline.simulated(
                source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                prober: network.prober,
                clock: clock,
                notifier: RecordingNotifier()
            )
            let cancelled = await withThrowingTaskGroup { group in
                group.addTask { try await pipeline.run() }
                try? await clock.sleep(for: .seconds(1))
                group.cancelAll()
                return await group.nextResult().map { result in
                    if case .failure(let error) = result { error is CancellationError } else { false }
                }
            }
            expect(cancelled, true)
            return clock.now.offset
        }
        expect(elapsed, .seconds(1))
    }

    @Test func `A single assessment is made from one round`() throws {
        for (behaviour, name) in [(Behaviour.genuine, "online"), (.portal, "captive"), (.refusal, "unreachable")] {
            let assessment = try simulate { clock in
                let network = SimulatedNetwork(clock: clock, behaviours: [(.zero, behaviour)])
                return try await Pipeline.simulated(
                    source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                    prober: network.prober,
                    clock: clock,
                    notifier: RecordingNotifier()
                ).assess()
            }
            expect(assessment.access.name, name)
            expect(assessment.endpoints.count, 3)
        }
    }

    @Test func `A single assessment of each path waits for a round of every path`() throws {
        let assessment = try simulate { clock in
            try await Pipeline(
                source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                prober: SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)]).prober,
                scope: .eachInterface,
                clock: clock
            ) {
                Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))
            } notifiers: {
                RecordingNotifier()
            }.assess()
        }
        #expect(!assessment.paths.isEmpty)
        #expect(assessment.paths.allSatisfy { $0.access == .online && $0.endpoints.count == 1 })
        expect(assessment.access, .online)
    }

    @Test func `Without a usable interface a single assessment needs no round`() throws {
        let assessment = try simulate { clock in
            try await Pipeline.simulated(
                source: StaticInterfaceSource(InterfaceSnapshot()),
                prober: SimulatedNetwork(clock: clock, behaviours: []).prober,
                clock: clock,
                notifier: RecordingNotifier()
            ).assess()
        }
        expect(assessment.access, .disconnected)
        expect(assessment.reason, .noUsableInterface)
    }

    @Test func `A prober that ignores its time limit does not delay the round`() throws {
        let reported = try simulate { clock in
            let recorder = RecordingNotifier()
            let stubborn = ClosureProber { request in
                try? await clock.sleep(for: .seconds(3600))
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
            }
            try await Pipeline.simulated(
                source: ScriptedInterfaceSource(
                    [(.zero, InterfaceSnapshot([.wifi])), (.seconds(7), nil)],
                    clock: clock
                ),
                prober: stubborn,
                clock: clock,
                notifier: recorder
            ).run()
            return recorder.assessments
        }
        expect(reported.map(\.access.name), ["determining", "unreachable"])
        expect(reported.last?.duration, .seconds(6))
    }
}
