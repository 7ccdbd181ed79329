#if os(Linux)
import CNetlink
import ConnectivityCore

/// The type and subject of an event, by its header.
struct KernelEvent: Equatable {
    var type: UInt16
    /// The address family of the event, with which the content of all but link events begins; `nil` for others.
    var family: IPAddress.Family?
    /// Whether a default route begins to exist or changes.
    var isNewDefaultRoute = false
}

/// The kernel's tables from one read: together with the kinds of the interfaces they determine a snapshot.
struct KernelTables: Hashable {
    var links: [LinkRecord] = []
    var addresses: [AddressRecord] = []
    var routes: [RouteRecord] = []
    /// The routes to the Internet that the kernel selects.
    var egress: [ResolvedRoute] = []

    /// A set of tables that may have changed.
    struct Parts: OptionSet {
        let rawValue: Int

        static let links = Parts(rawValue: 1)
        static let all = IPAddress.Family.allCases.reduce(into: links) {
            $0.formUnion([addresses($1), routes($1)])
        }

        static func addresses(_ family: IPAddress.Family) -> Parts { Parts(rawValue: family == .ipv4 ? 2 : 4) }
        /// The routes of a family, and its route to the Internet.
        static func routes(_ family: IPAddress.Family) -> Parts { Parts(rawValue: family == .ipv4 ? 8 : 16) }

        init(rawValue: Int) { self.rawValue = rawValue }

        /// The tables that may change with an event; all, unless its type excludes some.
        ///
        /// With a link the kernel removes its addresses and routes, with an address routes of its family, some without an event.
        init(changedBy event: KernelEvent?) {
            let families = event?.family.map { [$0] } ?? IPAddress.Family.allCases
            switch event.map({ Int($0.type) }) {
            case RTM_NEWADDR, RTM_DELADDR:
                self = families.reduce(into: []) { $0.formUnion([.addresses($1), .routes($1)]) }
            case RTM_NEWROUTE, RTM_DELROUTE, RTM_NEWRULE, RTM_DELRULE, RTM_NEWNEXTHOP, RTM_DELNEXTHOP:
                self = families.reduce(into: []) { $0.formUnion(.routes($1)) }
            default: self = .all
            }
        }
    }

    /// Combines the tables into a snapshot; entries about unlisted interfaces are left out.
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
                    // The kernel knows no prices; a mobile network is nearly always metered.
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
