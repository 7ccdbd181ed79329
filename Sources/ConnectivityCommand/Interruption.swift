import ConnectivityBlocking

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Waits for SIGINT or SIGTERM.
///
/// A signal can reach any thread, and its handler may do almost nothing: here it writes a byte to a pipe. A thread
/// that waits for the byte then ends the wait (signal-safety(7)). The handlers remain for the rest of the process.
struct Interruption: Sendable {
    private let end: AsyncStream<Never>

    init() throws {
        var ends: [CInt] = [0, 0]
        guard unsafe pipe(&ends) == 0 else {
            throw CommandError.software("cannot create a pipe for signals: \(unsafe String(cString: strerror(errno)))")
        }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        self.end = end
        try DedicatedThread.startIfPossible {
            var byte: UInt8 = 0
            while unsafe read(readEnd, &byte, 1) < 0, errno == EINTR {}
            continuation.finish()
        }
        unsafe signalPipe = writeEnd
        // The handlers are also set if a shell started the process in the background with SIGINT ignored.
        for number in [SIGINT, SIGTERM] { signal(number, noteSignal) }
    }

    /// Returns at the first signal, or when the task is cancelled.
    func wait() async { for await _ in end {} }
}

/// The write end of the pipe, for the handler, which receives no context; set once, before the handler is.
nonisolated(unsafe) private var signalPipe: CInt = -1

private func noteSignal(_ number: CInt) {
    let saved = errno
    var byte: UInt8 = 1
    _ = unsafe write(signalPipe, &byte, 1)
    errno = saved
}
