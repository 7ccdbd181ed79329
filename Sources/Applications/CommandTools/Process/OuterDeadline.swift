#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Ends the process if a command does not end, even if the system starts no thread, so that no task runs.
///
/// It is the system's own timer (alarm(2)): the handler of its signal writes one line and ends the process.
enum OuterDeadline {
    /// Starts the timer; it replaces one that is running.
    static func begin(after limit: Duration) {
        signal(SIGALRM) { _ in
            // Only functions that are safe in a handler (signal-safety(7)).
            eraseProgress()
            message.withUTF8Buffer { text in
                _ = unsafe write(STDERR_FILENO, text.baseAddress, text.count)
            }
            _exit(ExitStatus.software.rawValue)
        }
        _ = alarm(UInt32(clamping: limit.components.seconds + 1))
    }

    /// Stops the timer.
    static func end() { _ = alarm(0) }
}

private let message: StaticString = """
    connectivityctl: the check did not end in time, perhaps because the system starts no thread; raise the limit of \
    processes (ulimit -u)

    """
