import ConnectivityCore
import ConnectivityText
import TestSupport
import Testing

@Suite
struct ProvisioningTests {
    private static func announced(_ channel: Provisioning.Channel?, _ uri: String, _ origin: String) -> Provisioning {
        Provisioning(origin: origin, channel: channel, captivePortal: Array(uri.utf8))
    }

    private static let interface = NetworkInterface(name: "c0", index: 2, kind: .ethernet)

    private static func explanation(of interface: NetworkInterface) -> [String] {
        Assessment(
            access: .determining,
            reason: .notYetJudged,
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            startedAt: Timestamp(sinceEpoch: .zero)
        ).explanation(Sentences())
    }

    @Test func `Portal options of DHCPv4 precede DHCPv6, then advertisements; contradictions are listed`() {
        let announced = [
            Self.announced(nil, "https://a.example/", "/a"),
            Self.announced(.routerAdvertisement, "https://b.example/", "/b"),
            Self.announced(.dhcpv6, "https://c.example/", "/c"), Self.announced(.dhcpv4, "https://d.example/", "/d"),
        ]
        for count in 1...announced.count {
            let interface = Self.interface.provisioned(by: Array(announced.prefix(count)))
            let order = count == 1 ? announced[0] : announced[count - 1]
            expect(interface.captivePortal?.description, order.captivePortalText)
            expect(interface.contradictingPortals.count, (count == 1 ? 0 : count))
            expect(interface.contradictingPortals.first?.origin ?? order.origin, order.origin)
        }
        let same = Self.interface.provisioned(by: [announced[0], Self.announced(.dhcpv4, "https://a.example/", "/e")])
        #expect(same.contradictingPortals.isEmpty)
    }

    @Test func `A translator and that IPv4 is not needed are named with their origin`() {
        let interface = Self.interface.provisioned(by: [
            Provisioning(
                origin: "router fe80::1",
                nat64Prefixes: ["64:ff9b::/96", "none", "fe80::/64", "2001:db8::/32"]
            ),
            Provisioning(origin: "/lease", ipv6OnlyWait: .seconds(300)),
        ])
        let sentences = Self.explanation(of: interface)
        let translator =
            "The network announces a translator for IPv4 at 64:ff9b::/96, 2001:db8::/32 (from router fe80::1)."
        #expect(sentences.contains(translator), "\(sentences)")
        #expect(sentences.contains("The network says that it works without IPv4 (from /lease)."), "\(sentences)")
    }

    @Test func `Provisioning keeps the values of the source, fills in missing ones and removes padding`() {
        var interface = Self.interface
        interface.nameServers = ["192.0.2.1"]
        interface.isMetered = false
        interface.captivePortal = .unrestricted
        let other = Provisioning(
            origin: "/a",
            captivePortal: Array("https://a.example/\0\0".utf8),
            nameServers: ["192.0.2.2", "192.0.2.2"],
            isMetered: true
        )
        let kept = interface.provisioned(by: [other])
        #expect(kept.nameServers == ["192.0.2.1"] && kept.isMetered == false && kept.captivePortal == .unrestricted)
        expect(kept.provisioning, [other])

        let filled = Self.interface.provisioned(by: [other, Provisioning(origin: "/empty")])
        #expect(filled.nameServers == ["192.0.2.2"] && filled.isMetered == true && filled.provisioning == [other])
        expect(filled.captivePortal?.description, "https://a.example/")
        let open = Self.interface.provisioned(by: [Provisioning(origin: "/b", nameServers: ["192.0.2.2"])])
        #expect(open.isMetered == nil && open.captivePortal == nil)
    }

    @Test func `A portal option that cannot be used is skipped, kept and explained`() {
        let announced = [
            Self.announced(.dhcpv4, "http://plain.example/", "/plain"),
            Self.announced(.dhcpv6, "https://a.example/api", "/a"),
            Provisioning(origin: "/cost", isMetered: true),
        ]
        let interface = Self.interface.provisioned(by: announced)
        expect(interface.captivePortal?.description, "https://a.example/api")
        let text = Self.explanation(of: interface)
        #expect(text.contains("The network announces the portal API https://a.example/api (from /a)."))
        #expect(text.contains { $0.hasPrefix("The portal option in /plain cannot be used: ") })
        #expect(text.contains("The network reports that traffic is metered (from /cost)."))
        let none = Self.interface.provisioned(by: [Self.announced(nil, "urn:ietf:params:capport:unrestricted", "/b")])
        #expect(Self.explanation(of: none).contains("The network reports that it has no portal (from /b)."))
        let two = Self.interface.provisioned(by: [announced[1], Self.announced(.dhcpv4, "https://b.example/", "/b")])
        let sentence =
            "The network also announces different portals, which is a configuration error: "
            + "https://b.example/ (/b), https://a.example/api (/a)."
        #expect(Self.explanation(of: two).contains(sentence))
    }

    @Test func `Provisioning readers keep everything else that the source reported`() {
        let service = InterfaceSnapshot.SystemConnectivity(.portal, ipv4: .portal, reportedBy: "NetworkManager")
        let before = InterfaceSnapshot([Self.interface], nameServers: ["192.0.2.53"], systemConnectivity: service)
        expect(before.provisioned(by: []), before)
    }
}
