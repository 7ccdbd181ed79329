import ConnectivitySupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Waits for SIGINT or SIGTERM.
///
/// Made on the only thread of a process: the threads that come later inherit that the two signals are blocked, so that
/// they reach the one thread that waits for them (pthread_sigmask(3), sigwait(3)).
struct Interruption: Sendable {
    private let signal: AsyncStream<Never>

    init() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        let (signal, continuation) = AsyncStream.makeStream(of: Never.self)
        self.signal = signal
        DedicatedThread.start { [signals] in
            var signals = signals
            var received: CInt = 0
            _ = unsafe sigwait(&signals, &received)
            continuation.finish()
        }
    }

    /// Returns at the first signal, or when the task is cancelled.
    func wait() async { for await _ in signal {} }
}
