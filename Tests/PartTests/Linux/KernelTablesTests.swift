#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Testing
import TestSupport

@testable import ConnectivityNetlink

@Suite struct KernelTablesTests {
    private func tables() throws -> KernelTables {
        let recording = try KernelRecording("pair-routes")
        var reader = try KernelTableReader { () throws(LinuxError) in recording.channel() }
        guard case .tables(let tables, _) = try reader.read(unless: nil) else { return KernelTables() }
        return tables
    }

    @Test func `Each hop's route belongs to its interface, ordered by metric and then IPv4 first`() throws {
        var tables = try tables()
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
            expect(routes.map(\.metric), [5, 10, 10])
            expect(routes.map(\.family), [.ipv4, .ipv4, .ipv6])
        }
    }

    @Test func `Addresses and routes of a missing interface are left out`() throws {
        var tables = try tables()
        tables.links.removeAll { $0.name == "veth0" }
        let snapshot = tables.assemble { _ in .other }
        expect(snapshot.interfaces.map(\.name), ["lo", "veth1"])
        #expect(snapshot.interfaces.allSatisfy { $0.defaultRoutes.isEmpty && $0.egress.isEmpty })
    }

    @Test func `Default routes of the main table precede cheaper ones of another table`() throws {
        var tables = try tables()
        let index = try #require(tables.links.first { $0.name == "veth1" }).index
        var main = try #require(tables.routes.first)
        main.hops = [.init(interfaceIndex: index)]
        main.table = 254
        main.metric = 500
        var other = main
        other.table = 51_820
        other.metric = 0
        tables.routes = [other, main]
        let routes = tables.assemble { _ in .other }["veth1"]?.defaultRoutes
        expect(routes?.map(\.table), [254, 51_820])
    }

    @Test(arguments: NetworkInterface.Kind.allCases)
    func `Only a mobile network is metered, and for others it is unknown`(kind: NetworkInterface.Kind) throws {
        let snapshot = try tables().assemble { _ in kind }
        expect(snapshot.interfaces.map(\.isMetered), [Bool?](repeating: kind == .cellular ? true : nil, count: 3))
    }

    @Test func `Egress belongs to the interface of the selected route, per family`() throws {
        var tables = try tables()
        let first = try #require(tables.links.first { $0.name == "veth0" }).index
        let second = try #require(tables.links.first { $0.name == "veth1" }).index
        let answer = try #require(
            ResolvedRoute(MessageBytes.route(MessageBytes.attribute(4, MessageBytes.u32(9)))[...])
        )
        tables.egress = [answer, answer]
        tables.egress[0].interfaceIndex = first
        tables.egress[1].interfaceIndex = second
        tables.egress[1].family = .ipv6
        let snapshot = tables.assemble { _ in .other }
        #expect(snapshot["veth0"]?.egress == [.ipv4] && snapshot["veth1"]?.egress == [.ipv6])
        expect(snapshot["lo"]?.egress, [])
    }
}
#endif
