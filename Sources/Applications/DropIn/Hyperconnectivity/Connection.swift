import Connectivity
import ConnectivityCore

/// The kind of the interface in use.
public enum Connection: Hashable, Sendable, CaseIterable {
    /// A cellular modem.
    case cellular
    /// No interface is usable.
    case disconnected
    /// A cable, or an equivalent.
    case ethernet
    /// The loopback interface.
    case loopback
    /// An interface of any other kind.
    case other
    /// A Wi-Fi interface.
    case wifi

    init(_ snapshot: InterfaceSnapshot) {
        switch snapshot.connectivityInterface {
        case .cellular: self = .cellular
        case .ethernet: self = .ethernet
        case .loopback: self = .loopback
        case .other: self = .other
        case .wifi: self = .wifi
        case nil: self = .disconnected
        }
    }
}

extension InterfaceSnapshot {
    /// Whether traffic over the interface in use costs money or is limited; if unknown, true for cellular interfaces.
    var isExpensive: Bool {
        guard let interface = underlay ?? preferred else { return false }
        return interface.isMetered ?? (interface.kind == .cellular)
    }
}
