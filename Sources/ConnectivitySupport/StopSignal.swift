#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Wakes a thread that waits in poll(2) for good: a pipe whose writing end is closed once, which hangs up the other.
package final class StopSignal: Sendable {
    /// For poll(2): hung up from the moment that the signal is raised.
    package let number: CInt
    private let writingEnd: Mutex<CInt?>
    private let isOpen = Mutex(true)

    /// Makes a signal; `nil` where the system gives no pipe, for the reason in `errno`.
    package init?() {
        var ends: [CInt] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        number = ends[0]
        writingEnd = Mutex(ends[1])
    }

    deinit { end() }

    /// Wakes the thread; on any thread, and without effect the second time.
    package func raise() {
        writingEnd.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    /// Closes both ends, at the latest when the last owner ends.
    ///
    /// Nothing may wait any more.
    package func end() {
        raise()
        isOpen.withLock { isOpen in
            if isOpen { close(number) }
            isOpen = false
        }
    }
}
