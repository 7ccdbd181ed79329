import ConnectivityCore
import ConnectivityRecords
import Foundation
import TestSupport
import Testing

@Suite struct `Interfaces in recordings` {
    /// An interface with a value in every member.
    static let full = NetworkInterface(
        name: "wlan0",
        index: 3,
        kind: .wifi,
        driver: "mac80211_hwsim",
        operationalState: .lowerLayerDown,
        isMetered: true,
        addresses: [
            .init(IPAddress("192.0.2.7"), prefixLength: 24, validLifetime: .seconds(3600)),
            .init(
                IPAddress("2001:db8::7"),
                prefixLength: 64,
                scope: .site,
                state: .deprecated,
                preferredLifetime: .zero,
                validLifetime: .milliseconds(1500)
            ),
            .init(IPAddress("fe80::1"), prefixLength: 64, state: .tentative),
        ],
        defaultRoutes: [
            .init(family: .ipv4, gateway: IPAddress("192.0.2.1"), metric: 600, table: 51820),
            .init(family: .ipv6, gateway: nil, metric: 1024),
        ],
        egress: [.ipv4, .ipv6],
        nameServers: [IPAddress("192.0.2.53"), IPAddress("fe80::53")],
        wifi: .init(ssid: [0x48, 0xFF, 0x00], bssid: "00:00:5e:00:53:01", frequency: 5180, signal: -61),
        captivePortal: .api(HTTPURL("https://portal.example/api")),
        systemConnectivity: .init(
            .portal,
            ipv4: .portal,
            ipv6: InterfaceSnapshot.SystemConnectivity.State.none,
            reportedBy: "NetworkManager"
        )
    )

    static let snapshot = InterfaceSnapshot(
        [full, NetworkInterface(name: "lo", index: 1, kind: .loopback, captivePortal: .unrestricted)],
        nameServers: [IPAddress("127.0.0.53")],
        systemConnectivity: .init(.limited, reportedBy: "NetworkManager")
    )

    @Test func `Interfaces read back equal from a session`() throws {
        let session = SessionRecording(
            provenance: .init(source: "test", recordedAt: Timestamp(sinceEpoch: .seconds(1)), tool: "test"),
            events: [.init(at: .zero, .interfaces(Self.snapshot))]
        )
        try expect(SessionRecording(parsing: session.encoded()).events, session.events)
    }

    @Test func `Interfaces decode from JSON without the members that were added later`() throws {
        let old = """
            {"name": "eth0", "index": 2, "kind": "ethernet", "isUp": true, "hasCarrier": true, "isUsable": true,
             "addresses": ["192.0.2.7/24"], "defaultRoutes": [{"family": "ipv4", "gateway": "192.0.2.1", "metric": 0}]}
            """
        let expected = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init(IPAddress("192.0.2.7"), prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: IPAddress("192.0.2.1"), metric: 0)]
        )
        try expect(JSONDecoder().decode(NetworkInterface.self, from: Data(old.utf8)), expected)
    }

    @Test func `Redacted interfaces have no hardware address and no secret`() throws {
        let session = SessionRecording(
            provenance: .init(source: "test", recordedAt: Timestamp(sinceEpoch: .seconds(1)), tool: "test"),
            events: [
                .init(
                    at: .zero,
                    .interfaces(
                        InterfaceSnapshot([
                            NetworkInterface(
                                name: "wlan0",
                                index: 3,
                                kind: .wifi,
                                nameServers: [IPAddress("fe80::a2b3:ccff:fed4:e5f6")],
                                wifi: .init(ssid: Array("a0:b3:cc:d4:e5:f7".utf8), bssid: "a0:b3:cc:d4:e5:f6"),
                                captivePortal: .api(HTTPURL("https://portal.example/api?token=hunter2hunter2"))
                            )
                        ])
                    )
                )
            ]
        )
        let text = String(decoding: Redaction.standard.redacted(session).encoded(), as: UTF8.self)
        #expect(!text.contains("d4:e5"))
        #expect(!text.contains("d4e5") && !text.contains("fed4"))
        #expect(!text.contains("hunter2"))
        #expect(text.contains("portal.example"))
    }
}
