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
    typealias Job = @Sendable (inout LibraryCalls) -> Void

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
                while let job = queue.next() { job(&calls) }
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
        _ body: @escaping Body<Value>
    ) async throws(PluginFault) -> Value {
        try await result(of: begin(body), within: limit)
    }

    /// What the thread does for a call.
    typealias Body<Value> = @Sendable (inout LibraryCalls) throws(PluginFault) -> Value

    /// Lets the thread run a body, and returns at once.
    func begin<Value: Sendable>(_ body: @escaping Body<Value>) throws(PluginFault) -> LibraryCall<Value> {
        let call = LibraryCall<Value>()
        try queue.add { calls in
            guard !call.isOver else { return }
            do throws(PluginFault) { call.end(.success(try body(&calls))) } catch { call.end(.failure(error)) }
        }
        return call
    }

    /// Waits for the result of a call, at most for a time and not longer than the task is wanted.
    func result<Value: Sendable>(of call: LibraryCall<Value>, within limit: Duration) async throws(PluginFault) -> Value
    {
        for _ in 0..<Self.looksForAnswer {
            if call.isOver { break }
            connectivity_pause()
        }
        if let result = call.result { return try result.get() }
        return try await lateResult(of: call, within: limit).get()
    }

    private func lateResult<Value: Sendable>(
        of call: LibraryCall<Value>,
        within limit: Duration
    ) async -> Result<Value, PluginFault> {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                let end = ContinuousClock.now + limit
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
            var jobs: [Job] = []
            var isAsleep = false
            var isOver = false
            /// When the call that runs began.
            var start: ContinuousClock.Instant?
        }

        private let state = Mutex(State())
        /// The number of jobs, and one more for the end.
        private let count = Atomic(0)
        private let waker: Waker

        init(waker: Waker) { self.waker = waker }

        func add(_ job: @escaping Job) throws(PluginFault) {
            let isAsleep = try state.withLock { state throws(PluginFault) in
                if let start = state.start, case let age = start.duration(to: .now), age > LibraryThread.hang {
                    let seconds = age.components.seconds
                    throw PluginFault(.resting, "a call has not returned for \(seconds) s; it is not asked until then")
                }
                guard state.jobs.count < PluginLimits.calls else {
                    throw PluginFault(.busy, "\(state.jobs.count) requests wait for it already")
                }
                state.jobs.append(job)
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

        /// Waits for the next job; `nil` at the end.
        func next() -> Job? {
            var looks = 0
            while true {
                let mustSleep = looks >= LibraryThread.looksForCall
                let (job, isOver): (Job?, Bool) = state.withLock { state in
                    state.start = nil
                    guard state.jobs.isEmpty else {
                        state.start = .now
                        return (state.jobs.removeFirst(), false)
                    }
                    state.isAsleep = mustSleep
                    return (nil, state.isOver)
                }
                if let job {
                    count.subtract(1, ordering: .relaxed)
                    return job
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

/// A call, whose first result counts.
final class LibraryCall<Value: Sendable>: Sendable {
    private enum Phase {
        case open
        case awaited(CheckedContinuation<Result<Value, PluginFault>, Never>)
        case over(Result<Value, PluginFault>)
    }

    private let phase = Mutex(Phase.open)
    private let over = Atomic(false)

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
