#if os(Linux)
internal import CNetlink
internal import ConnectivityCore

/// What one look at the kernel's tables brought: the only input of a snapshot besides what interfaces are made of.
struct KernelTables: Hashable {
    var links: [LinkRecord] = []
    var addresses: [AddressRecord] = []
    var routes: [RouteRecord] = []

    /// Puts the tables together; addresses and routes of interfaces that are not in the list are left out.
    ///
    /// - Parameter kindOf: What an interface is made of.
    /// - Returns: The snapshot.
    func assemble(kindOf: (LinkRecord) -> Interface.Kind) -> InterfaceSnapshot {
        var addressesByIndex: [Int: [Interface.Address]] = [:]
        for record in addresses where record.isAssigned {
            addressesByIndex[record.interfaceIndex, default: []].append(record.address)
        }
        var routesByIndex: [Int: [Interface.DefaultRoute]] = [:]
        for record in routes {
            for hop in record.hops {
                let route = Interface.DefaultRoute(family: record.family, gateway: hop.gateway, metric: record.metric)
                routesByIndex[hop.interfaceIndex, default: []].append(route)
            }
        }
        return InterfaceSnapshot(
            links.map { link in
                Interface(
                    name: link.name,
                    index: link.index,
                    kind: kindOf(link),
                    isUp: link.isUp,
                    hasCarrier: link.hasCarrier,
                    addresses: addressesByIndex[link.index] ?? [],
                    defaultRoutes: (routesByIndex[link.index] ?? []).sorted { $0.order < $1.order }
                )
            }
        )
    }
}

extension LinkRecord {
    /// Whether the interface is switched on.
    var isUp: Bool { flags & UInt32(IFF_UP) != 0 }

    /// Whether the link below is there and open for traffic.
    ///
    /// A dormant link (5) waits for a handshake such as 802.1X, a link in test (4) carries test traffic alone. Loopback
    /// and most tunnels stay at "unknown" (0) for ever, which therefore counts as there.
    var hasCarrier: Bool {
        let isOpen =
            switch operationalState ?? 0 {
            case 0, 6: true
            default: false
            }
        return flags & Self.lowerUp != 0 && carrier != 0 && isOpen
    }

    /// `IFF_LOWER_UP` of linux/if.h, which cannot be included next to net/if.h.
    private static let lowerUp: UInt32 = 1 << 16
}

extension AddressRecord {
    /// Whether the address may be used: duplicate detection has not failed and either ended or need not be awaited.
    fileprivate var isAssigned: Bool {
        if flags & UInt32(IFA_F_DADFAILED) != 0 { return false }
        return flags & UInt32(IFA_F_TENTATIVE) == 0 || flags & UInt32(IFA_F_OPTIMISTIC) != 0
    }
}

extension Interface.DefaultRoute {
    /// Lowest metric first, then IPv4; equal ones keep the kernel's order, because sorting is stable.
    fileprivate var order: (UInt32, Int) { (metric, family == .ipv4 ? 0 : 1) }
}
#endif
