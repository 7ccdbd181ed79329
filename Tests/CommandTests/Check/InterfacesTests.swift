import ConnectivityCore
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

@Suite struct `Interfaces` {
    private static let snapshot = InterfaceSnapshot([
        NetworkInterface(
            name: "lo",
            index: 1,
            kind: .loopback,
            operationalState: .unknown,
            addresses: [.init("127.0.0.1", prefixLength: 8), .init("::1", prefixLength: 128)]
        ),
        NetworkInterface(name: "eth0", index: 2, kind: .ethernet, hasCarrier: false, operationalState: .down),
        NetworkInterface(
            name: "wlan0",
            index: 3,
            kind: .wifi,
            operationalState: .up,
            addresses: [
                .init("192.0.2.7", prefixLength: 24), .init("2001:db8::7", prefixLength: 64, state: .deprecated),
                .init("2001:db8::8", prefixLength: 64, state: .tentative),
            ],
            defaultRoutes: [
                .init(family: .ipv4, gateway: "192.0.2.1", metric: 600),
                .init(family: .ipv6, gateway: "fe80::1", metric: 1_024),
            ],
            egress: [.ipv6],
            wifi: .init(ssid: Array("Cafe \u{1B}[31m".utf8))
        ),
        NetworkInterface(name: "wwan0", index: 4, kind: .cellular, operationalState: .dormant, isMetered: true),
        NetworkInterface(
            name: "wg0",
            index: 5,
            kind: .vpn,
            driver: "wireguard",
            operationalState: .unknown,
            addresses: [.init("198.51.100.2", prefixLength: 32)],
            defaultRoutes: [.init(family: .ipv4, gateway: nil, metric: 0, table: 51_820)],
            egress: [.ipv4]
        ),
        NetworkInterface(name: "veth0", index: 6, kind: .veth, driver: "veth", isUp: false),
        NetworkInterface(name: "wlan1", index: 7, kind: .wifi, wifi: .init(ssid: [])),
    ])

    @Test func `The list of interfaces marks the preferred one, its carrier, and unusual states`() {
        let expected = """
               name   kind                  state             egress  addresses                  default routes                 DNS servers  portal
               lo     loopback              up                        127.0.0.1/8
                                                                      ::1/128
               eth0   ethernet              no carrier
            +  wlan0  wifi Cafe \\u{1b}[31m  usable            ipv6    192.0.2.7/24               ipv4 via 192.0.2.1 metric 600
                                                                      2001:db8::7/64 deprecated  ipv6 via fe80::1 metric 1024
                                                                      2001:db8::8/64 tentative
               wwan0  cellular              dormant, metered
            *  wg0    vpn (wireguard)       usable            ipv4    198.51.100.2/32            ipv4 metric 0 table 51820
               veth0  veth                  off
               wlan1  wifi (hidden)         up
            """
        expect(InterfaceTable(Self.snapshot).text, expected)
    }

    #if os(Linux)
    @Test func `interfaces --json prints the snapshot once`() async throws {
        let transcript = await Transcript.of("interfaces", "--json")
        #expect(transcript.status == .success && transcript.output.count == 1)
        let object = try transcript.object()
        let names = [
            "interfaces", "isOnBattery", "nameServers", "preferred", "resumeCount", "systemConnectivity", "underlay",
        ]
        expect(object.keys.sorted(), names)
        let interfaces = try #require(object["interfaces"] as? [[String: Any]])
        let loopback = try #require(interfaces.first { $0["index"] as? Int == 1 })
        expect(loopback["kind"] as? String, "loopback")
        expect(loopback["egress"] as? [String], [])
    }
    #endif

    #if os(Linux)
    @Test func `interfaces --to prints the route to an address, or that none exists`() async throws {
        let way = await Transcript.of("interfaces", "--to", "127.0.0.1")
        expect(way.output, ["127.0.0.1: lo from 127.0.0.1"])
        expect(way.status, .success)
        let object = try await Transcript.of("interfaces", "--to", "127.0.0.1", "--json").object()
        expect(object["address"] as? String, "127.0.0.1")
        expect(object["interface"] as? String, "lo")
        expect(object["source"] as? String, "127.0.0.1")
        #expect(object["gateway"] is NSNull)

        // A multicast address has no single route.
        let none = await Transcript.of("interfaces", "--to", "224.0.0.1")
        expect(none.output, ["224.0.0.1: no route"])
        expect(none.status, .unreachable)
        let nothing = try await Transcript.of("interfaces", "--to", "224.0.0.1", "--json").object()
        expect(Set(nothing.keys), ["address", "interface", "gateway", "source"])
        #expect(nothing["interface"] is NSNull)
    }
    #endif
}
