package import ConnectivityCore

/// The facts that the system reports about the network path of an app.
package struct PathDescription: Hashable, Sendable {
    /// Whether the path can be used.
    package enum Status: Hashable, Sendable, CaseIterable {
        case satisfied
        case unsatisfied
        /// A connection attempt may establish the path, for example a VPN on demand.
        case requiresConnection
    }

    package enum LinkType: Hashable, Sendable, CaseIterable {
        case wifi, cellular, wiredEthernet, loopback, other
    }

    package struct Link: Hashable, Sendable {
        package var name: String
        package var index: Int
        package var type: LinkType
    }

    package var status: Status
    /// The interfaces, the preferred one first.
    package var links: [Link] = []
    /// Whether traffic on the preferred interface costs money.
    package var isExpensive = false
    /// Whether the user asked for low data use on the path (Low Data Mode).
    package var isConstrained = false
    package var families: Set<IPAddress.Family> = []
    /// The routers of the preferred interface.
    package var gateways: [IPAddress] = []

    /// Whether the path is unsatisfied and lists no interfaces, as before the first update of a monitor.
    package var isEmpty: Bool { status == .unsatisfied && links.isEmpty }

    /// Returns the snapshot that corresponds to the description.
    ///
    /// The system lists the interfaces that may be used and describes the path as a whole. Facts that it does not
    /// report for an interface remain unknown. Interfaces of an unsatisfied path are listed without a carrier, because
    /// no traffic can pass. A path that requires a connection attempt counts as usable: a probe is such an attempt.
    package func snapshot(addresses: [String: [NetworkInterface.Address]]) -> InterfaceSnapshot {
        InterfaceSnapshot(
            links.enumerated().map { position, link in
                let isPreferred = position == 0
                let carries = isPreferred && status != .unsatisfied ? families : []
                return NetworkInterface(
                    name: link.name,
                    index: link.index,
                    kind: NetworkInterface.Kind(of: link),
                    hasCarrier: status != .unsatisfied,
                    operationalState: status.operationalState,
                    isMetered: isPreferred ? isExpensive || isConstrained : link.type == .cellular ? true : nil,
                    addresses: addresses[link.name] ?? [],
                    defaultRoutes: IPAddress.Family.allCases.filter(carries.contains).map { family in
                        let gateway = gateways.first { $0.family == family }
                        return NetworkInterface.DefaultRoute(family: family, gateway: gateway, metric: 0)
                    },
                    egress: carries
                )
            }
        )
    }
}

extension PathDescription.Status {
    fileprivate var operationalState: NetworkInterface.OperationalState {
        switch self {
        case .satisfied: .up
        case .unsatisfied: .down
        case .requiresConnection: .dormant
        }
    }
}

extension NetworkInterface.Kind {
    /// Derives the kind from the type of the interface, or from its name if the type is `other`.
    package init(of link: PathDescription.Link) {
        self =
            switch link.type {
            case .wifi: .wifi
            case .cellular: .cellular
            case .wiredEthernet: .ethernet
            case .loopback: .loopback
            case .other: Self.byName.first { link.name.hasPrefix($0.0) }?.1 ?? .other
            }
    }

    /// Name prefixes of virtual interfaces on Apple's systems (ifconfig(8), ipsec and utun of XNU's `bsd/net`).
    private static let byName: [(String, NetworkInterface.Kind)] = [
        ("utun", .vpn), ("ipsec", .vpn), ("ppp", .vpn), ("gif", .vpn), ("stf", .vpn), ("tun", .vpn), ("tap", .vpn),
        ("feth", .veth), ("bridge", .bridge), ("bond", .bond), ("vlan", .vlan),
    ]
}
