import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit

/// A recorder of all events between a simulated pipeline and its source, prober and notifiers.
///
/// ```swift
/// let recorder = TraceRecorder(clock: clock)
/// try await recorder.run {
///     Pipeline(source: recorder.source(source), prober: recorder.prober(prober), clock: clock) {
///         Endpoint.apple
///     } notifiers: {
///         recorder.notifier
///     }
/// }
/// print(recorder.trace(seed: seed))
/// ```
final class TraceRecorder: Sendable {
    private struct State {
        var entries: [SimulationTrace.Entry] = []
        var probeCount = 0
        var left = SimulationTrace.Leftovers()
        /// The number of tasks outside of the run that sleep on the clock.
        var pauses = 0
    }

    private let clock: VirtualClock
    private let state = Lock(State())

    init(clock: VirtualClock) { self.clock = clock }

    /// Returns the trace of all events so far.
    func trace(seed: UInt64) -> SimulationTrace {
        SimulationTrace(seed: seed, entries: state.withLock { $0.entries })
    }

    /// Records an event at the current virtual time.
    func record(_ event: SimulationTrace.Event) {
        let now = clock.now.offset
        state.withLock { $0.entries.append(.init(time: now, event: event)) }
    }

    /// Runs a pipeline, made of parts that this recorder has wrapped, to its end, and records the end with the number
    /// of operations that are still running.
    func run(_ make: () throws -> Pipeline) async throws {
        let pipeline = try make().observing { [self] in record(.stepped($0)) }
        defer {
            var (left, pauses) = state.withLock { ($0.left, $0.pauses) }
            left.sleepers = max(0, clock.sleeperCount - pauses)
            record(.ended(left))
        }
        try await pipeline.run()
    }

    /// Sleeps on the clock outside of the run; the sleep does not count as a task that outlives the run.
    func pause(for duration: Duration) async {
        state.withLock { $0.pauses += 1 }
        try? await clock.sleep(for: duration)
        state.withLock { $0.pauses -= 1 }
    }

    /// Moves the clock forward by a duration that is not negative, and records the jump.
    func jump(by duration: Duration) {
        clock.jump(by: duration)
        record(.jumped(duration))
    }

    /// Wraps an interface source so that its reports are recorded.
    func source(_ base: some InterfaceSource) -> some InterfaceSource {
        WatchedSource(base: base, recorder: self)
    }

    /// Wraps a prober so that its probes are recorded.
    func prober(_ base: some Prober) -> some Prober { WatchedProber(base: base, recorder: self) }

    var notifier: some Notifier { ClosureNotifier { [self] in record(.announced($0)) } }

    /// Listens until the updates end, and records each assessment; after each, the listener is busy for the pause.
    func listen(to updates: AssessmentUpdates, as number: Int, pausing pause: Duration = .zero) async {
        record(.listening(number))
        for await assessment in updates {
            record(.received(number, assessment))
            if pause > .zero { await self.pause(for: pause) }
        }
    }

    private func begin(_ request: ProbeRequest) -> Int {
        let number = state.withLock { state in
            state.left.probes += 1
            state.probeCount += 1
            return state.probeCount
        }
        record(.probeBegan(number, request))
        return number
    }

    private func end(_ number: Int, _ exchange: ProbeExchange) {
        state.withLock { $0.left.probes -= 1 }
        record(.probeEnded(number, exchange))
    }

    private struct WatchedProber: Prober {
        let base: any Prober
        let recorder: TraceRecorder

        var kinds: Set<Question.Kind> { base.kinds }

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            let number = recorder.begin(request)
            let exchange = await base.probe(request)
            recorder.end(number, exchange)
            return exchange
        }
    }

    private struct WatchedSource: InterfaceSource {
        let base: any InterfaceSource
        let recorder: TraceRecorder

        func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
            recorder.state.withLock { $0.left.observations += 1 }
            defer { recorder.state.withLock { $0.left.observations -= 1 } }
            try await base.observe { [recorder] snapshot in
                recorder.record(.reported(snapshot))
                report(snapshot)
            }
        }
    }
}
