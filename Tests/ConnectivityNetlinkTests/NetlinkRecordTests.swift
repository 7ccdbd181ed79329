#if os(Linux)
import ConnectivityCore
import Testing

@testable import ConnectivityNetlink

/// Numbers of the kernel's headers, written out so that a mistake in the code is not repeated here.
@Suite struct NetlinkRecordTests {
    private typealias Bytes = MessageBytes

    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test func `A link tells its name, state, carrier and driver`() throws {
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

    @Test func `What a link message leaves out is unknown`() throws {
        let bytes = Bytes.link(Bytes.attribute(3, Bytes.text("eth0")))
        let link = try #require(LinkRecord(bytes[...]))
        #expect(link.driver == nil && link.carrier == nil && link.operationalState == nil)
        #expect(link.hasCarrier, "the flag alone decides")
    }

    @Test func `A link without a name or index, or of a bridge port, is none`() {
        let name = Bytes.attribute(3, Bytes.text("eth0"))
        #expect(LinkRecord(Bytes.link()[...]) == nil)
        #expect(LinkRecord(Bytes.link(Bytes.attribute(3, []))[...]) == nil)
        #expect(LinkRecord(Bytes.link(index: 0, name)[...]) == nil)
        #expect(LinkRecord(Bytes.link(index: 0x8000_0000, name)[...]) == nil)
        #expect(LinkRecord(Bytes.link(family: 7, name)[...]) == nil)
    }

    @Test(
        arguments: [
            (0x1_0003, 6, 1, true), (0x1_0003, 0, 1, true), (0x1_0003, 0, nil, true), (0x1_0003, 6, nil, true),
            (0x0_0003, 6, 1, false), (0x1_0003, 6, 0, false),
            (0x1_0003, 1, 1, false), (0x1_0003, 2, 1, false), (0x1_0003, 3, 1, false), (0x1_0003, 4, 1, false),
            (0x1_0003, 5, 1, false), (0x1_0003, 200, 1, false),
        ] as [(UInt32, UInt8, UInt8?, Bool)]
    )
    func `Carrier takes the flag, the carrier and an open state`(
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
        #expect(try #require(LinkRecord(bytes[...])).hasCarrier == expected)
    }

    @Test func `The local address counts where the other one is the peer's`() throws {
        let bytes = Bytes.address(
            family: 2,
            prefixLength: 32,
            Bytes.attribute(1, [192, 0, 2, 21]),
            Bytes.attribute(2, [192, 0, 2, 20])
        )
        let record = try #require(AddressRecord(bytes[...]))
        #expect(record.address == .init(try address("192.0.2.20"), prefixLength: 32))
    }

    @Test func `An IPv6 address has the flags of its attribute, else of its header`() throws {
        let plain = Bytes.attribute(1, [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [1])
        let header = Bytes.address(family: 10, prefixLength: 64, flags: 0x40, plain)
        let both = Bytes.address(family: 10, prefixLength: 64, flags: 0x40, plain, Bytes.attribute(8, Bytes.u32(0x300)))
        #expect(try #require(AddressRecord(header[...])).flags == 0x40)
        #expect(try #require(AddressRecord(both[...])).flags == 0x300)
        #expect(try #require(AddressRecord(both[...])).address == .init(try address("2001:db8::1"), prefixLength: 64))
    }

    @Test func `An address of another family, length or prefix is none`() {
        let four = Bytes.attribute(1, [192, 0, 2, 1])
        #expect(AddressRecord(Bytes.address(family: 35, prefixLength: 8, four)[...]) == nil)
        #expect(AddressRecord(Bytes.address(family: 10, prefixLength: 24, four)[...]) == nil)
        #expect(AddressRecord(Bytes.address(family: 2, prefixLength: 33, four)[...]) == nil)
        #expect(AddressRecord(Bytes.address(family: 2, prefixLength: 24)[...]) == nil)
        #expect(AddressRecord(Bytes.address(family: 2, prefixLength: 24, index: 0, four)[...]) == nil)
        #expect(AddressRecord(Bytes.address(family: 2, prefixLength: 24, Bytes.attribute(1, [1, 2, 3]))[...]) == nil)
    }

    private static let interface = Bytes.attribute(4, Bytes.u32(2))
    private static let gateway = Bytes.attribute(5, [192, 0, 2, 1])

    @Test func `A default route without a metric costs nothing`() throws {
        let route = try #require(RouteRecord(Bytes.route(Self.interface, Self.gateway)[...]))
        #expect(route.metric == 0 && route.family == .ipv4)
        #expect(route.hops == [.init(interfaceIndex: 2, gateway: try address("192.0.2.1"))])
    }

    @Test func `An IPv6 default route without a metric costs 1024`() throws {
        let route = try #require(RouteRecord(Bytes.route(family: 10, Self.interface)[...]))
        #expect(route.metric == 1_024 && route.hops == [.init(interfaceIndex: 2, gateway: nil)])
    }

    @Test func `The metric is the priority`() throws {
        let bytes = Bytes.route(Self.interface, Bytes.attribute(6, Bytes.u32(600)))
        #expect(try #require(RouteRecord(bytes[...])).metric == 600)
    }

    @Test func `An IPv4 route may have an IPv6 gateway`() throws {
        let via = Bytes.attribute(18, Bytes.u16(10) + [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [2])
        let route = try #require(RouteRecord(Bytes.route(Self.interface, via)[...]))
        #expect(route.family == .ipv4)
        #expect(route.hops == [.init(interfaceIndex: 2, gateway: try address("fe80::2"))])
    }

    @Test func `A route with several next hops has each that is alive`() throws {
        let hops =
            Bytes.hop(index: 2, Self.gateway) + Bytes.hop(index: 3) + Bytes.hop(index: 4, flags: 1)
            + Bytes.hop(index: 5, flags: 16)
        let route = try #require(RouteRecord(Bytes.route(Bytes.attribute(9, hops))[...]))
        #expect(
            route.hops == [
                .init(interfaceIndex: 2, gateway: try address("192.0.2.1")), .init(interfaceIndex: 3, gateway: nil),
            ]
        )
    }

    @Test func `The table's attribute replaces the header's table`() {
        let main = Bytes.attribute(15, Bytes.u32(254))
        let other = Bytes.attribute(15, Bytes.u32(1_000))
        #expect(RouteRecord(Bytes.route(table: 252, Self.interface, main)[...]) != nil)
        #expect(RouteRecord(Bytes.route(table: 254, Self.interface, other)[...]) == nil)
        #expect(RouteRecord(Bytes.route(table: 255, Self.interface)[...]) == nil)
    }

    @Test func `A route to somewhere, to nowhere or over a dead link is no default route`() {
        #expect(RouteRecord(Bytes.route(destinationLength: 24, Self.interface)[...]) == nil)
        #expect(RouteRecord(Bytes.route(type: 7, Self.interface)[...]) == nil, "unreachable")
        #expect(RouteRecord(Bytes.route(flags: 1, Self.interface)[...]) == nil, "dead")
        #expect(RouteRecord(Bytes.route(flags: 16, Self.interface)[...]) == nil, "no carrier")
        #expect(RouteRecord(Bytes.route(flags: 0x200, Self.interface)[...]) == nil, "a cached copy")
        #expect(RouteRecord(Bytes.route(family: 28, Self.interface)[...]) == nil, "another family")
        #expect(RouteRecord(Bytes.route(Self.gateway)[...]) == nil, "no interface")
    }

    @Test func `Any payload that is too short is no record`() {
        let link = Bytes.link(Bytes.attribute(3, Bytes.text("eth0")))
        let address = Bytes.address(family: 2, prefixLength: 24, Bytes.attribute(1, [192, 0, 2, 1]))
        let route = Bytes.route(Self.interface)
        for end in 0..<20 { #expect(LinkRecord(link[..<end]) == nil) }
        for end in 0..<16 { #expect(AddressRecord(address[..<end]) == nil) }
        for end in 0..<20 { #expect(RouteRecord(route[..<end]) == nil) }
    }
}
#endif
