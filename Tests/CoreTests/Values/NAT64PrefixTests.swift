import ConnectivityCore
import TestSupport
import Testing

@Suite struct NAT64PrefixTests {
    /// The examples of RFC 6052, section 2.4, for 192.0.2.33.
    @Test(
        arguments: [
            ("2001:db8::/32", "2001:db8:c000:221::"), ("2001:db8:100::/40", "2001:db8:1c0:2:21::"),
            ("2001:db8:122::/48", "2001:db8:122:c000:2:2100::"), ("2001:db8:122:300::/56", "2001:db8:122:3c0:0:221::"),
            ("2001:db8:122:344::/64", "2001:db8:122:344:c0:2:2100::"),
            ("2001:db8:122:344::/96", "2001:db8:122:344::192.0.2.33"),
            ("64:ff9b::/96", "64:ff9b::192.0.2.33"),
        ]
    )
    func `Addresses are translated as in the examples of RFC 6052, and back`(text: String, translated: String) throws {
        let prefix = try #require(NAT64Prefix(text))
        let address = try IPAddress(translated)
        #expect(prefix.translated("192.0.2.33") == address && prefix.original(of: address) == "192.0.2.33")
        #expect(prefix.description == text && prefix.translated("2001:db8::1") == nil)
        #expect(prefix.original(of: "2001:db9::1") == nil && prefix.original(of: "192.0.2.1") == nil)
    }

    @Test(
        arguments: [
            "64:ff9b::", "64:ff9b::/95", "64:ff9b::/128", "64:ff9b::/0", "64:ff9b::/-96", "192.0.2.0/96", "::/96",
            "ff02::/96",
            "fe80::/64", "::ffff:0:0/96", "2001:db8::100:0:0:0/96", "/96", "64:ff9b::/96 ", "",
        ]
    )
    func `An invalid prefix of a translator is rejected`(text: String) { expect(NAT64Prefix(text), nil) }

    @Test func `The bits after the length are ignored`() {
        #expect(
            NAT64Prefix("64:ff9b::1.2.3.4/96") == .wellKnown && NAT64Prefix("2001:db8::1/32")?.address == "2001:db8::"
        )
    }

    @Test(arguments: NAT64Prefix.lengths, ["192.0.0.170", "192.0.0.171"] as [IPAddress])
    func `A prefix of each length is found in the addresses of ipv4only.arpa`(length: Int, known: IPAddress) throws {
        let prefix = try #require(NAT64Prefix("2001:db8:122::", length: length))
        let address = try #require(prefix.translated(known))
        expect(NAT64Prefix.discovered(in: [address]), [prefix])
    }

    @Test(
        arguments: [
            ["192.0.0.170", "192.0.0.171"], ["2001:db8::1"], ["64:ff9b::10.0.0.1"], ["::ffff:192.0.0.170"],
            ["::192.0.0.170"],
            ["ff02::192.0.0.170"], ["64:ff9b::192.0.0.172"], ["64:ff9b::192.0.0.169"], ["2001:db8:c000:aa:1::"],
            ["2001:db8:c000:aa::192.0.0.172"], ["fe80::192.0.0.170"], [],
        ] as [[IPAddress]]
    )
    func `An address without the well-known one at its place gives no prefix`(addresses: [IPAddress]) {
        expect(NAT64Prefix.discovered(in: addresses), [])
    }

    @Test func `Of many prefixes few are kept, and the rest is not looked at`() throws {
        let many = try (0..<1_000).map { number in
            try IPAddress("2001:db8:\(String(number, radix: 16))::192.0.0.170")
        }
        expect(NAT64Prefix.discovered(in: many).count, 4)
        expect(NAT64Prefix.discovered(in: [IPAddress](repeating: "2001:db8::1", count: 16) + many), [])
    }
}

@Suite struct TranslatorTests {
    private static func tunnel(_ name: String, _ address: String) -> NetworkInterface {
        NetworkInterface(
            name: name,
            index: 3,
            kind: .vpn,
            driver: "tun",
            addresses: [try? NetworkInterface.Address(address)].compactMap(\.self),
            defaultRoutes: [.init(family: .ipv4, gateway: nil, metric: 0)],
            egress: [.ipv4]
        )
    }

    private static let wifi = NetworkInterface(
        name: "wlan0",
        index: 2,
        kind: .wifi,
        addresses: ["2001:db8::7/64"].compactMap { try? NetworkInterface.Address($0) },
        defaultRoutes: [.init(family: .ipv6, gateway: "fe80::1", metric: 1_024)],
        egress: [.ipv6]
    )

    @Test(
        arguments: [
            ("clat", "192.168.255.1/32", true), ("clat4", "192.0.0.1/32", true), ("v4-wlan0", "192.0.0.4/32", true),
            ("tun-464xlat", "10.9.0.1/32", true), ("tun0", "192.0.0.7/29", true), ("tun0", "192.0.0.8/29", false),
            ("wg0", "10.9.0.1/24", false),
        ]
    )
    func `A translator of this device is neither a VPN nor a separate path`(name: String, address: String, isOne: Bool)
    {
        let tunnel = Self.tunnel(name, address)
        expect(tunnel.isTranslator, isOne)
        let snapshot = InterfaceSnapshot([Self.wifi, tunnel])
        expect(snapshot.preferred?.name, (isOne ? "wlan0" : name))
    }

    @Test func `An address of a translator on this device does not belong to the network`() {
        var interface = Self.wifi
        #expect(interface.isIPv6Only)
        interface.addresses.append(.init("192.0.0.5", prefixLength: 32))
        #expect(interface.isIPv6Only)
        interface.addresses.append(.init("192.0.2.5", prefixLength: 24))
        #expect(!interface.isIPv6Only && !Self.tunnel("clat", "192.0.0.1/32").isIPv6Only)
    }
}
