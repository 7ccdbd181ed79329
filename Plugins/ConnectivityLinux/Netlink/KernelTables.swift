#if os(Linux)
internal import ConnectivityCore

/// What one look at the kernel's tables brought: the only input of a snapshot besides what interfaces are made of.
struct KernelTables: Hashable {
    var links: [LinkRecord] = []
    var addresses: [AddressRecord] = []
    var routes: [RouteRecord] = []
    /// The ways to the Internet.
    var egress: [WayRecord] = []

    /// Puts the tables together; what is about interfaces that are not in the list is left out.
    ///
    /// - Parameter kindOf: What an interface is made of.
    /// - Returns: The snapshot.
    func assemble(kindOf: (LinkRecord) -> Interface.Kind) -> InterfaceSnapshot {
        let addresses = Dictionary(grouping: addresses, by: \.interfaceIndex)
        let egress = Dictionary(grouping: egress, by: \.interfaceIndex)
        let routes = routesByIndex
        return InterfaceSnapshot(
            links.map { link in
                let kind = kindOf(link)
                return Interface(
                    name: link.name,
                    index: link.index,
                    kind: kind,
                    driver: link.driver,
                    isUp: link.isUp,
                    hasCarrier: link.hasCarrier,
                    operationalState: link.state,
                    // The kernel knows no prices; what a mobile network takes is a guess that is nearly always right.
                    isMetered: kind == .cellular ? true : nil,
                    addresses: addresses[link.index]?.map(\.address) ?? [],
                    defaultRoutes: routes[link.index] ?? [],
                    egress: Set(egress[link.index]?.map(\.family) ?? [])
                )
            }
        )
    }

    private var routesByIndex: [Int: [Interface.DefaultRoute]] {
        var found: [Int: [Interface.DefaultRoute]] = [:]
        for record in routes {
            for hop in record.hops {
                let route = Interface.DefaultRoute(
                    family: record.family,
                    gateway: hop.gateway,
                    metric: record.metric,
                    table: record.table
                )
                found[hop.interfaceIndex, default: []].append(route)
            }
        }
        // Equal ones keep the kernel's order, because sorting is stable.
        return found.mapValues { routes in routes.sorted { $0.order < $1.order } }
    }
}

extension Interface.DefaultRoute {
    /// The main table first, then the lowest metric, then IPv4.
    fileprivate var order: (Int, UInt32, Int) { (table == Self.mainTable ? 0 : 1, metric, family == .ipv4 ? 0 : 1) }
}
#endif
