/// All interfaces of the device at one moment.
public struct InterfaceSnapshot: Hashable, Sendable {
    /// The interfaces, sorted by index.
    public var interfaces: [NetworkInterface]
    /// The name servers that the system uses for every interface, best first; empty if not known.
    ///
    /// A stub resolver on the device itself, such as 127.0.0.53, is listed as such.
    public var nameServers: [IPAddress]
    /// The result of a system service's connectivity check of the whole system; `nil` without such a service.
    public var systemConnectivity: SystemConnectivity?
    /// The number of resumptions from suspension since the source began to observe; a round begins after each.
    public var resumeCount = 0
    /// Whether the device runs on battery; `nil` if not known, or without a battery.
    public var isOnBattery: Bool?

    /// Creates a snapshot.
    public init(
        _ interfaces: [NetworkInterface] = [],
        nameServers: [IPAddress] = [],
        systemConnectivity: SystemConnectivity? = nil
    ) {
        self.interfaces = interfaces.sorted { $0.index < $1.index }
        self.nameServers = nameServers
        self.systemConnectivity = systemConnectivity
    }

    /// Finds an interface by name.
    public subscript(name: String) -> NetworkInterface? { interfaces.first { $0.name == name } }

    /// The snapshot with the ``NetworkInterface/withoutVolatileParts`` form of each interface, by which a source detects unchanged states.
    public var withoutVolatileParts: InterfaceSnapshot {
        var copy = self
        copy.interfaces = interfaces.map(\.withoutVolatileParts)
        return copy
    }

    /// The usable interface that the device prefers.
    ///
    /// It is the one through which the system sends packets to the Internet, IPv4 first. If the source cannot look this up, it is
    /// the one with the default route of lowest cost in either family. Without any default route it is the first usable one,
    /// because a network without a route to the Internet must be judged too.
    public var preferred: NetworkInterface? {
        let usable = interfaces.filter(\.isUsable)
        // The packets of a translator leave through the interface below it, which has the network's gateway.
        let real = usable.filter { !$0.isTranslator }
        let asked = IPAddress.Family.allCases.lazy.compactMap { family in
            real.first { $0.egress.contains(family) }
        }
        return asked.first ?? real.cheapest ?? usable.cheapest ?? usable.first
    }

    /// The usable interface that the device would prefer without any tunnel: the one that carries a VPN.
    ///
    /// `nil` if only tunnels are usable.
    public var underlay: NetworkInterface? {
        guard let preferred, preferred.kind == .vpn else { return preferred }
        let usable = interfaces.filter { $0.isUsable && $0.kind != .vpn }
        return usable.cheapest ?? usable.first
    }
}

extension InterfaceSnapshot {
    /// The usable interfaces through which the system may send a new connection to the Internet.
    ///
    /// They are the one that the system's route lookup names, and those with a default route of the same table and metric: a
    /// route with several next hops shares the connections among them. Empty if the source cannot look up routes.
    package func routedInterfaces(over family: IPAddress.Family) -> [NetworkInterface] {
        let usable = interfaces.filter(\.isUsable)
        let looked = usable.filter { $0.egress.contains(family) }
        let best = Set(looked.compactMap { $0.costs(over: family).first })
        return usable.filter { looked.contains($0) || !best.isDisjoint(with: $0.costs(over: family)) }
    }

    /// Whether a new connection may use one of several routes, because a default route has several next hops.
    package var isMultipath: Bool {
        IPAddress.Family.allCases.contains { family in
            let costs = routedInterfaces(over: family).flatMap { $0.costs(over: family) }
            return costs.filter { $0 == costs.first }.count > 1
        }
    }
}

extension InterfaceSnapshot {
    /// Returns the snapshot without some interfaces, as if the device did not have them.
    ///
    /// Patterns are names of interfaces, with an optional `*` at either end, and kinds. If `only` is empty, all interfaces that
    /// are not ignored stay.
    package func filtered(only: [String], ignoring ignored: [String]) -> InterfaceSnapshot {
        let (kept, dropped) = (NamePatterns(only), NamePatterns(ignored))
        var copy = self
        copy.interfaces.removeAll { interface in
            let names = [interface.name, interface.kind.rawValue]
            return !kept.isEmpty && !names.contains(where: kept.contain) || names.contains(where: dropped.contain)
        }
        return copy
    }
}

extension NetworkInterface {
    /// Whether the interface translates IPv4 to IPv6 on a network without IPv4 (CLAT, RFC 6877), and is not a VPN: it has an
    /// address that is reserved for that, or the name that such programs give to their tunnel.
    package var isTranslator: Bool {
        kind == .vpn
            && (name.hasPrefix("clat") || name.contains("464xlat") || addresses.contains(where: \.isOfTranslator))
    }

    /// Whether the device has IPv6 addresses in its network, but no IPv4 address.
    ///
    /// The address of a translator on this device is not an address of the network.
    package var isIPv6Only: Bool {
        let own = addresses.filter { $0.isRoutable && !$0.isOfTranslator }
        return !own.isEmpty && own.allSatisfy { $0.address.family == .ipv6 }
    }

    /// The default routes of a family without their gateways, best first: equal ones share the traffic.
    fileprivate func costs(over family: IPAddress.Family) -> [DefaultRoute] {
        defaultRoutes.filter { $0.family == family }.map { route in
            DefaultRoute(family: family, gateway: nil, metric: route.metric, table: route.table)
        }
    }
}

extension NetworkInterface.Address {
    /// Whether the address is reserved for a translator of this device: 192.0.0.0/29 (RFC 7335).
    package var isOfTranslator: Bool {
        let bytes = address.bytes
        return bytes.count == 4 && bytes.starts(with: [192, 0, 0]) && bytes[3] < 8
    }
}

extension [NetworkInterface] {
    /// The interface with the default route of lowest cost in the main table.
    fileprivate var cheapest: NetworkInterface? {
        let routed = compactMap { interface in
            let main = interface.defaultRoutes.filter { $0.table == NetworkInterface.DefaultRoute.mainTable }
            return main.map(\.metric).min().map { (interface, $0) }
        }
        return routed.min { $0.1 < $1.1 }?.0
    }
}

extension InterfaceSnapshot: CustomStringConvertible {
    /// The names and kinds of the interfaces, with a mark on those that are not usable.
    public var description: String {
        interfaces.isEmpty ? "no interfaces" : interfaces.map(\.description).joined(separator: ", ")
    }
}
