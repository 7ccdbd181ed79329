#if os(Linux)
import ConnectivityCore
import Testing
import TestSupport

@testable import ConnectivityNetlink

/// The numbers are those of the kernel's headers, written out so that a mistake in the code is not repeated here.
@Suite struct NetlinkRecordTests {
    private typealias Bytes = MessageBytes

    private func address(_ text: String) throws -> IPAddress { try IPAddress(text) }

    @Test func `Decodes the name, state, carrier and driver of a link`() throws {
        let info = Bytes.attribute(1, Bytes.text("wireguard")) + Bytes.attribute(2, [1, 2, 3])
        let bytes = Bytes.link(
            index: 7,
            hardware: 65_534,
            flags: 0x1_0041,
            Bytes.attribute(3, Bytes.text("wg0")),
            Bytes.attribute(16, [6]),
            Bytes.attribute(33, [1]),
            Bytes.attribute(0x8000 | 18, info)
        )
        let link = try #require(LinkRecord(bytes[...]))
        #expect(link.index == 7 && link.name == "wg0" && link.hardware == 65_534 && link.driver == "wireguard")
        #expect(link.operationalState == 6 && link.carrier == 1 && link.isUp && link.hasCarrier)
    }

    @Test func `A fact that a link message omits is unknown`() throws {
        let bytes = Bytes.link(Bytes.attribute(3, Bytes.text("eth0")))
        let link = try #require(LinkRecord(bytes[...]))
        #expect(link.driver == nil && link.carrier == nil && link.operationalState == nil)
        #expect(link.hasCarrier, "the flag alone decides")
    }

    @Test func `Rejects a link without a name or index, or of a bridge port`() {
        let name = Bytes.attribute(3, Bytes.text("eth0"))
        expect(LinkRecord(Bytes.link()[...]), nil)
        expect(LinkRecord(Bytes.link(Bytes.attribute(3, []))[...]), nil)
        expect(LinkRecord(Bytes.link(index: 0, name)[...]), nil)
        expect(LinkRecord(Bytes.link(index: 0x8000_0000, name)[...]), nil)
        expect(LinkRecord(Bytes.link(family: 7, name)[...]), nil)
    }

    @Test(
        arguments: [
            (0x1_0003, 6, 1, true), (0x1_0003, 0, 1, true), (0x1_0003, 0, nil, true), (0x1_0003, 6, nil, true),
            (0x0_0003, 6, 1, false), (0x1_0003, 6, 0, false),
            (0x1_0003, 1, 1, false), (0x1_0003, 2, 1, false), (0x1_0003, 3, 1, false), (0x1_0003, 4, 1, false),
            (0x1_0003, 5, 1, false), (0x1_0003, 200, 1, false),
        ] as [(UInt32, UInt8, UInt8?, Bool)]
    )
    func `A carrier requires the flag, the carrier attribute and an open state`(
        flags: UInt32,
        state: UInt8,
        carrier: UInt8?,
        expected: Bool
    ) throws {
        let bytes = Bytes.link(
            flags: flags,
            Bytes.attribute(3, Bytes.text("eth0")),
            Bytes.attribute(16, [state]),
            carrier.map { Bytes.attribute(33, [$0]) } ?? []
        )
        try expect(#require(LinkRecord(bytes[...])).hasCarrier, expected)
    }

    @Test func `The local address of a point-to-point link is used, not the peer's`() throws {
        let bytes = Bytes.address(
            family: 2,
            prefixLength: 32,
            Bytes.attribute(1, [192, 0, 2, 21]),
            Bytes.attribute(2, [192, 0, 2, 20])
        )
        let record = try #require(AddressRecord(bytes[...]))
        expect(record.address, .init(try address("192.0.2.20"), prefixLength: 32))
    }

    @Test(
        arguments: [
            (0, .preferred), (0x80, .preferred), (0x300, .preferred), (0x20, .deprecated), (0x40, .tentative),
            (0x44, .optimistic), (0x24, .optimistic), (0x08, .duplicate), (0x48, .duplicate), (0x4C, .duplicate),
        ] as [(UInt32, NetworkInterface.Address.State)]
    )
    func `The state of an address comes from its flags attribute or else its header`(
        flags: UInt32,
        state: NetworkInterface.Address.State
    ) throws {
        let plain = Bytes.attribute(1, [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [1])
        let header = Bytes.address(family: 10, prefixLength: 64, flags: UInt8(truncatingIfNeeded: flags), plain)
        let attribute = Bytes.attribute(8, Bytes.u32(flags))
        let both = Bytes.address(family: 10, prefixLength: 64, flags: 0x08, plain, attribute)
        let expected = NetworkInterface.Address(try address("2001:db8::1"), prefixLength: 64, state: state)
        try expect(#require(AddressRecord(header[...])).address, expected)
        try expect(#require(AddressRecord(both[...])).address, expected)
    }

    @Test(
        arguments: [
            (0, .global), (199, .global), (200, .site), (252, .site), (253, .link), (254, .host), (255, .host),
        ] as [(UInt8, NetworkInterface.Address.Scope)]
    )
    func `The scope of an address is the kernel's, not that of its bits`(
        number: UInt8,
        scope: NetworkInterface.Address.Scope
    ) throws {
        let plain = Bytes.attribute(1, [192, 0, 2, 1])
        let bytes = Bytes.address(family: 2, prefixLength: 24, scope: number, plain)
        try expect(#require(AddressRecord(bytes[...])).address.scope, scope)
    }

    @Test(
        arguments: [
            ([1_800, 3_600, 7, 7], .seconds(1_800), .seconds(3_600)), ([0, .max, 7, 7], .zero, nil),
            ([.max, .max], nil, nil), ([.max - 1, .max], .seconds(4_294_967_294), nil), ([60], .seconds(60), nil),
        ] as [([UInt32], Duration?, Duration?)]
    )
    func `0xFFFFFFFF is an infinite lifetime of an address`(
        numbers: [UInt32],
        preferred: Duration?,
        valid: Duration?
    ) throws {
        let plain = Bytes.attribute(1, [192, 0, 2, 1])
        let info = Bytes.attribute(6, numbers.flatMap(Bytes.u32))
        let record = try #require(AddressRecord(Bytes.address(family: 2, prefixLength: 24, plain, info)[...]))
        #expect(record.address.preferredLifetime == preferred && record.address.validLifetime == valid)
    }

    @Test func `Rejects an address of another family, length or prefix`() {
        let four = Bytes.attribute(1, [192, 0, 2, 1])
        expect(AddressRecord(Bytes.address(family: 35, prefixLength: 8, four)[...]), nil)
        expect(AddressRecord(Bytes.address(family: 10, prefixLength: 24, four)[...]), nil)
        expect(AddressRecord(Bytes.address(family: 2, prefixLength: 33, four)[...]), nil)
        expect(AddressRecord(Bytes.address(family: 2, prefixLength: 24)[...]), nil)
        expect(AddressRecord(Bytes.address(family: 2, prefixLength: 24, index: 0, four)[...]), nil)
        expect(AddressRecord(Bytes.address(family: 2, prefixLength: 24, Bytes.attribute(1, [1, 2, 3]))[...]), nil)
    }

    private static let interface = Bytes.attribute(4, Bytes.u32(2))
    private static let gateway = Bytes.attribute(5, [192, 0, 2, 1])

    @Test func `An IPv4 default route without a metric has metric 0`() throws {
        let route = try #require(RouteRecord(Bytes.route(Self.interface, Self.gateway)[...]))
        #expect(route.metric == 0 && route.family == .ipv4)
        expect(route.hops, [.init(interfaceIndex: 2, gateway: try address("192.0.2.1"))])
    }

    @Test func `An IPv6 default route without a metric has metric 1024`() throws {
        let route = try #require(RouteRecord(Bytes.route(family: 10, Self.interface)[...]))
        #expect(route.metric == 1_024 && route.hops == [.init(interfaceIndex: 2, gateway: nil)])
    }

    @Test func `The metric of a route is its priority attribute`() throws {
        let bytes = Bytes.route(Self.interface, Bytes.attribute(6, Bytes.u32(600)))
        try expect(#require(RouteRecord(bytes[...])).metric, 600)
    }

    @Test func `An IPv4 route can have an IPv6 gateway`() throws {
        let via = Bytes.attribute(18, Bytes.u16(10) + [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [2])
        let route = try #require(RouteRecord(Bytes.route(Self.interface, via)[...]))
        expect(route.family, .ipv4)
        expect(route.hops, [.init(interfaceIndex: 2, gateway: try address("fe80::2"))])
    }

    @Test func `A multipath route has only its usable next hops`() throws {
        let hops =
            Bytes.hop(index: 2, Self.gateway) + Bytes.hop(index: 3) + Bytes.hop(index: 4, flags: 1)
            + Bytes.hop(index: 5, flags: 16)
        let route = try #require(RouteRecord(Bytes.route(Bytes.attribute(9, hops))[...]))
        expect(
            route.hops,
            [
                .init(interfaceIndex: 2, gateway: try address("192.0.2.1")), .init(interfaceIndex: 3, gateway: nil),
            ]
        )
    }

    @Test func `The table attribute of a route replaces the header's table`() throws {
        let other = Bytes.attribute(15, Bytes.u32(51_820))
        try expect(#require(RouteRecord(Bytes.route(table: 252, Self.interface, other)[...])).table, 51_820)
        try expect(#require(RouteRecord(Bytes.route(table: 253, Self.interface)[...])).table, 253)
    }

    @Test func `A route with the number of a next-hop object has hops only if it states them itself`() throws {
        let number = Bytes.attribute(30, Bytes.u32(7))
        let bare = try #require(RouteRecord(Bytes.route(number)[...]))
        #expect(bare.nextHop == 7 && bare.hops == [])
        let whole = try #require(RouteRecord(Bytes.route(number, Self.interface)[...]))
        #expect(whole.nextHop == nil && whole.hops.count == 1)
    }

    @Test func `A next-hop object is a hop, a group or unusable`() throws {
        let number = Bytes.attribute(1, Bytes.u32(7))
        let interface = Bytes.attribute(5, Bytes.u32(2))
        let gateway = Bytes.attribute(6, [192, 0, 2, 1])
        let hop = NextHopRecord.hop(.init(interfaceIndex: 2, gateway: try address("192.0.2.1")))
        expect(NextHopRecord(Bytes.nextHop(family: 2, number, interface, gateway)[...]), hop)
        expect(
            NextHopRecord(Bytes.nextHop(family: 0, number, interface)[...]),
            .hop(.init(interfaceIndex: 2)),
            "a device alone"
        )
        let members = Bytes.u32(5) + [0, 0, 0, 0] + Bytes.u32(6) + [1, 0, 0, 0]
        expect(NextHopRecord(Bytes.nextHop(family: 0, number, Bytes.attribute(2, members))[...]), .group([5, 6]))
        expect(NextHopRecord(Bytes.nextHop(family: 2, number, Bytes.attribute(4, []), interface)[...]), nil)
        expect(NextHopRecord(Bytes.nextHop(family: 2, flags: 1, number, interface)[...]), nil, "dead")
        expect(NextHopRecord(Bytes.nextHop(family: 2, flags: 16, number, interface)[...]), nil, "no carrier")
        expect(NextHopRecord(Bytes.nextHop(family: 2, number)[...]), nil)
    }

    @Test func `A selected route needs an interface and can be local`() throws {
        let answer = Bytes.route(destinationLength: 32, Self.interface, Self.gateway)
        let way = try #require(ResolvedRoute(answer[...]))
        #expect(way.interfaceIndex == 2 && way.gateway == "192.0.2.1" && way.source == nil && !way.isLocal)
        let source = Bytes.attribute(7, [192, 0, 2, 9])
        let local = try #require(
            ResolvedRoute(Bytes.route(destinationLength: 32, type: 2, Self.interface, source)[...])
        )
        #expect(local.isLocal && local.source == "192.0.2.9")
        expect(ResolvedRoute(Bytes.route(destinationLength: 32, type: 5, Self.interface)[...]), nil, "multicast")
        expect(ResolvedRoute(Bytes.route(destinationLength: 32, type: 7, Self.interface)[...]), nil, "unreachable")
        expect(ResolvedRoute(Bytes.route(destinationLength: 32, Self.gateway)[...]), nil, "no interface")
        let none = Bytes.attribute(4, Bytes.u32(0))
        expect(ResolvedRoute(Bytes.route(destinationLength: 32, none)[...]), nil)
    }

    @Test(arguments: [(1, "tap"), (65_534, "tun")] as [(UInt16, String)])
    func `A tap has Ethernet frames and a tun does not`(hardware: UInt16, driver: String) throws {
        let info = Bytes.attribute(18, Bytes.attribute(1, Bytes.text("tun")))
        let bytes = Bytes.link(hardware: hardware, Bytes.attribute(3, Bytes.text("vpn0")), info)
        try expect(#require(LinkRecord(bytes[...])).driver, driver)
    }

    @Test func `The port of a bridge has the bridge as its master`() throws {
        let bytes = Bytes.link(Bytes.attribute(3, Bytes.text("eth0")), Bytes.attribute(10, Bytes.u32(4)))
        try expect(#require(LinkRecord(bytes[...])).master, 4)
    }

    @Test(
        arguments: [
            (nil, nil), (0, .unknown), (1, .notPresent), (2, .down), (3, .lowerLayerDown), (4, .testing), (5, .dormant),
            (6, .up), (7, nil), (255, nil),
        ] as [(UInt8?, NetworkInterface.OperationalState?)]
    )
    func `Operational states are decoded as in RFC 2863`(number: UInt8?, state: NetworkInterface.OperationalState?)
        throws
    {
        let attribute = number.map { Bytes.attribute(16, [$0]) } ?? []
        let bytes = Bytes.link(Bytes.attribute(3, Bytes.text("eth0")), attribute)
        try expect(#require(LinkRecord(bytes[...])).state, state)
    }

    @Test func `A specific, rejecting or dead route is not a default route`() {
        expect(RouteRecord(Bytes.route(destinationLength: 24, Self.interface)[...]), nil)
        expect(RouteRecord(Bytes.route(type: 7, Self.interface)[...]), nil, "unreachable")
        expect(RouteRecord(Bytes.route(flags: 1, Self.interface)[...]), nil, "dead")
        expect(RouteRecord(Bytes.route(flags: 16, Self.interface)[...]), nil, "no carrier")
        expect(RouteRecord(Bytes.route(flags: 0x200, Self.interface)[...]), nil, "a cached copy")
        expect(RouteRecord(Bytes.route(family: 28, Self.interface)[...]), nil, "another family")
        expect(RouteRecord(Bytes.route(Self.gateway)[...]), nil, "no interface")
    }

    @Test func `Rejects every payload that is too short`() {
        let link = Bytes.link(Bytes.attribute(3, Bytes.text("eth0")))
        let address = Bytes.address(family: 2, prefixLength: 24, Bytes.attribute(1, [192, 0, 2, 1]))
        let route = Bytes.route(Self.interface)
        for end in 0..<20 { expect(LinkRecord(link[..<end]), nil) }
        for end in 0..<16 { expect(AddressRecord(address[..<end]), nil) }
        for end in 0..<20 { #expect(RouteRecord(route[..<end]) == nil && ResolvedRoute(route[..<end]) == nil) }
        let hop = Bytes.nextHop(family: 2, Bytes.attribute(5, Bytes.u32(2)))
        for end in 0..<16 { expect(NextHopRecord(hop[..<end]), nil) }
    }
}
#endif
