#if os(Linux)
import ConnectivityCore
import FoundationEssentials
import TestSupport
import Testing

@testable import ConnectivityNetlink

@Suite(.needs(.namespaces))
struct NamespaceTests {
    private static let pair = """
        link set lo up
        link add veth0 type veth peer name veth1
        link set veth0 up
        link set veth1 up
        """

    @Test func `Every change of an interface is reported, from its creation to its removal`() async throws {
        let namespace = try await NetworkNamespace()
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("the first report, without a change") { $0.interfaces.map(\.name) == ["lo"] }

            try await namespace.ip(Self.pair)
            let made = try await reports.next("the pair with carrier") {
                $0["veth0"]?.hasCarrier == true && $0["veth1"]?.hasCarrier == true && $0["lo"]?.isUp == true
            }
            #expect(made["veth0"]?.kind == .veth && made["veth0"]?.driver == "veth" && made["lo"]?.kind == .loopback)

            try await namespace.ip(
                """
                address add 192.0.2.10/24 dev veth0
                address add 2001:db8::10/64 dev veth0 nodad
                """
            )
            try await reports.next("the addresses") { snapshot in
                let texts = snapshot["veth0"]?.addresses.map { "\($0.address)/\($0.prefixLength)" } ?? []
                return texts.contains("192.0.2.10/24") && texts.contains("2001:db8::10/64")
            }

            try await namespace.ip(
                """
                route add default via 192.0.2.1 dev veth0 metric 600
                route add default via 192.0.2.2 dev veth0 metric 100
                route add ::/0 via fe80::1 dev veth0
                """
            )
            let routed = try await reports.next("the default routes") { $0["veth0"]?.defaultRoutes.count == 3 }
            expect(routed["veth0"]?.defaultRoutes.map(\.metric), [100, 600, 1_024])
            expect(
                routed["veth0"]?.defaultRoutes.map { $0.gateway?.description },
                ["192.0.2.2", "192.0.2.1", "fe80::1"]
            )
            expect(routed.preferred?.name, "veth0")

            try await namespace.ip("link set veth1 down")
            try await reports.next("the carrier lost, and the routes with it") {
                $0["veth0"]?.isUp == true && $0["veth0"]?.hasCarrier == false && $0["veth0"]?.defaultRoutes == []
            }
            try await namespace.ip("link set veth1 up")
            try await reports.next("the carrier and the routes back") {
                $0["veth0"]?.hasCarrier == true && $0["veth0"]?.defaultRoutes.count == 3
            }

            try await namespace.ip("link set veth0 down")
            try await reports.next("the link down, and its IPv4 routes, which vanish without an event") {
                $0["veth0"]?.isUp == false && $0["veth0"]?.defaultRoutes == []
            }
            try await namespace.ip("link set veth0 up")
            try await reports.next("the link up, without the routes that the kernel forgot") {
                $0["veth0"]?.hasCarrier == true && $0["veth0"]?.defaultRoutes == []
            }

            try await namespace.ip("link set veth0 name uplink0")
            let renamed = try await reports.next("the new name") { $0["uplink0"] != nil }
            #expect(renamed["uplink0"]?.index == routed["veth0"]?.index && renamed["veth0"] == nil)

            try await namespace.ip("link delete uplink0")
            try await reports.next("the end of the pair") { $0.interfaces.map(\.name) == ["lo"] }
        }
    }

    @Test func `A multipath route is listed at the interface of each hop`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(
            Self.pair + """

                address add 192.0.2.10/24 dev veth0
                address add 198.51.100.10/24 dev veth1
                route add default metric 7 nexthop via 192.0.2.1 dev veth0 nexthop via 198.51.100.1 dev veth1
                """
        )
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("both hops") { snapshot in
                ["veth0": "192.0.2.1", "veth1": "198.51.100.1"].allSatisfy { name, gateway in
                    snapshot[name]?.defaultRoutes == [.init(family: .ipv4, gateway: try? IPAddress(gateway), metric: 7)]
                }
            }
        }
    }

    /// A thousand changes, the last of which leaves the link down; the additional address marks the end.
    private static let flapping =
        (0..<500).map { _ in "link set veth1 down\nlink set veth1 up" }.joined(separator: "\n")
        + "\nlink set veth0 down\naddress add 192.0.2.77/32 dev lo"

    private static func isEnd(_ snapshot: InterfaceSnapshot) -> Bool {
        snapshot["veth0"]?.isUp == false
            && snapshot["lo"]?.addresses.contains { $0.address.description == "192.0.2.77" } == true
    }

    @Test(arguments: [nil, 1] as [Int32?])
    func `A link that flaps a thousand times causes few reports and a correct end, even with a tiny queue`(
        receiveBuffer: Int32?
    ) async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair)
        try await Reports.of(namespace.source(receiveBuffer: receiveBuffer)) { reports in
            try await namespace.ip(Self.flapping)
            var last = try await reports.next("the end of the flapping", where: Self.isEnd)
            // The kernel updates carriers and checks addresses some time after the changes.
            while try await last != namespace.snapshot() {
                last = try await reports.next("the last state") { _ in true }
            }
            #expect(reports.all.count < 250, "bursts are taken together")
        }
    }

    @Test func `An overflowing event queue is reported, and later events arrive`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair)
        let events = try await namespace.run {
            Events(try NetlinkSocket(groups: NetlinkSocket.changes, receiveBuffer: 1))
        }
        try await namespace.ip(Self.flapping)
        #expect(try events.drain().overflows > 0)
        try await namespace.ip("link set veth0 up")
        #expect(try events.drain().datagrams > 0)
    }

    private final class Events: Sendable {
        private let socket: NetlinkSocket

        init(_ socket: consuming NetlinkSocket) { self.socket = socket }

        func drain() throws -> (datagrams: Int, overflows: Int) {
            var found = (datagrams: 0, overflows: 0)
            while true {
                switch try socket.discard() {
                case .datagram: found.datagrams += 1
                case .overflow: found.overflows += 1
                case .foreign: break
                case .empty: return found
                }
            }
        }
    }

    @Test func `A message from another process is not taken as the kernel's`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.run {
            let receiver = try NetlinkSocket(groups: NetlinkSocket.changes)
            NetworkNamespace.announce(MessageBytes.message(type: 1, []), toGroups: 1)
            guard case .foreign = try receiver.discard() else {
                Issue.record("the message is missing, or taken for the kernel's")
                return
            }
        }
    }

    @Test func `Three observers of one namespace report the same change`() async throws {
        let namespace = try await NetworkNamespace()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await Reports.of(namespace.source()) { reports in
                        try await reports.next("the marker", where: { $0["veth7"] != nil })
                    }
                }
            }
            group.addTask { try await namespace.ip("link add veth7 type veth peer name veth8") }
            try await group.waitForAll()
        }
    }
}
#endif
