#if os(Linux)
import ConnectivityCore
import Testing
import TestSupport

@testable import ConnectivityNetlink
@testable import ConnectivityProvisioning

/// Options of router advertisements, as a kernel of Linux 6.18 passed them on.
@Suite struct RouterOptionTests {
    static let router: IPAddress = "fe80::1831:97ff:fe2b:4de0"

    /// The payload of a message with options, as the kernel writes it.
    static func payload(_ options: [UInt8], index: UInt32 = 2, from router: IPAddress = router) -> [UInt8] {
        [10, 0] + MessageBytes.u16(UInt16(options.count)) + MessageBytes.u32(index) + [134, 0]
            + [UInt8](repeating: 0, count: 6)
            + options + MessageBytes.attribute(1, router.bytes)
    }

    static func option(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
        let units = (value.count + 2 + 7) / 8
        return [type, UInt8(units)] + value + [UInt8](repeating: 0, count: units * 8 - 2 - value.count)
    }

    static func pref64(_ prefix: IPAddress, code: UInt8 = 0, lifetime: UInt16 = 1_800) -> [UInt8] {
        let first = lifetime & 0xFFF8 | UInt16(code)
        return [38, 2, UInt8(first >> 8), UInt8(first & 0xFF)] + prefix.bytes.prefix(12)
    }

    private func contents(_ options: [UInt8]) -> [RouterOption.Content] {
        RouterOption.all(in: Self.payload(options)[...]).map(\.content)
    }

    @Test func `A message of the kernel names the interface, the router and the option`() throws {
        // RTM_NEWNDUSEROPT of a veth with index 2.
        let bytes: [UInt8] = [
            0x0A, 0, 0x10, 0, 2, 0, 0, 0, 0x86, 0, 0, 0, 0, 0, 0, 0, 0x26, 0x02, 0x07, 0x08, 0x00, 0x64, 0xFF, 0x9B, 0,
            0, 0, 0,
            0, 0, 0, 0, 0x14, 0, 1, 0, 0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0x18, 0x31, 0x97, 0xFF, 0xFE, 0x2B, 0x4D, 0xE0,
        ]
        let prefix = try #require(NAT64Prefix("64:ff9b::/96"))
        let expected = RouterOption(interfaceIndex: 2, router: Self.router, content: .nat64(prefix, lifetime: 1_800))
        expect(RouterOption.all(in: bytes[...]), [expected])
        for count in 0..<bytes.count { #expect(RouterOption.all(in: bytes[..<count]).isEmpty, "\(count) bytes") }
    }

    @Test func `Name servers, domains and the portal are read, and other options are left out`() {
        let server: IPAddress = "2001:db8::53"
        let names: [UInt8] = [0, 0, 0, 0, 2, 0x58, 1, 0x61, 7] + Array("example".utf8) + [0, 1, 0x62, 0]
        let options =
            Self.option(25, [0, 0, 0, 0, 2, 0x58] + server.bytes) + Self.option(31, names)
            + Self.option(37, Array("https://portal.example/api".utf8)) + Self.option(24, [0, 0, 0, 0, 2, 0x58])
        let portal = contents(options).compactMap { if case .captivePortal(let bytes) = $0 { bytes } else { nil } }
        #expect(
            contents(options).count == 3 && portal.first?.starts(with: Array("https://portal.example/api".utf8)) == true
        )
        expect(contents(options)[0], .nameServers([server], lifetime: 600))
        expect(contents(options)[1], .domains(["a.example", "b"], lifetime: 600))
    }

    @Test(arguments: [(0, "/96"), (1, "/64"), (2, "/56"), (3, "/48"), (4, "/40"), (5, "/32")] as [(UInt8, String)])
    func `Each code of a prefix length is read`(code: UInt8, length: String) {
        guard case .nat64(let prefix, let lifetime)? = contents(Self.pref64("2001:db8:64::", code: code)).first else {
            Issue.record("no prefix")
            return
        }
        #expect("\(prefix)".hasSuffix(length) && lifetime == 1_800)
    }

    @Test(
        arguments: [
            ("two codes are reserved", pref64("2001:db8:64::", code: 6)),
            ("and the other one", pref64("2001:db8:64::", code: 7)),
            ("its length is one unit", Array(pref64("2001:db8:64::").prefix(8)).replacing([38, 2], with: [38, 1])),
            ("its length is three units", option(38, Array(pref64("2001:db8:64::").dropFirst(2)) + [0])),
            ("its length is nothing", [38, 0] + pref64("2001:db8:64::").dropFirst(2)),
            ("it is longer than the message", [38, 200] + pref64("2001:db8:64::").dropFirst(2)),
            ("the prefix is multicast", pref64("ff02::")), ("the prefix is local to a link", pref64("fe80::")),
            ("the prefix is that of no host", pref64("::")),
            ("the reserved byte is not zero", pref64("2001:db8:64:0:100::")),
            ("a name server is no host", option(25, [0, 0, 0, 0, 2, 0x58] + [UInt8](repeating: 0, count: 16))),
            (
                "a name server is a group",
                option(25, [0, 0, 0, 0, 2, 0x58] + [0xFF, 2] + [UInt8](repeating: 1, count: 14))
            ),
            ("half a name server", option(25, [0, 0, 0, 0, 2, 0x58] + [0x20, 1])),
            ("a label goes beyond the option", option(31, [0, 0, 0, 0, 2, 0x58, 63, 0x61])),
            ("a label is a pointer", option(31, [0, 0, 0, 0, 2, 0x58, 0xC0, 0])),
            ("a label has a line end", option(31, [0, 0, 0, 0, 2, 0x58, 2, 0x61, 0x0A, 0])),
        ] as [(String, [UInt8])]
    )
    func `A malformed option has no value`(why: String, bytes: [UInt8]) {
        #expect(contents(bytes).isEmpty, "\(why)")
    }

    @Test func `Only an advertisement of a router on the link counts`() {
        let options = Self.pref64("2001:db8:64::")
        #expect(RouterOption.all(in: Self.payload(options, from: "2001:db8::1")[...]).isEmpty)
        #expect(RouterOption.all(in: Self.payload(options, index: 0)[...]).isEmpty)
        var other = Self.payload(options)
        other[8] = 133
        #expect(RouterOption.all(in: other[...]).isEmpty)
        var ipv4 = Self.payload(options)
        ipv4[0] = 2
        #expect(RouterOption.all(in: ipv4[...]).isEmpty)
    }

    @Test func `Random bytes are read to an end`() {
        var random = SplitMix(state: 38)
        for _ in 0..<10_000 {
            let count = Int.random(in: 0..<120, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = RouterOption.contents(of: bytes[...])
            if count > 12 { bytes.replaceSubrange(0..<10, with: [10, 0, UInt8(count), 0, 2, 0, 0, 0, 134, 0]) }
            _ = RouterOption.all(in: bytes[...])
        }
    }
}

/// The facts that are kept from advertisements of routers.
@Suite struct AdvertisedNetworkTests {
    private let start = ContinuousClock.now

    private static func link(_ carrierChangeCount: Int = 1, hasCarrier: Bool = true) -> InterfaceSnapshot {
        InterfaceSnapshot([
            NetworkInterface(
                name: "c0",
                index: 2,
                kind: .ethernet,
                hasCarrier: hasCarrier,
                carrierChangeCount: carrierChangeCount
            )
        ])
    }

    private static func option(
        _ prefix: String = "64:ff9b::/96",
        lifetime: UInt32 = 1_800,
        from router: IPAddress = "fe80::1"
    ) throws -> RouterOption {
        let prefix = try #require(NAT64Prefix(prefix))
        return RouterOption(interfaceIndex: 2, router: router, content: .nat64(prefix, lifetime: lifetime))
    }

    private func prefixes(_ networks: inout AdvertisedNetworks, after time: Duration = .zero) -> [String] {
        var snapshot = Self.link()
        networks.add(to: &snapshot, at: start + time)
        return snapshot.interfaces[0].nat64Prefixes.map(\.description)
    }

    @Test func `A value counts until its lifetime ends or it is withdrawn, and a repetition is no change`() throws {
        var networks = AdvertisedNetworks()
        let changes = try [(UInt32(16), 0), (16, 8)].map { lifetime, time in
            networks.receive(try Self.option(lifetime: lifetime), at: start + .seconds(time))
        }
        #expect(changes == [true, false] && networks.nextEnd == start + .seconds(24))
        let shown = [23, 24].map { prefixes(&networks, after: .seconds($0)) }
        #expect(shown == [["64:ff9b::/96"], []] && networks.nextEnd == nil)
        let later = try [(UInt32(1_800), 30), (0, 31), (0, 32)].map { lifetime, time in
            networks.receive(try Self.option(lifetime: lifetime), at: start + .seconds(time))
        }
        let last = prefixes(&networks, after: .seconds(32))
        #expect(later == [true, true, false] && last == [])
    }

    @Test func `Router advertisements from before a link loss are forgotten`() throws {
        for away in [Self.link(hasCarrier: false), Self.link(3)] {
            var networks = AdvertisedNetworks()
            _ = try networks.receive(Self.option(), at: start)
            let before = prefixes(&networks, after: .seconds(1))
            expect(before, ["64:ff9b::/96"])
            var snapshot = away
            networks.add(to: &snapshot, at: start + .seconds(2))
            expect(snapshot.interfaces[0].provisioning, [])
        }
    }

    @Test func `A portal of a router is that of the interface, and its origin is the router`() throws {
        var networks = AdvertisedNetworks()
        let portal = RouterOption(
            interfaceIndex: 2,
            router: "fe80::1",
            content: .captivePortal(Array("https://portal.example/api\0\0".utf8))
        )
        let isDifferent = networks.receive(portal, at: start)
        #expect(isDifferent)
        var snapshot = Self.link()
        networks.add(to: &snapshot, at: start)
        expect(snapshot.interfaces[0].captivePortal?.description, "https://portal.example/api")
        expect(snapshot.interfaces[0].provisioning.first?.origin, "router fe80::1")
        // A server of DHCP precedes it.
        let lease = Provisioning(origin: "/lease", channel: .dhcpv4, captivePortal: Array("https://b.example/".utf8))
        expect(snapshot.interfaces[0].provisioned(by: [lease]).captivePortal?.description, "https://b.example/")
        var later = Self.link()
        networks.add(to: &later, at: start + AdvertisedNetworks.portalLifetime)
        expect(later.interfaces[0].captivePortal, nil)
    }

    @Test func `Forged routers do not keep out the one to which the default route leads, and it comes first`() throws {
        var networks = AdvertisedNetworks()
        var snapshot = Self.link()
        snapshot.interfaces[0].defaultRoutes = [.init(family: .ipv6, gateway: "fe80::1", metric: 0)]
        for number in 1...AdvertisedNetworks.routerCountMax {
            let forged = try IPAddress("fe80::bad:\(number)")
            _ = try networks.receive(Self.option("2001:db8:bad:\(number)::/96", from: forged), at: start)
        }
        networks.add(to: &snapshot, at: start)
        let isHeard = networks.receive(try Self.option(), at: start)
        #expect(isHeard)
        snapshot.interfaces[0].provisioning = []
        networks.add(to: &snapshot, at: start)
        expect(snapshot.interfaces[0].nat64Prefixes.first?.description, "64:ff9b::/96")
        expect(snapshot.interfaces[0].provisioning.count, AdvertisedNetworks.routerCountMax)
        let another = networks.receive(try Self.option("2001:db8:bad:9::/96", from: "fe80::bad:9"), at: start)
        #expect(!another)
    }

    @Test func `Ten thousand hostile advertisements keep a bounded number of values`() throws {
        var networks = AdvertisedNetworks()
        var changes = 0
        for number in 0..<10_000 {
            let bytes =
                [0x20, 1, 0x0D, 0xB8, UInt8(number >> 8), UInt8(number & 0xFF), 0, 0] + [UInt8](repeating: 0, count: 8)
            let prefix = try #require(IPAddress(bytes: bytes).flatMap { NAT64Prefix($0, length: 96) })
            let router = try #require(IPAddress(bytes: [0xFE, 0x80] + bytes[2...]))
            for router in [router, "fe80::1"] {
                let option = RouterOption(
                    interfaceIndex: number % 700 + 2,
                    router: router,
                    content: .nat64(prefix, lifetime: 0xFFF8)
                )
                if networks.receive(option, at: start) { changes += 1 }
            }
        }
        let limit =
            AdvertisedNetworks.linkCountMax * AdvertisedNetworks.routerCountMax * AdvertisedNetworks.prefixCountMax
        #expect(changes <= limit)
        var snapshot = Self.link()
        networks.add(to: &snapshot, at: start)
        #expect(snapshot.interfaces[0].provisioning.count <= AdvertisedNetworks.routerCountMax)
        #expect(
            snapshot.interfaces[0].provisioning.allSatisfy {
                $0.nat64Prefixes.count <= AdvertisedNetworks.prefixCountMax
            }
        )
    }
}
#endif
