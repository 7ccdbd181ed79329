#if os(Linux)
import ConnectivityKit
import ConnectivityCore
import TestSupport
import Testing

/// The facts that two backends must agree on.
private struct Common: Hashable {
    var name: String
    var index: Int
    var isUp: Bool
    var hasCarrier: Bool
    var addresses: Set<String>
    var routes: Set<String>

    init(_ interface: NetworkInterface) {
        name = interface.name
        index = interface.index
        isUp = interface.isUp
        hasCarrier = interface.hasCarrier
        addresses = Set(interface.addresses.filter(\.isAssigned).map(\.description))
        let main = interface.defaultRoutes.filter { $0.table == NetworkInterface.DefaultRoute.mainTable }
        routes = Set(main.map { "\($0.family) \($0.gateway.map { "\($0)" } ?? "-") \($0.metric)" })
    }
}

@Suite(.needs(.namespaces))
struct `Netlink and the files of the kernel` {
    /// Consecutive changes of all facts that both sources report.
    private static let changes = [
        "link add veth0 type veth peer name veth1",
        "link set veth0 up\nlink set veth1 up",
        "address add 192.0.2.10/24 dev veth0\naddress add 192.0.2.11/24 dev veth0\naddress add 198.51.100.1/32 dev veth0",
        "address add 2001:db8::10/64 dev veth0 nodad\naddress add 203.0.113.9/30 dev veth1 label veth1:x",
        "route add default via 192.0.2.1 dev veth0 metric 600\nroute add default via 192.0.2.2 dev veth0",
        "route add ::/0 via 2001:db8::1 dev veth0 metric 50\nroute add blackhole default metric 9000",
        "route add 10.0.0.0/8 via 192.0.2.3 dev veth0\nroute add 0.0.0.0/1 via 192.0.2.4 dev veth0",
        "link set veth1 down",
        "link set veth1 up",
        "address delete 192.0.2.11/24 dev veth0",
        "link add bridge0 type bridge\nlink add veth2 type veth peer name veth3\nlink set veth2 up",
        "link set veth1 master bridge0\nlink set bridge0 up",
        "link set veth0 down",
        "link set veth0 name uplink0\nlink set uplink0 up",
        "route add default dev uplink0 metric 7",
        "link delete veth2",
    ]

    @Test func `Netlink and the kernel's files agree after every change`() async throws {
        let network = try await TestNetwork()
        let (netlink, polling) = (network.netlink(), network.polling())
        for change in Self.changes {
            try await network.ip(change)
            var views: [Set<Common>] = []
            // The kernel updates carriers some time after the change, and the two reads are consecutive.
            for _ in 0..<100 {
                views = try await network.run {
                    [try netlink.currentSnapshot(), try polling.currentSnapshot()].map {
                        Set($0.interfaces.map(Common.init))
                    }
                }
                if views[0] == views[1] { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            expect(views[0], views[1], "after \(change)")
        }
        let last = try await network.run { try polling.currentSnapshot() }
        expect(last["uplink0"]?.defaultRoutes.map(\.metric), [7])
        let kinds = ["lo", "uplink0", "bridge0"].map { last[$0]?.kind }
        expect(kinds, [.loopback, .veth, .bridge])
    }

    @Test func `A polled change is reported within the interval and the time of a read`() async throws {
        let network = try await TestNetwork()
        let (stream, continuation) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await network.polling().observe { continuation.yield($0) } }
            var reports = stream.makeAsyncIterator()
            await expect(reports.next()?.interfaces.map(\.name), ["lo"])
            try await network.ip("link add bridge7 type bridge")
            await expect(reports.next()?.interfaces.map(\.name), ["lo", "bridge7"])
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.waitForAll() }
        }
    }
}
#endif
