#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time that processors give one thread, which no other work on the machine makes longer.
package enum ThreadTime {
    /// Measures work that does not leave its thread.
    /// - Parameter work: The work; it waits for nothing.
    /// - Returns: The time that the processor was at it (`clock_gettime(2)`, `CLOCK_THREAD_CPUTIME_ID`).
    package static func of(_ work: () -> Void) -> Duration {
        let start = now
        work()
        return now - start
    }

    /// Tells whether work takes time linear in its input: four times the input takes about four times as long, and sixteen
    /// times where it is quadratic.
    ///
    /// Caches and the clock of the processor have their moods, so the shortest of three times counts where the first is
    /// too long.
    ///
    /// - Parameters:
    ///   - count: The size of the smaller input.
    ///   - work: The work on an input of a size, prepared outside of the time that counts.
    /// - Returns: Whether four times the input took less than eight times as long.
    package static func isLinear(from count: Int, _ work: (Int) -> () -> Void) -> Bool {
        let (small, large) = (work(count), work(count * 4))
        // The first run of all pays for what is made once.
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
