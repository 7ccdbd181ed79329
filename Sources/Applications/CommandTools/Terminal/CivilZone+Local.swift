import ConnectivityCore
package import ConnectivityText
import ConnectivityToolkit

extension CivilZone {
    /// The zone of this device, or the one that the variable `TZ` names.
    package static let local = CivilZone { CivilTime.zone(at: $0.sinceEpoch.components.seconds) }
}
