public import ConnectivityCore
public import ConnectivityPipeline
import ConnectivitySupport

/// Stands at every seam of a simulated pipeline and writes down what passes.
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
public final class TraceRecorder: Sendable {
    private struct State {
        var entries: [SimulationTrace.Entry] = []
        var probeCount = 0
        var left = SimulationTrace.Leftovers()
        /// The tasks that sleep beside the run.
        var pauses = 0
    }

    private let clock: VirtualClock
    private let state = Mutex(State())

    /// Creates a recorder.
    /// - Parameter clock: The clock of the simulation.
    public init(clock: VirtualClock) { self.clock = clock }

    /// What was written down so far.
    /// - Parameter seed: The seed of the simulation, for the record.
    /// - Returns: The trace.
    public func trace(seed: UInt64) -> SimulationTrace {
        SimulationTrace(seed: seed, entries: state.withLock { $0.entries })
    }

    /// Writes down an event at the present time.
    /// - Parameter event: What happened.
    public func record(_ event: SimulationTrace.Event) {
        let now = clock.now.offset
        state.withLock { $0.entries.append(.init(now, event)) }
    }

    /// Runs a pipeline to its end, which is written down with what is left under way.
    /// - Parameter make: Makes the pipeline of the parts that this recorder wrapped.
    /// - Throws: The error of the run.
    public func run(_ make: () -> Pipeline<VirtualClock>) async throws {
        let pipeline = make().observing { [self] in record(.stepped($0)) }
        defer {
            var (left, pauses) = state.withLock { ($0.left, $0.pauses) }
            left.sleepers = max(0, clock.sleeperCount - pauses)
            record(.ended(left))
        }
        try await pipeline.run()
    }

    /// Sleeps on the clock beside the run, which does not count as a task that outlives it.
    /// - Parameter duration: How long.
    public func pause(for duration: Duration) async {
        state.withLock { $0.pauses += 1 }
        try? await clock.sleep(for: duration)
        state.withLock { $0.pauses -= 1 }
    }

    /// Lets the clock jump, and writes it down.
    /// - Parameter duration: The time to pass over; not negative.
    public func jump(by duration: Duration) {
        clock.jump(by: duration)
        record(.jumped(duration))
    }

    /// Wraps a source.
    /// - Parameter base: The source to watch.
    /// - Returns: A source that does the same and is written down.
    public func source(_ base: some InterfaceSource) -> some InterfaceSource {
        WatchedSource(base: base, recorder: self)
    }

    /// Wraps a prober.
    /// - Parameter base: The prober to watch.
    /// - Returns: A prober that does the same and is written down.
    public func prober(_ base: some Prober) -> some Prober { WatchedProber(base: base, recorder: self) }

    /// A notifier that writes down what it is told.
    public var notifier: some Notifier { ClosureNotifier { [self] in record(.told($0)) } }

    /// Listens until the updates end, and writes down what arrives.
    /// - Parameters:
    ///   - updates: What to listen to.
    ///   - number: The number of the listener.
    ///   - pause: How long the listener is busy with each assessment.
    public func listen(to updates: AssessmentUpdates, as number: Int, pausing pause: Duration = .zero) async {
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

        var kinds: Set<QuestionKind> { base.kinds }

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
