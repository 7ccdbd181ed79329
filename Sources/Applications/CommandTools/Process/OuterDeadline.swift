import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Ends the process if a command does not end, even if no task runs because the system starts no thread.
///
/// It uses the system timer (alarm(2)): the handler of its signal writes one line and ends the process.
package enum OuterDeadline {
    /// States whether a monitoring system reads the end, from standard output and as the status of an unknown state.
    package static func answerMonitoring(_ isAsked: Bool) { _ = isForMonitoring.exchange(isAsked ? 1 : 0) }

    /// Starts the timer, or restarts a running one.
    static func begin(after limit: Duration) {
        signal(SIGALRM) { _ in
            // Only functions that are safe in a handler (signal-safety(7)).
            eraseProgress()
            let isAsked = isForMonitoring.value != 0
            (isAsked ? monitoringMessage : message).withUTF8Buffer { text in
                _ = unsafe write(isAsked ? STDOUT_FILENO : STDERR_FILENO, text.baseAddress, text.count)
            }
            _exit((isAsked ? NagiosReport.State.unknown.exitStatus : .software).rawValue)
        }
        _ = alarm(UInt32(clamping: limit.components.seconds + 1))
    }

    static func end() { _ = alarm(0) }
}

private let isForMonitoring = AtomicNumber(0)
private let message: StaticString = """
    connectivityctl: the check did not end in time, perhaps because the system starts no thread; raise the limit of \
    processes (ulimit -u)

    """
private let monitoringMessage: StaticString = """
    UNKNOWN - the check did not end in time, perhaps because the system starts no thread

    """
