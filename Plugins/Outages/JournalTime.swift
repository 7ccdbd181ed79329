import ConnectivityCore

#if os(Linux)
import Glibc
#endif

/// One moment on three clocks, in milliseconds.
struct JournalTime: Hashable, Sendable {
    /// Since the device started, with the time of sleep (`CLOCK_BOOTTIME`); it never steps.
    var boot: Int64
    /// Since the device started, without the time of sleep (`CLOCK_MONOTONIC`).
    var awake: Int64
    /// Since 1970 (`CLOCK_REALTIME`); people and time servers set it.
    var wall: Int64

    /// The longest plausible time from an event to its delivery; a longer time is a step of the wall clock.
    private static let lagMax: Int64 = 60_000

    /// The moment of a wall-clock event that is delivered at this moment; this moment if the clock was set in between.
    func moved(to event: Timestamp) -> JournalTime {
        let lag = wall - event.milliseconds
        guard (0...Self.lagMax).contains(lag) else { return self }
        return JournalTime(boot: boot - lag, awake: awake - lag, wall: event.milliseconds)
    }
}

/// Reads the clocks of the device, or those of a test.
struct JournalClock: Sendable {
    /// The identifier of the time since the device started; empty if unknown.
    ///
    /// Boot times can be compared only with the same identifier.
    var bootID: String
    var now: @Sendable () -> JournalTime
}

extension Timestamp {
    /// The milliseconds since 1970, rounded down; a time outside 64 bits becomes the nearest possible one.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = sinceEpoch.components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        return overflows ? (seconds < 0 ? .min / 2 : .max / 2) : whole &+ attoseconds / 1_000_000_000_000_000
    }

    init(milliseconds: Int64) { self.init(sinceEpoch: .milliseconds(milliseconds)) }
}

#if os(Linux)
extension JournalClock {
    /// The clocks of this device (clock_gettime(2), random(4)).
    static var system: JournalClock {
        var bytes = [UInt8](repeating: 0, count: 64)
        let descriptor = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        let count = unsafe descriptor >= 0 ? Glibc.read(descriptor, &bytes, bytes.count) : 0
        if descriptor >= 0 { close(descriptor) }
        let text = bytes.prefix(max(0, count)).prefix { $0 != 0x0A && $0 < 0x80 }
        return JournalClock(bootID: String(decoding: text, as: UTF8.self)) {
            JournalTime(boot: reading(CLOCK_BOOTTIME), awake: reading(CLOCK_MONOTONIC), wall: reading(CLOCK_REALTIME))
        }
    }

    private static func reading(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
#endif
