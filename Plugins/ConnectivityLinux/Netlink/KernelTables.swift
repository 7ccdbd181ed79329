#if os(Linux)
internal import CNetlink
internal import ConnectivityCore

/// The kernel's tables from one read: together with the kinds of the interfaces they determine a snapshot.
struct KernelTables: Hashable {
    var links: [LinkRecord] = []
    var addresses: [AddressRecord] = []
    var routes: [RouteRecord] = []
    /// The routes to the Internet that the kernel selects.
    var egress: [WayRecord] = []

    /// Tables that may have changed.
    struct Parts: OptionSet {
        let rawValue: Int

        static let links = Parts(rawValue: 1)
        static let addresses = Parts(rawValue: 2)
        /// The routes, and those to the Internet.
        static let routes = Parts(rawValue: 4)
        static let all: Parts = [.links, .addresses, .routes]

        init(rawValue: Int) { self.rawValue = rawValue }

        /// The tables that may change with an event; all, unless its type excludes some.
        ///
        /// With a link the kernel removes its addresses and its routes, and with an address routes, some without an event.
        init(changedBy type: UInt16?) {
            switch type.map(Int.init) {
            case RTM_NEWADDR, RTM_DELADDR: self = [.addresses, .routes]
            case RTM_NEWROUTE, RTM_DELROUTE, RTM_NEWRULE, RTM_DELRULE, RTM_NEWNEXTHOP, RTM_DELNEXTHOP: self = .routes
            default: self = .all
            }
        }
    }

    /// Combines the tables into a snapshot; entries about unlisted interfaces are left out.
    ///
    /// - Parameter kindOf: Returns the kind of an interface.
    /// - Returns: The snapshot.
    func assemble(kindOf: (LinkRecord) -> NetworkInterface.Kind) -> InterfaceSnapshot {
        let addresses = Dictionary(grouping: addresses, by: \.interfaceIndex)
        let egress = Dictionary(grouping: egress, by: \.interfaceIndex)
        let routes = routesByIndex
        return InterfaceSnapshot(
            links.map { link in
                let kind = kindOf(link)
                return NetworkInterface(
                    name: link.name,
                    index: link.index,
                    kind: kind,
                    driver: link.driver,
                    isUp: link.isUp,
                    hasCarrier: link.hasCarrier,
                    carrierChangeCount: link.carrierChangeCount.map(Int.init),
                    operationalState: link.state,
                    // The kernel knows no prices; that a mobile network is metered is a guess that is nearly always
                    // right.
                    isMetered: kind == .cellular ? true : nil,
                    addresses: addresses[link.index]?.map(\.address) ?? [],
                    defaultRoutes: routes[link.index] ?? [],
                    egress: Set(egress[link.index]?.map(\.family) ?? [])
                )
            }
        )
    }

    private var routesByIndex: [Int: [NetworkInterface.DefaultRoute]] {
        var found: [Int: [NetworkInterface.DefaultRoute]] = [:]
        for record in routes {
            for hop in record.hops {
                let route = NetworkInterface.DefaultRoute(
                    family: record.family,
                    gateway: hop.gateway,
                    metric: record.metric,
                    table: record.table
                )
                found[hop.interfaceIndex, default: []].append(route)
            }
        }
        // Equal routes keep the kernel's order, because sorting is stable.
        return found.mapValues { routes in routes.sorted { $0.order < $1.order } }
    }
}

extension NetworkInterface.DefaultRoute {
    /// The sort order: first the main table, then the lowest metric, then IPv4.
    fileprivate var order: (Int, UInt32, Int) { (table == Self.mainTable ? 0 : 1, metric, family == .ipv4 ? 0 : 1) }
}
#endif
