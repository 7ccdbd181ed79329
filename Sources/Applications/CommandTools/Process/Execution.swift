import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Replaces the process by another program.
package enum Execution {
    /// Replaces this process by a program; if that fails, it throws the system's message, and this process continues.
    package static func become(_ words: [String]) throws(CommandError) -> Never {
        // The threads of tasks block signals, and a program inherits the blocked and the ignored signals; the ignored ones are
        // those that the caller of this process ignores.
        var (none, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        let error = unsafe CStrings.with(words) { texts in
            _ = unsafe execvp(words[0], texts)
            return Errno.last
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        let status = error.number == ENOENT ? ExitStatus.notFound : .notExecutable
        throw CommandError(status: status, text: "cannot run \(words[0].printable(limit: 200)): \(error)")
    }
}
