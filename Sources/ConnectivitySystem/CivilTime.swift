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

    /// Returns how many seconds the local time is ahead of UTC at a time, by the environment's `TZ` and the zone of the
    /// system (tzset(3)); zero if the system does not know.
    package static func localOffset(at sinceEpoch: Duration) -> Int {
        var time = time_t(clamping: sinceEpoch.components.seconds)
        var parts = unsafe tm()
        guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
        return unsafe parts.tm_gmtoff
    }
}
