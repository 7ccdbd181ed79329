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
    static let isAlone = sysconf(CInt(_SC_NPROCESSORS_ONLN)) < 2
    /// How often the thread looks for the next call before it sleeps: about 0.2 ms.
    private static let looksForCall = isAlone ? 0 : 10_000

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

    /// Lets the thread make a call, and returns at once.
    func begin(_ request: LibraryCall.Request) throws(PluginFault) -> LibraryCall {
        let call = LibraryCall(request)
        try queue.add(call)
        return call
    }

    private final class Queue: Sendable {
        private struct State {
            var calls: [LibraryCall] = []
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

        func add(_ call: LibraryCall) throws(PluginFault) {
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
        func next() -> LibraryCall? {
            var looks = 0
            while true {
                let mustSleep = looks >= LibraryThread.looksForCall
                let (call, isOver): (LibraryCall?, Bool) = state.withLock { state in
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
#endif
