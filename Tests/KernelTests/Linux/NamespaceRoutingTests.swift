#if os(Linux)
import ConnectivityCore
import Glibc
import TestSupport
import Testing

@testable import ConnectivityNetlink

/// The routes that the kernel selects, in network namespaces with several routes.
@Suite(.needs(.namespaces))
struct NamespaceRoutingTests {
    private static let uplinks = """
        link set lo up
        link add up0 type veth peer name far0
        link add up1 type veth peer name far1
        link set up0 addrgenmode none
        link set up1 addrgenmode none
        link set far0 addrgenmode none
        link set far1 addrgenmode none
        link set far0 up
        link set far1 up
        link set up0 up
        link set up1 up
        address add 192.0.2.10/24 dev up0
        address add 198.51.100.10/24 dev up1
        address add 2001:db8::10/64 dev up1 nodad
        """

    private static func egress(_ snapshot: InterfaceSnapshot) -> [String: Set<IPAddress.Family>] {
        let pairs = snapshot.interfaces.filter { !$0.egress.isEmpty }.map { ($0.name, $0.egress) }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test func `Egress follows route metrics, separately per family`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.uplinks)
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("no way out") { Self.egress($0) == [:] && $0["up0"]?.hasCarrier == true }
            try await namespace.ip(
                """
                route add default via 192.0.2.1 dev up0 metric 100
                route add default via 198.51.100.1 dev up1 metric 600
                route add ::/0 via fe80::1 dev up1
                """
            )
            try await reports.next("both ways") { Self.egress($0) == ["up0": [.ipv4], "up1": [.ipv6]] }
            try await namespace.ip("route add default via 198.51.100.1 dev up1 metric 50")
            try await namespace.ip("route del default via 192.0.2.1 dev up0 metric 100")
            try await reports.next("the other uplink") { Self.egress($0) == ["up1": [.ipv4, .ipv6]] }
        }
    }

    @Test func `A default route for certain source addresses counts as egress`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.uplinks + "\naddress add fd00::10/64 dev up0 nodad\n")
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("no way out") { Self.egress($0) == [:] && $0["up1"]?.hasCarrier == true }
            try await namespace.ip("route add ::/0 from 2001:db8::/64 via fe80::1 dev up1")
            try await reports.next("the way") { Self.egress($0) == ["up1": [.ipv6]] }
            let source = namespace.source()
            let way = try await namespace.run { try source.route(to: "2001:503:ba3e::2:30") }
            expect(way, .init(interface: "up1", gateway: "fe80::1", source: "2001:db8::10"))
            try await namespace.ip("address del 2001:db8::10/64 dev up1")
            try await reports.next("none without the address") { Self.egress($0) == [:] }
        }
    }

    @Test func `The route to an address is the one that the kernel selects`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(
            Self.uplinks + """

                route add default via 192.0.2.1 dev up0
                route add 203.0.113.0/24 via inet6 fe80::1 dev up1
                """
        )
        let source = namespace.source()
        let ways = try await namespace.run {
            try ["203.0.113.9", "8.8.8.8", "198.51.100.7", "192.0.2.10", "2001:db8::1", "2001:db8:1::1", "224.0.0.1"]
                .map {
                    try source.route(to: $0)
                }
        }
        expect(
            ways,
            [
                .init(interface: "up1", gateway: "fe80::1", source: "198.51.100.10"),
                .init(interface: "up0", gateway: "192.0.2.1", source: "192.0.2.10"),
                .init(interface: "up1", source: "198.51.100.10"),
                .init(interface: "lo", source: "192.0.2.10"),
                .init(interface: "up1", source: "2001:db8::10"),
                nil, nil,
            ]
        )
    }

    @Test func `A full tunnel takes over egress by rules or half routes, and returns it`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(
            Self.uplinks + """

                route add default via 192.0.2.1 dev up0
                link add vpn0 type veth peer name vpn1
                link set vpn1 up
                link set vpn0 up
                address add 203.0.113.2/24 dev vpn0
                """
        )
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("the uplink") { Self.egress($0) == ["up0": [.ipv4]] }
            // As wg-quick does it: a separate table, and rules, which are the only decisive change.
            try await namespace.ip("route add default dev vpn0 table 51820")
            let before = try await reports.next("the route alone") { $0["vpn0"]?.defaultRoutes.count == 1 }
            expect(before["vpn0"]?.defaultRoutes.first?.table, 51_820)
            expect(Self.egress(before), ["up0": [.ipv4]])
            try await namespace.ip(
                """
                rule add not fwmark 0xca6c table 51820
                rule add table main suppress_prefixlength 0
                """
            )
            let tunnelled = try await reports.next("the tunnel") { Self.egress($0) == ["vpn0": [.ipv4]] }
            expect(tunnelled["up0"]?.defaultRoutes.count, 1, "the uplink's own route is still the main table's")
            try await namespace.ip(
                """
                rule del not fwmark 0xca6c table 51820
                rule del table main suppress_prefixlength 0
                """
            )
            try await reports.next("the uplink again") { Self.egress($0) == ["up0": [.ipv4]] }
            // As OpenVPN does it: two routes that are more specific than the default route.
            try await namespace.ip("route add 0.0.0.0/1 dev vpn0\nroute add 128.0.0.0/1 dev vpn0")
            try await reports.next("the halves") { Self.egress($0) == ["vpn0": [.ipv4]] }
        }
    }

    @Test(arguments: ["unreachable", "prohibit", "blackhole", "throw"])
    func `A default route that rejects packets is neither listed nor egress`(kind: String) async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(
            Self.uplinks + """

                route add default via 192.0.2.1 dev up0 metric 100
                route add \(kind) default metric 5
                route add \(kind) ::/0 metric 5
                """
        )
        let snapshot = try await namespace.snapshot()
        expect(Self.egress(snapshot), [:])
        expect(snapshot.interfaces.flatMap(\.defaultRoutes).map(\.metric), [100])
    }

    @Test func `Routes that use next-hop objects have gateways and follow the objects' changes`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.run { try Self.write("0", to: "/proc/sys/net/ipv4/nexthop_compat_mode") }
        try await namespace.ip(
            Self.uplinks + """

                nexthop add id 5 via 192.0.2.1 dev up0
                nexthop add id 6 via 198.51.100.1 dev up1
                nexthop add id 8 group 5/6
                route add default nhid 8 metric 10
                """
        )
        try await Reports.of(namespace.source()) { reports in
            let both = try await reports.next("both hops") {
                $0["up0"]?.defaultRoutes.count == 1 && $0["up1"]?.defaultRoutes.count == 1
            }
            expect(both["up1"]?.defaultRoutes.first?.gateway, IPAddress("198.51.100.1"))
            expect(Self.egress(both).count, 1)
            try await namespace.ip("nexthop replace id 6 via 198.51.100.2 dev up1")
            try await reports.next("the other gateway") {
                $0["up1"]?.defaultRoutes.first?.gateway == IPAddress("198.51.100.2")
            }
        }
    }

    @Test func `Five thousand other routes change no snapshot and are not kept in memory`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.uplinks + "\nroute add default via 192.0.2.1 dev up0")
        let before = try await namespace.snapshot()
        let routes = (0..<5_000).map { "route add 10.\($0 / 250).\($0 % 250).0/24 via 192.0.2.1 dev up0" }
        try await namespace.ip(routes.joined(separator: "\n"))
        let source = namespace.source()
        let (after, time) = try await namespace.run {
            let start = ContinuousClock.now
            let snapshot = try source.currentSnapshot()
            return (snapshot, ContinuousClock.now - start)
        }
        print("a look at 5,000 routes takes \(time)")
        expect(after["up0"]?.withoutVolatileParts, before["up0"]?.withoutVolatileParts)
        let kept = try await namespace.run {
            var reader = try KernelTableReader()
            guard case .tables(let tables, _) = try reader.read(unless: nil) else { return 0 }
            return tables.routes.count
        }
        expect(kept, 1)
    }

    /// Writes a setting of the calling thread's namespace.
    private static func write(_ text: String, to path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY)
        defer { close(descriptor) }
        guard unsafe Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else {
            throw NetworkNamespace.Failure(what: "\(path): \(errno)")
        }
    }
}
#endif
