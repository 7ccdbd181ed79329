import ConnectivitySupport

/// Runs a body to its end on virtual time, on the calling thread, without waiting.
///
/// Every job of the body, of its child tasks and of default actors runs here, one after the other. When no job is ready,
/// time jumps to the earliest sleeper. The same seed gives the same order.
///
/// A first test needs `import ConnectivityTestKit` and `import Testing`, and no network. Its network is a hotel: the first
/// answer is the portal's, the next one the endpoint's own.
///
/// ```swift
/// @Test func `The hotel's portal is seen, and its end`() throws {
///     let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.hotel.example/"])
///     let told = RecordingNotifier()
///     try simulate { clock in
///         let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (.seconds(10), nil)], clock: clock)
///         let prober = ReplayProber([portal, ProbeResponse(status: 204)], from: Endpoint.google.question, clock: clock)
///         try await Pipeline(source: source, prober: prober, clock: clock) {
///             Endpoint.google
///         } notifiers: {
///             told
///         }.run()
///     }
///     #expect(told.assessments.map(\.access.name) == ["determining", "captive", "online"])
///     #expect(told.assessments[1].access.portal?.signInURL == "http://login.hotel.example/")
/// }
/// ```
///
/// From there: a ``FaultyProber`` in place of the answers delays, drops and lies; a `seed` finds what depends on the order
/// of tasks; a ``TraceRecorder`` writes down what passed; ``expect(_:leadsTo:signIn:validators:from:)`` judges a recorded
/// response in one line, and ``ValidatorLaws`` and its neighbours try a part of your own.
///
/// - Parameters:
///   - seed: Chooses among jobs that are ready together; `nil` runs them in the order in which they became ready.
///   - limit: The virtual time after which a body that still sleeps counts as stalled.
///   - body: The code under test. It must create structured child tasks only.
/// - Returns: The value of the body.
/// - Throws: The error of the body, or ``SimulationStalled`` when nothing is ready and nobody sleeps within the limit.
public func simulate<Value: Sendable>(
    seed: UInt64? = nil,
    limit: Duration = .seconds(86_400),
    _ body: @escaping @Sendable (VirtualClock) async throws -> Value
) throws -> Value {
    let executor = SimulationExecutor(seed: seed)
    let clock = VirtualClock()
    let result = Mutex<Result<Value, any Error>?>(nil)
    let root = Task(executorPreference: executor) {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(clock)) } catch { outcome = .failure(error) }
        result.withLock { $0 = outcome }
    }
    while true {
        executor.drain()
        if let finished = result.withLock({ $0 }) { return try finished.get() }
        guard clock.wakeEarliest(notAfter: limit) else {
            root.cancel()
            executor.drain()
            throw SimulationStalled(at: clock.now.offset)
        }
    }
}

/// Nothing is ready and nobody sleeps within the limit, yet the body has not ended.
public struct SimulationStalled: Error, Hashable, Sendable {
    /// The virtual time of the stall.
    public var at: Duration
}

/// A queue of jobs that runs only when drained.
private final class SimulationExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var random: SplitMix64?
    }

    private let state: Mutex<State>

    init(seed: UInt64?) {
        state = Mutex(State(random: seed.map(SplitMix64.init)))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    func drain() {
        while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            let index = state.random.map { _ in state.random?.next(below: state.jobs.count) ?? 0 } ?? 0
            return state.jobs.remove(at: index)
        }
    }
}
