#if os(Linux)
import ConnectivityCore
import Testing

@testable import ConnectivityNetlink

@Suite struct InterfaceAssemblyTests {
    private func tables(_ dumps: [[UInt8]] = RecordedDumps.all) -> KernelTables {
        var tables = KernelTables()
        for message in dumps.flatMap({ NetlinkMessages($0[...]).map { $0 } }) {
            switch message.type {
            case 16: LinkRecord(message.payload).map { tables.links.append($0) }
            case 20: AddressRecord(message.payload).map { tables.addresses.append($0) }
            case 24: RouteRecord(message.payload).map { tables.routes.append($0) }
            default: break
            }
        }
        return tables
    }

    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test func `A recorded kernel gives the snapshot that was set up`() throws {
        let snapshot = tables().assemble { Interface.Kind(of: $0, sysfsRoot: "/nonexistent") }
        #expect(snapshot.interfaces.map(\.name) == ["lo", "veth1", "veth0"])
        let loopback = try #require(snapshot["lo"])
        #expect(loopback.kind == .loopback && loopback.index == 1 && loopback.isUp && loopback.hasCarrier)
        #expect(loopback.addresses.map(\.address.description) == ["127.0.0.1", "::1"])
        let first = try #require(snapshot["veth0"])
        #expect(first.kind == .other && first.isUp && first.hasCarrier && first.isUsable)
        #expect(
            first.addresses == [
                .init(try address("192.0.2.10"), prefixLength: 24), .init(try address("192.0.2.20"), prefixLength: 32),
                .init(try address("2001:db8::10"), prefixLength: 64),
            ]
        )
        #expect(
            first.defaultRoutes == [
                .init(family: .ipv4, gateway: try address("fe80::2"), metric: 50),
                .init(family: .ipv4, gateway: try address("192.0.2.1"), metric: 100),
                .init(family: .ipv4, gateway: try address("192.0.2.1"), metric: 300),
                .init(family: .ipv4, gateway: try address("192.0.2.2"), metric: 300),
                .init(family: .ipv6, gateway: try address("fe80::1"), metric: 1_024),
            ]
        )
        #expect(snapshot.preferred?.name == "veth0")
        #expect(snapshot["veth1"]?.defaultRoutes == [])
    }

    @Test(
        arguments: [
            (0, true), (0x80, true), (0x20, true), (0x40, false), (0x08, false), (0x44, true), (0x4C, false),
        ] as [(UInt32, Bool)]
    )
    func `Only an address that may be used counts`(flags: UInt32, isListed: Bool) throws {
        var tables = tables()
        tables.addresses = Array(tables.addresses.suffix(1))
        tables.addresses[0].flags = flags
        let interface = try #require(tables.assemble { _ in .other }["veth0"])
        #expect(interface.addresses.isEmpty == !isListed)
    }

    @Test func `Each hop's route is at the hop's own interface, cheapest first and IPv4 first among equals`() throws {
        var tables = tables()
        let first = try #require(tables.links.first { $0.name == "veth0" }).index
        let second = try #require(tables.links.first { $0.name == "veth1" }).index
        var both = try #require(tables.routes.first)
        both.hops = [.init(interfaceIndex: first), .init(interfaceIndex: second)]
        both.metric = 10
        var cheap = both
        cheap.metric = 5
        var sixth = both
        sixth.family = .ipv6
        tables.routes = [sixth, both, cheap]
        let snapshot = tables.assemble { _ in .other }
        for name in ["veth0", "veth1"] {
            let routes = try #require(snapshot[name]).defaultRoutes
            #expect(routes.map(\.metric) == [5, 10, 10])
            #expect(routes.map(\.family) == [.ipv4, .ipv4, .ipv6])
        }
    }

    @Test func `Addresses and routes of an interface that is gone are left out`() {
        var tables = tables()
        tables.links.removeAll { $0.name == "veth0" }
        let snapshot = tables.assemble { _ in .other }
        #expect(snapshot.interfaces.map(\.name) == ["lo", "veth1"])
        #expect(snapshot.interfaces.allSatisfy { $0.defaultRoutes.isEmpty })
    }
}
#endif
