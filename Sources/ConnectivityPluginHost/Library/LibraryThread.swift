#if os(Linux)
internal import ConnectivityBlocking
internal import ConnectivityCore
internal import ConnectivitySupport
internal import Glibc

/// The thread on which every call of one library is made, one after the other.
///
/// Waking a thread takes longer than most calls. So after a call the thread looks for the next one for a moment before it
/// sleeps, because answers of a round come together, and a caller looks for the answer for some microseconds before it
/// suspends; not on a machine with one processor.
///
/// A call cannot be interrupted. One that takes longer than a second keeps the library from being asked until it returns.
final class LibraryThread: Sendable {
    private let queue: LibraryQueue
    /// Calls that are over and wait for their next exchange.
    private let spare = Mutex<[LibraryCall]>([])

    /// Starts the thread, which ends with the last reference to this value.
    init() throws(PluginFault) {
        guard let waker = Waker() else {
            let number = errno
            throw PluginFault(
                .start,
                "no pipe for its thread: \(ChildProcess.words(number))",
                shortage: ProbeFailure.Resource(errno: number)
            )
        }
        let queue = LibraryQueue(waker: waker)
        self.queue = queue
        do throws(DedicatedThread.Refusal) {
            try DedicatedThread.startIfPossible {
                var calls = LibraryCalls()
                queue.run { $0.run(&calls) }
                calls.end()
                waker.close()
            }
        } catch {
            waker.close()
            throw PluginFault(.start, error.description, shortage: .threads)
        }
    }

    deinit { queue.end() }

    /// Lets the thread load a library, which then introduces itself.
    func introduction(
        of file: LibraryFile,
        until end: ContinuousClock.Instant
    ) async throws(PluginFault) -> LibraryReply {
        let call = LibraryCall(.introduction(of: file))
        try queue.add(call)
        return try await call.result(until: end)
    }

    /// Lets the library judge an exchange, and returns at once.
    func begin(_ use: LibraryUse, on exchange: borrowing ProbeExchange) throws(PluginFault) -> LibraryCall {
        let call = spare.withLock { $0.popLast() } ?? LibraryCall(.verdict)
        try call.write(use, exchange)
        try queue.add(call)
        return call
    }

    /// Waits for the verdict, at most until an instant and not longer than the task is wanted; once per call.
    func verdict(
        of call: LibraryCall,
        until end: ContinuousClock.Instant
    ) async throws(PluginFault) -> PluginVerdict {
        defer { if call.isOver { spare.withLock { $0.append(call) } } }
        return try await call.result(until: end).verdict
    }
}
#endif
