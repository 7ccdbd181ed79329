#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The signals that a thread blocks.
public enum BlockedSignals: Sendable {
    /// Starts a program while this thread blocks none: the threads of tasks block most, a program inherits that, and `kill` would
    /// not end it.
    public static func none<Value>(while start: () throws -> Value) rethrows -> Value {
        var (none, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try start()
    }
}
