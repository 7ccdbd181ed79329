#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The civil time of the system (`CLOCK_REALTIME`, clock_gettime(2)).
package enum CivilTime {
    /// The time since 1970-01-01T00:00:00Z, without leap seconds.
    package static var sinceEpoch: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
