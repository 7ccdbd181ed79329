#if os(Linux)
internal import CProgram
internal import ConnectivityBlocking
internal import ConnectivitySupport
internal import Glibc
internal import Synchronization

/// The thread on which every call of one library is made, one after the other.
///
/// Waking a thread takes longer than most calls. So after a call the thread looks for the next one for a moment before it
/// sleeps, because answers of a round come together, and a caller looks for the answer for some microseconds before it
/// suspends; not on a machine with one processor.
///
/// A call cannot be interrupted. One that takes longer than a second keeps the library from being asked until it returns.
final class LibraryThread: Sendable {
    /// How long a call may take before the library is not asked any more.
    private static let hang = Duration.seconds(1)
    private static let isAlone = sysconf(CInt(_SC_NPROCESSORS_ONLN)) < 2
    /// How often a caller looks for the answer before it suspends: about 10 µs.
    private static let looksForAnswer = isAlone ? 0 : 500
    /// How often the thread looks for the next call before it sleeps: about 0.2 ms.
    private static let looksForCall = isAlone ? 0 : 10_000

    /// How long one sleeps at once until a call is late: a sleep that is cancelled has its memory until it would have ended.
    private static let nap = Duration.milliseconds(50)

    private let queue: Queue

    /// Starts the thread, which ends with the last reference to this value.
    init() throws(PluginFault) {
        guard let waker = Waker() else {
            throw PluginFault(.start, "no pipe for its thread: \(ChildProcess.words(errno))")
        }
        let queue = Queue(waker: waker)
        self.queue = queue
        do throws(DedicatedThread.Refusal) {
            try DedicatedThread.startIfPossible {
                var calls = LibraryCalls()
                while let call = queue.next() { call.run(&calls) }
                calls.end()
                waker.close()
            }
        } catch {
            waker.close()
            throw PluginFault(.start, error.description)
        }
    }

    deinit { queue.end() }

    /// Runs a body on the thread and waits for its result, at most for a time and not longer than the task is wanted.
    func run<Value: Sendable>(
        within limit: Duration,
        _ body: @escaping LibraryCall<Value>.Body
    ) async throws(PluginFault) -> Value {
        try await result(of: begin(body), until: .now + limit)
    }

    /// Lets the thread run a body, and returns at once.
    func begin<Value: Sendable>(_ body: @escaping LibraryCall<Value>.Body) throws(PluginFault) -> LibraryCall<Value> {
        let call = LibraryCall(body)
        try queue.add(call)
        return call
    }

    /// Waits for the result of a call, at most until an instant and not longer than the task is wanted.
    func result<Value: Sendable>(
        of call: LibraryCall<Value>,
        until end: ContinuousClock.Instant
    ) async throws(PluginFault) -> Value {
        for _ in 0..<Self.looksForAnswer {
            if call.isOver { break }
            connectivity_pause()
        }
        if let result = call.result { return try result.get() }
        return try await lateResult(of: call, until: end).get()
    }

    private func lateResult<Value: Sendable>(
        of call: LibraryCall<Value>,
        until end: ContinuousClock.Instant
    ) async -> Result<Value, PluginFault> {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while case let rest = end - .now, rest > .zero {
                    do { try await Task.sleep(for: min(rest, Self.nap)) } catch { return }
                }
                call.end(.failure(PluginFault(.late, "it did not answer in time")))
            }
            defer { group.cancelAll() }
            return await withTaskCancellationHandler {
                await call.wait()
            } onCancel: {
                call.end(.failure(PluginFault(.cancelled, "the request was cancelled")))
            }
        }
    }

    private final class Queue: Sendable {
        private struct State {
            var calls: [any QueuedCall] = []
            var isAsleep = false
            var isOver = false
            /// When the call that runs began.
            var start: ContinuousClock.Instant?
        }

        private let state = Mutex(State())
        /// The number of calls, and one more for the end.
        private let count = Atomic(0)
        private let waker: Waker

        init(waker: Waker) { self.waker = waker }

        func add(_ call: any QueuedCall) throws(PluginFault) {
            let isAsleep = try state.withLock { state throws(PluginFault) in
                if let start = state.start, case let age = start.duration(to: .now), age > LibraryThread.hang {
                    let seconds = age.components.seconds
                    throw PluginFault(.resting, "a call has not returned for \(seconds) s; it is not asked until then")
                }
                guard state.calls.count < PluginLimits.calls else {
                    throw PluginFault(.busy, "\(state.calls.count) requests wait for it already")
                }
                state.calls.append(call)
                defer { state.isAsleep = false }
                return state.isAsleep
            }
            count.add(1, ordering: .releasing)
            if isAsleep { waker.wakeUp() }
        }

        func end() {
            state.withLock { $0.isOver = true }
            count.add(1, ordering: .releasing)
            waker.wakeUp()
        }

        /// Waits for the next call; `nil` at the end.
        func next() -> (any QueuedCall)? {
            var looks = 0
            while true {
                let mustSleep = looks >= LibraryThread.looksForCall
                let (call, isOver): ((any QueuedCall)?, Bool) = state.withLock { state in
                    state.start = nil
                    guard state.calls.isEmpty else {
                        state.start = .now
                        return (state.calls.removeFirst(), false)
                    }
                    state.isAsleep = mustSleep
                    return (nil, state.isOver)
                }
                if let call {
                    count.subtract(1, ordering: .relaxed)
                    return call
                }
                guard !isOver else { return nil }
                if mustSleep {
                    _ = waker.wait(atMost: nil)
                    waker.clear()
                    looks = 0
                }
                while looks < LibraryThread.looksForCall, count.load(ordering: .acquiring) == 0 {
                    looks += 1
                    connectivity_pause()
                }
            }
        }
    }
}

/// A call of any result, as it waits for the thread.
private protocol QueuedCall: AnyObject, Sendable {
    /// Makes the call on the thread, unless it is over.
    func run(_ calls: inout LibraryCalls)
}

/// A call, whose first result counts.
final class LibraryCall<Value: Sendable>: QueuedCall {
    /// What the thread does.
    typealias Body = @Sendable (inout LibraryCalls) throws(PluginFault) -> Value

    private enum Phase {
        case open
        case awaited(CheckedContinuation<Result<Value, PluginFault>, Never>)
        case over(Result<Value, PluginFault>)
    }

    /// Kept as long as the call, so that the memory is freed where it was allocated, which is faster.
    private let body: Body
    private let phase = Mutex(Phase.open)
    private let over = Atomic(false)

    fileprivate init(_ body: @escaping Body) { self.body = body }

    fileprivate func run(_ calls: inout LibraryCalls) {
        guard !isOver else { return }
        do throws(PluginFault) { end(.success(try body(&calls))) } catch { end(.failure(error)) }
    }

    var isOver: Bool { over.load(ordering: .acquiring) }

    var result: Result<Value, PluginFault>? {
        phase.withLock { if case .over(let result) = $0 { result } else { nil } }
    }

    func end(_ result: Result<Value, PluginFault>) {
        let continuation: CheckedContinuation<Result<Value, PluginFault>, Never>? = phase.withLock { phase in
            switch phase {
            case .over: return nil
            case .open:
                phase = .over(result)
                return nil
            case .awaited(let continuation):
                phase = .over(result)
                return continuation
            }
        }
        over.store(true, ordering: .releasing)
        continuation?.resume(returning: result)
    }

    /// Waits for the result; only once.
    func wait() async -> Result<Value, PluginFault> {
        await withCheckedContinuation { continuation in
            let result: Result<Value, PluginFault>? = phase.withLock { phase in
                if case .over(let result) = phase { return result }
                phase = .awaited(continuation)
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }
}
#endif
