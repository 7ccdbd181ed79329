#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The processor time of one thread, which other work on the host does not increase.
package enum ThreadTime {
    /// Measures the processor time (`clock_gettime(2)`, `CLOCK_THREAD_CPUTIME_ID`) of work that stays on its thread and
    /// does not wait.
    package static func of(_ work: () -> Void) -> Duration {
        let start = now
        work()
        return now - start
    }

    /// Returns whether the time of work is linear in the size of its input.
    ///
    /// Four times the input takes about four times as long if the work is linear, and sixteen times as long if it is
    /// quadratic; less than eight times counts as linear. `work` prepares an input of a size, which is not measured, and
    /// returns the work on it.
    ///
    /// Caches and the processor's clock rate vary, so the shortest of three measurements counts if the first is too long.
    package static func isLinear(from count: Int, _ work: (Int) -> () -> Void) -> Bool {
        let (small, large) = (work(count), work(count * 4))
        // The first run includes one-time initialization.
        _ = of(small)
        var (short, long) = (of(small), of(large))
        for _ in 1..<3 where long >= short * 8 {
            short = min(short, of(small))
            long = min(long, of(large))
        }
        return long < short * 8
    }

    private static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
