import ConnectivityCore

/// The kinds of interfaces that a status tells apart.
public enum ConnectivityInterface: Hashable, Sendable, CaseIterable {
    case cellular
    /// A cable, or what stands for one: a bond, a bridge, a VLAN, the way out of a container.
    case ethernet
    case loopback
    case other
    case wifi

    init(_ kind: Interface.Kind) {
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
    /// The kind of the interface in use, which under a tunnel is that of the network below it; `nil` without one.
    package var connectivityInterface: ConnectivityInterface? { (underlay ?? preferred).map { .init($0.kind) } }

    /// The kinds of the usable interfaces, the one in use first, each once.
    package var connectivityInterfaces: [ConnectivityInterface] {
        var kinds = connectivityInterface.map { [$0] } ?? []
        for interface in interfaces where interface.isUsable {
            let kind = ConnectivityInterface(interface.kind)
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }
}
