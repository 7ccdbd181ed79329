package import ConnectivityCore

/// What the system tells of the network path that a program would use, in plain values.
package struct PathDescription: Hashable, Sendable {
    /// Whether the path can be used.
    package enum Status: Hashable, Sendable, CaseIterable {
        /// It can.
        case satisfied
        /// It cannot.
        case unsatisfied
        /// A connection has to be tried first, which may bring it up, such as a tunnel on demand.
        case requiresConnection
    }

    /// The types that the system tells apart.
    package enum LinkType: Hashable, Sendable, CaseIterable {
        case wifi, cellular, wiredEthernet, loopback, other
    }

    /// One interface of the path.
    package struct Link: Hashable, Sendable {
        package var name: String
        package var index: Int
        package var type: LinkType

        package init(name: String, index: Int, type: LinkType) {
            self.name = name
            self.index = index
            self.type = type
        }
    }

    /// Whether the path can be used.
    package var status: Status
    /// The interfaces, the preferred one first.
    package var links: [Link]
    /// Whether traffic on the preferred interface costs money.
    package var isExpensive: Bool
    /// Whether the user wants little traffic on it (Low Data Mode).
    package var isConstrained: Bool
    /// The families that the path can carry.
    package var families: Set<AddressFamily>
    /// The routers of the preferred interface.
    package var gateways: [IPAddress]

    package init(
        status: Status,
        links: [Link] = [],
        isExpensive: Bool = false,
        isConstrained: Bool = false,
        families: Set<AddressFamily> = [],
        gateways: [IPAddress] = []
    ) {
        self.status = status
        self.links = links
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
        self.families = families
        self.gateways = gateways
    }

    /// Whether it says nothing but that there is nothing, as a monitor does that has not looked yet.
    package var isEmpty: Bool { status == .unsatisfied && links.isEmpty }

    /// The snapshot that the description means.
    ///
    /// The system lists the interfaces that may be used and tells of the path as a whole; what it does not tell of an
    /// interface stays open. An interface of an unsatisfied path is there without a link, because nothing can pass it.
    /// One that has to be tried first counts as usable: a probe is what tries.
    ///
    /// - Parameter addresses: The addresses of each interface, by name.
    /// - Returns: The snapshot.
    package func snapshot(addresses: [String: [Interface.Address]]) -> InterfaceSnapshot {
        InterfaceSnapshot(
            links.enumerated().map { position, link in
                let isPreferred = position == 0
                let carries = isPreferred && status != .unsatisfied ? families : []
                return Interface(
                    name: link.name,
                    index: link.index,
                    kind: Interface.Kind(of: link),
                    hasCarrier: status != .unsatisfied,
                    operationalState: status.operationalState,
                    isMetered: isPreferred ? isExpensive || isConstrained : link.type == .cellular ? true : nil,
                    addresses: addresses[link.name] ?? [],
                    defaultRoutes: AddressFamily.allCases.filter(carries.contains).map { family in
                        let gateway = gateways.first { $0.family == family }
                        return Interface.DefaultRoute(family: family, gateway: gateway, metric: 0)
                    },
                    egress: carries
                )
            }
        )
    }
}

extension PathDescription.Status {
    fileprivate var operationalState: Interface.OperationalState {
        switch self {
        case .satisfied: .up
        case .unsatisfied: .down
        case .requiresConnection: .dormant
        }
    }
}

extension Interface.Kind {
    /// What an interface is made of: as its type says, and by its name where that says nothing.
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

    /// How Apple's systems name interfaces that are not devices (ifconfig(8), ipsec and utun of XNU's `bsd/net`).
    private static let byName: [(String, Interface.Kind)] = [
        ("utun", .vpn), ("ipsec", .vpn), ("ppp", .vpn), ("gif", .vpn), ("stf", .vpn), ("tun", .vpn), ("tap", .vpn),
        ("feth", .veth), ("bridge", .bridge), ("bond", .bond), ("vlan", .vlan),
    ]
}
