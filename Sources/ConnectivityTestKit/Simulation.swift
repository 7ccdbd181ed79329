import ConnectivitySupport

/// Runs a body to its end on virtual time, on the calling thread, without real waiting.
///
/// All jobs of the body, of its child tasks and of default actors run on this thread, one after the other. When no
/// job is ready, time jumps to the deadline of the earliest sleeper. The same seed gives the same order of jobs.
///
/// A first test needs `import ConnectivityTestKit` and `import Testing`, and no network. It simulates a hotel: the
/// first answer comes from the portal, the next one from the endpoint itself.
///
/// ```swift
/// @Test func `The hotel's portal is seen, and its end`() throws {
///     let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.hotel.example/"])
///     let recorder = RecordingNotifier()
///     try simulate { clock in
///         let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (.seconds(10), nil)], clock: clock)
///         let prober = ReplayProber([portal, ProbeResponse(status: 204)], from: Endpoint.google.question, clock: clock)
///         try await Pipeline(source: source, prober: prober, clock: clock) {
///             Endpoint.google
///         } notifiers: {
///             recorder
///         }.run()
///     }
///     #expect(recorder.assessments.map(\.access.name) == ["determining", "captive", "online"])
///     #expect(recorder.assessments[1].access.portal?.signInURL == "http://login.hotel.example/")
/// }
/// ```
///
/// Next steps: a ``FaultyProber`` delays, drops and forges answers. A `seed` finds errors that depend on the order
/// of tasks. ``expect(_:leadsTo:signIn:endpoint:validators:from:)`` judges a recorded response in one line. ``ValidatorLaws`` and the similar types check parts that you write.
///
/// - Parameters:
///   - seed: Chooses among jobs that are ready at the same time. If it is `nil`, they run in the order in which they
///     became ready.
///   - limit: The virtual time up to which sleepers are woken. If the earliest deadline is later, the body counts as
///     stalled.
///   - body: The code under test. It must not create unstructured tasks.
/// - Returns: The value of the body.
/// - Throws: The error of the body, or ``SimulationStalled`` if no job is ready and no deadline of a sleeper is
///   within the limit.
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

/// The error of a simulation whose body has not ended when nothing can run within the limit.
///
/// No job is ready, and no deadline of a sleeper is within the limit.
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
