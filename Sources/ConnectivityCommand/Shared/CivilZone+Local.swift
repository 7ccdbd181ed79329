import ConnectivityCore
import ConnectivitySystem
import ConnectivityText

extension CivilZone {
    /// The zone of this device, or the one that the variable `TZ` names.
    static let local = CivilZone { CivilTime.zone(at: $0.sinceEpoch.components.seconds) }
}
