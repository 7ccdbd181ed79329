#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The signals that a thread blocks.
public enum BlockedSignals: Sendable {
    /// Starts a program while this thread blocks no signal.
    ///
    /// Threads of tasks block most signals, a program inherits these, and `kill` would not end it.
    public static func none<Value>(while start: () throws -> Value) rethrows -> Value {
        var (none, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try start()
    }
}
