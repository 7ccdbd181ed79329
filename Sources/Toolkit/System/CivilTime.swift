#if canImport(Glibc)
import CSystem
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The civil time of the system (`CLOCK_REALTIME`, clock_gettime(2)).
package enum CivilTime {
    /// The time since 1970-01-01T00:00:00Z, without leap seconds.
    package static var sinceEpoch: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The seconds to add to UTC for the local time at a Unix time, and the abbreviation of the zone such as `CET`
    /// (localtime_r(3), `TZ`); UTC if the system has no zone.
    package static func zone(at seconds: Int64) -> (offset: Int, name: String) {
        var time = time_t(clamping: seconds)
        var parts = unsafe tm()
        guard unsafe localtime_r(&time, &parts) != nil, let name = unsafe parts.tm_zone else { return (0, "UTC") }
        return unsafe (parts.tm_gmtoff, String(cString: name))
    }

    #if canImport(Glibc)
    /// Whether a service keeps the clock of this device synchronized; `nil` if the kernel does not report it.
    package static var isKept: Bool? {
        let answer = connectivity_clock_is_kept()
        return answer < 0 ? nil : answer == 1
    }
    #endif
}
