import ConnectivityToolkit

/// Runs a body to its end on virtual time, on the calling thread, without real waiting.
///
/// All jobs of the body, of its child tasks and of default actors run on this thread, one after the other. When no job is ready,
/// time jumps to the deadline of the earliest sleeper. The same seed gives the same order of jobs.
///
/// A first test needs `import ConnectivityTestKit` and `import Testing`, and no network. It simulates a hotel: the first answer
/// is from the portal, the next one from the endpoint itself.
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
/// Next steps: a ``FaultyProber`` delays, drops and forges answers. A `seed` finds errors that depend on the order of tasks.
/// ``expect(_:leadsTo:signIn:endpoint:validators:from:)`` judges a recorded response in one line. ``ValidatorLaws`` and the
/// similar types check custom parts.
///
/// On Apple's systems it needs iOS 18 or macOS 15, which are newer than the package's minimum: tests for older systems are marked
/// `@available(macOS 15, iOS 18, *)`.
///
/// - Parameters:
///   - seed: Chooses among jobs that are ready at the same time. If it is `nil`, they run in the order in which they became
///     ready.
///   - limit: The virtual time up to which sleepers are woken. If the earliest deadline is later, the body counts as stalled.
///   - body: The code under test. It must not create unstructured tasks.
/// - Returns: The value of the body.
/// - Throws: The error of the body, or ``SimulationStalled`` if no job is ready and no deadline of a sleeper is within the limit.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public func simulate<Value: Sendable>(
    seed: UInt64? = nil,
    limit: Duration = .seconds(86_400),
    _ body: @escaping @Sendable (VirtualClock) async throws -> Value
) throws -> Value {
    let run = SimulatedRun(seed: seed, body)
    while true {
        run.executor.drain()
        if let value = try run.value(orAdvancingTo: limit) { return value }
    }
}

/// Runs a body of the main actor to its end on virtual time, such as a test of the model of an app.
///
/// Jobs of the main actor run on the main thread as usual, and all others in between, on this thread too. When neither
/// has work, time jumps to the deadline of the earliest sleeper. In all other respects it behaves like
/// ``simulate(seed:limit:_:)``. The test is isolated to the main actor:
///
/// ```swift
/// @Test @MainActor func `The model shows the portal`() async throws {
///     try await simulateOnMainActor { clock in
/// ```
///
/// - Parameters:
///   - seed: Chooses among jobs of no actor that are ready at the same time; the main actor's run in order.
///   - limit: The virtual time up to which sleepers are woken. If the earliest deadline is later, the body counts as stalled.
///   - body: The code under test. It must not create unstructured tasks.
/// - Returns: The value of the body.
/// - Throws: The error of the body, or ``SimulationStalled`` if no job is ready and no deadline of a sleeper is within the limit.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor
public func simulateOnMainActor<Value: Sendable>(
    seed: UInt64? = nil,
    limit: Duration = .seconds(86_400),
    _ body: @escaping @MainActor (VirtualClock) async throws -> Value
) async throws -> Value {
    let run = SimulatedRun(seed: seed) { clock in try await body(clock) }
    while true {
        // The main actor's jobs run in the pauses. Each may add one more job, which is not counted.
        var idleCount = 0
        while idleCount < mainActorPauses {
            idleCount = run.executor.drain() ? 0 : idleCount + 1
            await Task.yield()
        }
        if let value = try run.value(orAdvancingTo: limit) { return value }
    }
}

/// The maximum number of consecutive pauses in which only the main actor runs.
private let mainActorPauses = 32

/// A body on virtual time, whose jobs run when its executor is drained.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct SimulatedRun<Value: Sendable>: Sendable {
    let executor: SimulationExecutor
    private let clock = VirtualClock()
    private let result = Outcome()
    private let root: Task<Void, Never>

    private final class Outcome: Sendable {
        let held = Lock<Result<Value, any Error>?>(nil)
    }

    init(seed: UInt64?, _ body: @escaping @Sendable (VirtualClock) async throws -> Value) {
        let executor = SimulationExecutor(seed: seed)
        self.executor = executor
        root = Task(executorPreference: executor) { [clock, result] in
            let outcome = await SimulatedExecutor.$current.withValue(executor) {
                await Result { try await body(clock) }
            }
            result.held.withLock { $0 = outcome }
        }
    }

    /// Returns the value of the body if it has ended; otherwise time jumps to the earliest deadline, and the result is `nil`.
    func value(orAdvancingTo limit: Duration) throws -> Value? {
        if let finished = result.held.withLock({ $0 }) { return try finished.get() }
        if clock.wakeEarliest(notAfter: limit) { return nil }
        root.cancel()
        executor.drain()
        throw SimulationStalled(at: clock.now.offset)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

/// A queue of jobs that runs only when drained.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class SimulationExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var random: SplitMix64?
    }

    private let state: Lock<State>

    init(seed: UInt64?) {
        state = Lock(State(random: seed.map(SplitMix64.init)))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs all jobs and the jobs that they add; returns whether there were any.
    @discardableResult
    func drain() -> Bool {
        var hasRun = false
        while let job = next() {
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            hasRun = true
        }
        return hasRun
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            let index = state.random.map { _ in state.random?.next(below: state.jobs.count) ?? 0 } ?? 0
            return state.jobs.remove(at: index)
        }
    }
}
