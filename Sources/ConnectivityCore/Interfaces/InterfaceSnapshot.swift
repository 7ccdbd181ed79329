/// Every interface of the machine at one moment.
public struct InterfaceSnapshot: Hashable, Sendable {
    /// The interfaces, by index.
    public var interfaces: [Interface]
    /// The name servers that the system uses for every interface, best first; empty where not told.
    ///
    /// A stub on the machine itself, such as 127.0.0.53, stands here as it is.
    public var nameServers: [IPAddress]
    /// What a service of the system found out about the Internet as a whole; `nil` where none tells.
    public var systemConnectivity: SystemConnectivity?

    /// Creates a snapshot.
    /// - Parameters:
    ///   - interfaces: The interfaces; kept by index.
    ///   - nameServers: The name servers that the system uses for every interface.
    ///   - systemConnectivity: What a service of the system found out.
    public init(
        _ interfaces: [Interface] = [],
        nameServers: [IPAddress] = [],
        systemConnectivity: SystemConnectivity? = nil
    ) {
        self.interfaces = interfaces.sorted { $0.index < $1.index }
        self.nameServers = nameServers
        self.systemConnectivity = systemConnectivity
    }

    /// Finds an interface by name.
    /// - Parameter name: The name.
    public subscript(name: String) -> Interface? { interfaces.first { $0.name == name } }

    /// The snapshot with each interface as it is ``Interface/steady``.
    public var steady: InterfaceSnapshot {
        var copy = self
        copy.interfaces = interfaces.map(\.steady)
        return copy
    }

    /// The usable interface that the machine prefers.
    ///
    /// The one that the system sends packets to the Internet through, those of IPv4 first. Where the source cannot ask,
    /// the one with the cheapest default route of either family; without any default route, the first usable one, because
    /// a network without a way out is still a network to judge.
    public var preferred: Interface? {
        let usable = interfaces.filter(\.isUsable)
        let asked = AddressFamily.allCases.lazy.compactMap { family in
            usable.first { $0.egress.contains(family) }
        }
        return asked.first ?? usable.cheapest ?? usable.first
    }

    /// The usable interface that the machine would prefer without any tunnel: what carries a VPN, where there is one.
    ///
    /// `nil` where only tunnels are usable.
    public var underlay: Interface? {
        guard let preferred, preferred.kind == .vpn else { return preferred }
        let usable = interfaces.filter { $0.isUsable && $0.kind != .vpn }
        return usable.cheapest ?? usable.first
    }
}

extension [Interface] {
    /// The one with the cheapest default route in the main table.
    fileprivate var cheapest: Interface? {
        let routed = compactMap { interface in
            let main = interface.defaultRoutes.filter { $0.table == Interface.DefaultRoute.mainTable }
            return main.map(\.metric).min().map { (interface, $0) }
        }
        return routed.min { $0.1 < $1.1 }?.0
    }
}
