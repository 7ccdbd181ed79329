import ConnectivityCore

/// The kinds of interfaces that a status distinguishes.
public enum ConnectivityInterface: Hashable, Sendable, CaseIterable {
    /// A cellular modem.
    case cellular
    /// A cable, or an equivalent: a bond, a bridge, a VLAN, or a container's virtual Ethernet interface.
    case ethernet
    /// The loopback interface.
    case loopback
    /// An interface of any other kind.
    case other
    /// A Wi-Fi interface.
    case wifi

    init(_ kind: NetworkInterface.Kind) {
        switch kind {
        case .wifi: self = .wifi
        case .cellular: self = .cellular
        case .ethernet, .bridge, .bond, .vlan, .veth: self = .ethernet
        case .loopback: self = .loopback
        default: self = .other
        }
    }
}

extension InterfaceSnapshot {
    /// The kind of the interface in use, or of the one below a tunnel; `nil` if no interface is in use.
    package var connectivityInterface: ConnectivityInterface? { (underlay ?? preferred).map { .init($0.kind) } }

    /// The kinds of the usable interfaces, the one in use first, without duplicates.
    package var connectivityInterfaces: [ConnectivityInterface] {
        var kinds = connectivityInterface.map { [$0] } ?? []
        for interface in interfaces where interface.isUsable {
            let kind = ConnectivityInterface(interface.kind)
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }
}
