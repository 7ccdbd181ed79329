#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import Glibc
import TestSupport
import Testing

@testable import ConnectivityNetlink

/// Changes that occur quickly, or that can be confused with others.
@Suite(.needs(.namespaces))
struct NamespaceChangeTests {
    private static let pair = """
        link set lo up
        link add veth0 index 70 type veth peer name veth1 index 71
        link set veth0 addrgenmode none
        link set veth1 addrgenmode none
        link set veth0 up
        link set veth1 up
        """

    @Test func `A reused interface index belongs to the new interface without old facts`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair + "\naddress add 192.0.2.10/24 dev veth0\nroute add default via 192.0.2.1")
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("the first") { $0["veth0"]?.index == 70 && $0["veth0"]?.egress == [.ipv4] }
            // In one batch, so that the end of the first interface may never be observed.
            try await namespace.ip(
                """
                link delete veth0
                tuntap add dev vpn0 mode tun
                link add wire0 index 70 type veth peer name wire1 index 71
                link set wire0 up
                link set wire1 up
                address add 198.51.100.10/24 dev wire0
                """
            )
            let second = try await reports.next("the second") {
                $0["wire0"]?.hasCarrier == true && $0["wire0"]?.addresses.isEmpty == false
            }
            let interface = try #require(second["wire0"])
            #expect(interface.index == 70 && interface.defaultRoutes == [] && interface.egress == [])
            expect(interface.addresses.first?.address, IPAddress("198.51.100.10"))
            #expect(second["veth0"] == nil && second["vpn0"]?.driver == "tun" && second["vpn0"]?.kind == .vpn)
        }
    }

    @Test func `Interfaces that swap their names keep their indices`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair)
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("the first names") { $0["veth0"]?.index == 70 && $0["veth1"]?.index == 71 }
            try await namespace.ip(
                """
                link set veth0 name old0
                link set veth1 name veth0
                link set old0 name veth1
                """
            )
            try await reports.next("the other way round") { $0["veth0"]?.index == 71 && $0["veth1"]?.index == 70 }
        }
    }

    @Test func `A new default route is reported before the burst ends that it belongs to`() async throws {
        let addresses = (0..<1_000).map { "address add 10.0.\($0 / 250).\($0 % 250 + 1)/32 dev lo" }
        let isEarly = Lock(false)
        // On a busy machine the report can come too late for once.
        for _ in 0..<5 where !isEarly.withLock({ $0 }) {
            let namespace = try await NetworkNamespace()
            try await namespace.ip(Self.pair + "\naddress add 192.0.2.10/24 dev veth0")
            try await Reports.of(namespace.source()) { reports in
                try await reports.next("the address") {
                    $0["veth0"]?.hasCarrier == true && $0["veth0"]?.addresses.isEmpty == false
                }
                try await namespace.ip("route add default via 192.0.2.1\n" + addresses.joined(separator: "\n"))
                let first = try await reports.next("the route") { $0["veth0"]?.egress == [.ipv4] }
                isEarly.withLock { $0 = (first["lo"]?.addresses.count ?? 0) < 1_000 }
                try await reports.next("the end") { ($0["lo"]?.addresses.count ?? 0) > 1_000 }
            }
        }
        #expect(isEarly.withLock { $0 })
    }

    @Test func `A port of a bridge is not usable, but the bridge is`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(
            Self.pair + """

                link add br0 type bridge
                link set veth0 master br0
                link set br0 up
                address add 192.0.2.10/24 dev br0
                route add default via 192.0.2.1 dev br0
                """
        )
        try await Reports.of(namespace.source()) { reports in
            let snapshot = try await reports.next("the bridge") { $0["br0"]?.isUsable == true }
            #expect(snapshot["br0"]?.kind == .bridge && snapshot["br0"]?.egress == [.ipv4])
            #expect(snapshot["veth0"]?.isUsable == false && snapshot["veth0"]?.hasCarrier == true)
            expect(snapshot.preferred?.name, "br0")
        }
    }

    @Test func `Changes of an address state are reported, and a changed lifetime alone is not`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair)
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("the pair") { $0["veth0"]?.hasCarrier == true }
            try await namespace.ip("address add 2001:db8::10/64 dev veth0")
            func found(_ snapshot: InterfaceSnapshot) -> NetworkInterface.Address? {
                snapshot["veth0"]?.addresses.first { $0.address == IPAddress("2001:db8::10") }
            }
            let states = ReportedStates()
            try await reports.next("the address that may be used") {
                states.add(found($0)?.state)
                return states.last == .preferred
            }
            expect(states.all, [.tentative, .preferred])
            let seen = reports.all.count
            for seconds in 1_000..<1_020 {
                let life = "valid_lft 9000 preferred_lft \(seconds)"
                try await namespace.ip("address change 2001:db8::10/64 dev veth0 \(life)")
            }
            try await namespace.ip("address add 192.0.2.77/32 dev lo")
            let marked = try await reports.next("the marker") { $0["lo"]?.addresses.count == 3 }
            expect(reports.all.count, seen + 1, "renewals are no news")
            expect(found(marked)?.validLifetime.map { $0 > .seconds(8_000) }, true)
            try await namespace.ip("address change 2001:db8::10/64 dev veth0 valid_lft 9000 preferred_lft 1")
            try await reports.next("the end of the preferred life, by the kernel's own clock") {
                found($0)?.state == .deprecated
            }
        }
    }

    @Test(arguments: [
        "link set veth1 down\nlink set veth1 up",
        "address delete 192.0.2.10/24 dev veth0\naddress add 192.0.2.10/24 dev veth0",
    ])
    func `An interface that is removed and added in one batch is reported`(batch: String) async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair + "\naddress add 192.0.2.10/24 dev veth0")
        try await Reports.of(namespace.source()) { reports in
            let first = try await reports.next("the address and the link") {
                $0["veth0"]?.hasCarrier == true && $0["veth0"]?.addresses.isEmpty == false
            }
            // The kernel counts in hundredths of a second.
            try await Task.sleep(for: .milliseconds(20))
            try await namespace.ip(batch)
            let second = try await reports.next("the same again") {
                $0["veth0"]?.hasCarrier == true && $0["veth0"]?.addresses.isEmpty == false
            }
            var before = try #require(first["veth0"]), now = try #require(second["veth0"])
            #expect(now.withoutVolatileParts != before.withoutVolatileParts)
            let wasAway = now.carrierChangeCount ?? 0 > before.carrierChangeCount ?? 0
            expect(wasAway, batch.hasPrefix("link"))
            for index in before.addresses.indices { before.addresses[index].assignedAt = nil }
            for index in now.addresses.indices { now.addresses[index].assignedAt = nil }
            now.carrierChangeCount = before.carrierChangeCount
            expect(now.withoutVolatileParts, before.withoutVolatileParts)
        }
    }

    private final class ReportedStates {
        var all: [NetworkInterface.Address.State] = []
        var last: NetworkInterface.Address.State? { all.last }

        func add(_ state: NetworkInterface.Address.State?) {
            if let state, state != all.last { all.append(state) }
        }
    }

    /// Switches a link on or off, as `ip link set` does, but without a process for each change.
    private static func set(_ index: UInt32, isUp: Bool, over socket: borrowing NetlinkSocket) throws {
        let up = UInt32(IFF_UP)
        let body =
            [0, 0, 0, 0] + MessageBytes.u32(index) + MessageBytes.u32(isUp ? up : 0) + MessageBytes.u32(up)
        try socket.send(MessageBytes.message(type: 16, flags: 1, body))
    }

    @Test(arguments: [nil, 1] as [Int32?])
    func `A link that flaps a thousand times a second causes ten reads a second and a correct end`(
        receiveBuffer: Int32?
    ) async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair)
        try await Reports.of(namespace.source(receiveBuffer: receiveBuffer)) { reports in
            try await reports.next("the pair") { $0["veth0"]?.hasCarrier == true }
            let seen = reports.all.count
            let (changes, time) = try await namespace.run {
                let socket = try NetlinkSocket(groups: 0)
                let start = ContinuousClock.now
                var changes = 0
                // 3,000 changes at a thousand per second, or as fast as the machine can.
                while changes < 3_000 {
                    try Self.set(71, isUp: !changes.isMultiple(of: 2), over: socket)
                    changes += 1
                    let ahead = start + .milliseconds(changes) - ContinuousClock.now
                    if ahead > .zero { usleep(UInt32(ahead / .microseconds(1))) }
                }
                try Self.set(71, isUp: false, over: socket)
                return (changes, ContinuousClock.now - start)
            }
            try await namespace.ip("address add 192.0.2.77/32 dev lo")
            var last = try await reports.next("the end") { $0["lo"]?.addresses.count == 3 }
            while try await last.withoutVolatileParts != namespace.snapshot().withoutVolatileParts {
                last = try await reports.next("the last state") { _ in true }
            }
            #expect(last["veth1"]?.isUp == false && last["veth0"]?.hasCarrier == false)
            let count = reports.all.count - seen
            print("\(changes) changes in \(time): \(count) reports")
            // One read per burst, a burst of at most a tenth of a second, plus some for the beginning and the end.
            #expect(Double(count) <= time / .milliseconds(100) + 15)
        }
    }

    @Test func `The kernel marks a list that changes during the read, and it is read again`() async throws {
        let namespace = try await NetworkNamespace()
        // More addresses than the kernel's buffer of 32 KiB can hold.
        let addresses = (0..<1_500).map { "address add 10.0.\($0 / 250).\($0 % 250 + 1)/32 dev lo" }
        try await namespace.ip("link set lo up\n" + addresses.joined(separator: "\n"))
        let socket = try await namespace.run { Meddler(try NetlinkSocket(groups: 0)) }
        let tables = try await namespace.run {
            var reader = try KernelTableReader { () throws(LinuxError) in socket }
            guard case .tables(let tables, let isSettled) = try reader.read(unless: nil) else { return KernelTables() }
            return isSettled ? tables : KernelTables()
        }
        expect(socket.meddled, 1)
        expect(tables.addresses.count { $0.address.prefixLength == 32 }, 1_499)
        #expect(!tables.addresses.contains { $0.address.address == IPAddress("10.0.5.250") })
    }

    /// A kernel socket that removes one address after the first part of the address list was read.
    private final class Meddler: KernelChannel, @unchecked Sendable {
        private let socket: NetlinkSocket
        private var isList = false
        private(set) var meddled = 0

        init(_ socket: consuming NetlinkSocket) { self.socket = socket }

        func send(_ request: [UInt8]) throws(LinuxError) {
            isList = request[4] == 22
            try socket.send(request)
        }

        func source(for destination: IPAddress) -> IPAddress? { socket.source(for: destination) }

        func wait(atMost limit: Duration?, unless stop: Waker?) throws(LinuxError) -> NetlinkSocket.WaitEnd {
            try socket.wait(atMost: limit, unless: stop)
        }

        func receive(into buffer: inout [UInt8]) throws(LinuxError) -> NetlinkSocket.Reading {
            let reading = try socket.receive(into: &buffer)
            if isList, meddled == 0 {
                meddled += 1
                let other = try NetlinkSocket(groups: 0)
                let body = MessageBytes.address(
                    family: 2,
                    prefixLength: 32,
                    index: 1,
                    MessageBytes.attribute(2, [10, 0, 5, 250])
                )
                try other.send(MessageBytes.message(type: 21, flags: 1, body))
            }
            return reading
        }
    }
}
#endif
