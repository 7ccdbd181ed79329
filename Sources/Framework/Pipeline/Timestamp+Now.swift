public import ConnectivityCore
import ConnectivityToolkit

extension Timestamp {
    /// The civil time of the system (`CLOCK_REALTIME`).
    public static var now: Timestamp { Timestamp(sinceEpoch: CivilTime.sinceEpoch) }
}
