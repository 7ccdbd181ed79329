import ConnectivityCore
import ConnectivitySystem

/// The zone in which times are printed for people.
enum Zone: Sendable {
    case utc, local

    /// Returns a time in whole seconds with its zone, such as `2026-11-21T09:30:00+01:00`.
    func text(_ time: Timestamp) -> String {
        time.text(offset: self == .utc ? 0 : CivilTime.zone(at: time.sinceEpoch.components.seconds).offset)
    }
}
