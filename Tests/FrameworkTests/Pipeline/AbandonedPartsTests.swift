import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// Never returns, whatever happens to its task.
private func never() async {
    unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

/// Returns from its first call only when it is let go.
private final class StuckNotifier: Notifier {
    private struct State {
        var calls: [String] = []
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())
    var calls: [String] { state.withLock { $0.calls } }
    var mailbox: NotifierMailbox { .all(upTo: 10) }

    func handle(_ event: PipelineEvent) async {
        switch event {
        case .assessmentChanged(let assessment): await receive(assessment)
        case .runEnded: state.withLock { $0.calls.append("end") }
        default: break
        }
    }

    private func receive(_ assessment: Assessment) async {
        let isFirst = state.withLock { state in
            state.calls.append(assessment.access.name)
            return state.calls.count == 1
        }
        guard isFirst else { return }
        await withCheckedContinuation { waiter in state.withLock { $0.waiter = waiter } }
    }

    func letGo() { state.withLock { $0.waiter.take() }?.resume() }
}

private struct EndlessSource: InterfaceSource {
    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        report(InterfaceSnapshot([.wifi]))
        await never()
    }
}

@Suite struct `A part that does not return` {
    private static func pipeline(
        _ clock: VirtualClock,
        source: some InterfaceSource,
        prober: some Prober,
        _ notifiers: [any Notifier] = []
    ) -> Pipeline {
        Pipeline(
            source: source,
            prober: prober,
            clock: clock
        ) {
            Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))
        } notifiers: {
            notifiers
        }
    }

    private static func pipeline(_ clock: VirtualClock, _ notifiers: [any Notifier]) -> Pipeline {
        let prober = SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)]).prober
        return pipeline(clock, source: script(clock), prober: prober, notifiers)
    }

    private static func script(_ clock: VirtualClock) -> ScriptedInterfaceSource<VirtualClock> {
        ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (.seconds(10), nil)], clock: clock)
    }

    /// Runs a pipeline for a time, then cancels it, and returns when the run has ended, with its error.
    private static func cancelled(
        _ pipeline: Pipeline,
        after time: Duration,
        on clock: VirtualClock
    ) async -> (any Error)? {
        await withThrowingTaskGroup { group in
            group.addTask { try await pipeline.run() }
            try? await clock.sleep(for: time)
            group.cancelAll()
            guard case .failure(let error) = await group.nextResult() else { return nil }
            return error
        }
    }

    @Test(arguments: simulationSeeds(50))
    func `A source and a prober that never return are given up a second after cancellation`(seed: UInt64) throws {
        try simulate(seed: seed) { clock in
            let recorder = RecordingNotifier()
            let prober = ClosureProber { request in
                await never()
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
            }
            let pipeline = Self.pipeline(clock, source: EndlessSource(), prober: prober, [recorder])
            let error = await Self.cancelled(pipeline, after: .seconds(3), on: clock)
            #expect(error is CancellationError && clock.now.offset == .seconds(4))
            expect(pipeline.abandonedParts, ["the prober of http", "the source"])
            expect(recorder.ends.count, 1)
        }
    }

    @Test func `A prober that never returns holds up neither the end of the source nor an assessment`() throws {
        try simulate { clock in
            let prober = ClosureProber { request in
                await never()
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
            }
            let pipeline = Self.pipeline(clock, source: Self.script(clock), prober: prober)
            try await pipeline.run()
            #expect(clock.now.offset == .seconds(12) && pipeline.abandonedParts == ["the prober of http"])
            let start = clock.now
            let assessment = try await pipeline.assess()
            #expect(assessment.access == .unreachable && start.duration(to: clock.now) <= .seconds(10))
            expect(pipeline.abandonedParts, ["the prober of http"])
        }
    }

    @Test(arguments: simulationSeeds(50))
    func `A notifier that never returns is given up, and gets no further call before it has returned`(seed: UInt64)
        throws
    {
        try simulate(seed: seed) { clock in
            let (stuck, other) = (StuckNotifier(), RecordingNotifier())
            let pipeline = Self.pipeline(clock, [stuck, other])
            try await pipeline.run()
            #expect(clock.now.offset == .seconds(12) && pipeline.abandonedParts == ["StuckNotifier"])
            #expect(stuck.calls == ["determining"] && other.ends.count == 1)
            let statistics = pipeline.notifierStatistics[0]
            #expect(statistics.waiting == 0 && statistics.received == statistics.dropped + 1, "\(statistics)")
            // The next run leaves it alone, and the one after its return calls it again.
            try await pipeline.run()
            #expect(stuck.calls == ["determining"] && other.ends.count == 2)
            stuck.letGo()
            try await clock.sleep(for: .seconds(1))
            expect(stuck.calls, ["determining"])
            try await pipeline.run()
            #expect(stuck.calls.last == "end" && pipeline.abandonedParts.isEmpty, "\(stuck.calls)")
        }
    }

    @Test(arguments: simulationSeeds(50))
    func `After cancellation no event begins but the end`(seed: UInt64) throws {
        try simulate(seed: seed) { clock in
            let notifier = WaitingNotifier(clock: clock)
            let pipeline = Self.pipeline(clock, [notifier])
            _ = await Self.cancelled(pipeline, after: .seconds(5), on: clock)
            expect(notifier.calls, ["determining", "end"])
            let statistics = pipeline.notifierStatistics[0]
            #expect(statistics.delivered == 1 && statistics.received == statistics.dropped + 1, "\(statistics)")
            #expect(clock.now.offset == .seconds(5) && pipeline.abandonedParts.isEmpty)
        }
    }
}

/// Takes an hour for each change, unless it is cancelled.
private final class WaitingNotifier: Notifier {
    private let clock: VirtualClock
    private let noted = Lock<[String]>([])
    init(clock: VirtualClock) { self.clock = clock }
    var calls: [String] { noted.withLock(\.self) }
    var mailbox: NotifierMailbox { .all(upTo: 10) }

    func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment):
            noted.withLock { $0.append(assessment.access.name) }
            try await clock.sleep(for: .seconds(3600))
        case .runEnded: noted.withLock { $0.append("end") }
        default: break
        }
    }
}
