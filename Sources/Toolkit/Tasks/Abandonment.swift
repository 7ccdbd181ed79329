/// Waits for work or for its abandonment: the holder of the abandonment can return to the caller before the work has ended.
///
/// A structured task waits for all its children, so a part that never returns would block its caller indefinitely. Only
/// this file of the pipeline has tasks that are not awaited: the work itself, and the timers that end the wait for it. They
/// prefer the executor of the caller. Abandoned work continues, cancelled.
///
/// The work is cancelled with the caller; `cancelled` is called before that.
///
/// - Returns: The first value, of the work or of the abandonment.
package func abandonable<Value: Sendable>(
    _ work: @escaping @Sendable (Abandonment<Value>) async -> Value,
    onCancel cancelled: @escaping @Sendable (Abandonment<Value>) -> Void = { _ in }
) async -> Value {
    let abandonment = Abandonment<Value>()
    let task = abandonment.start { abandonment.give(await work(abandonment)) }
    let value = await withTaskCancellationHandler {
        await abandonment.value
    } onCancel: {
        cancelled(abandonment)
        task.cancel()
    }
    task.cancel()
    return value
}

/// The executor of a simulation around the current task, for systems that do not report a task's preferred executor.
package enum SimulatedExecutor: Sendable {
    @TaskLocal package static var current: (any Executor)?
}

/// Ends the wait for work in ``abandonable(_:onCancel:)``.
package final class Abandonment<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiter: CheckedContinuation<Value, Never>?
        var timers: [Task<Void, Never>] = []
    }

    private let state = Lock(State())
    /// The executor of the caller, which unstructured tasks do not inherit; `nil` if the caller has no preference, or
    /// if the system cannot name it.
    private let executor: (any Executor)?

    fileprivate init() {
        if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
            executor =
                unsafe withUnsafeCurrentTask { task in unsafe task?.unownedTaskExecutor?.asTaskExecutor() }
                ?? SimulatedExecutor.current
        } else {
            executor = SimulatedExecutor.current
        }
    }

    /// Starts a task that is not awaited, on the executor of the caller.
    fileprivate func start(_ operation: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
            let executor = executor as? any TaskExecutor
        {
            return Task(executorPreference: executor, operation: operation)
        }
        return Task(operation: operation)
    }

    /// Ends the wait after a time, unless it has ended before.
    ///
    /// The value is computed at most once, and only if the wait has not ended before.
    package func end<C: Clock>(
        after limit: Duration,
        on clock: C,
        with value: @escaping @Sendable () -> Value
    ) where C.Duration == Duration {
        let timer = start {
            guard (try? await clock.sleep(for: limit)) != nil, self.state.withLock({ $0.value == nil }) else { return }
            self.give(value())
        }
        let isOver = state.withLock { state in
            state.timers.append(timer)
            return state.value != nil
        }
        if isOver { timer.cancel() }
    }

    fileprivate func give(_ value: Value) {
        let (waiter, timers) = state.withLock { state -> (CheckedContinuation<Value, Never>?, [Task<Void, Never>]) in
            guard state.value == nil else { return (nil, []) }
            state.value = value
            defer { state.timers = [] }
            return (state.waiter.take(), state.timers)
        }
        for timer in timers { timer.cancel() }
        waiter?.resume(returning: value)
    }

    fileprivate var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state -> Value? in
                    if state.value == nil { state.waiter = continuation }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
