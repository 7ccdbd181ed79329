public import ConnectivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Timestamp {
    /// The civil time of the system (`CLOCK_REALTIME`).
    public static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(sinceEpoch: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
}
