#if canImport(CSystemd) && os(Linux)
import ConnectivityCore
import ConnectivityDBus
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

@testable import ConnectivityNetworkManager

@Suite struct `Properties of NetworkManager` {
    private typealias Objects = NetworkManagerObjects

    /// A value as printed by the busctl command: `{"type": "u", "data": 4}`.
    private struct Printed: Decodable {
        var value: BusValue

        private enum CodingKeys: CodingKey {
            case type, data
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            value =
                switch try container.decode(String.self, forKey: .type) {
                case "s", "o": .text(try container.decode(String.self, forKey: .data))
                case "u": .number(try container.decode(UInt64.self, forKey: .data))
                case "b": .number(try container.decode(Bool.self, forKey: .data) ? 1 : 0)
                case "ao": .list(try container.decode([String].self, forKey: .data).map(BusValue.text))
                case "aay": .list(try container.decode([[UInt8]].self, forKey: .data).map(BusValue.bytes))
                case "a{sv}": .table(try container.decode([String: Printed].self, forKey: .data).mapValues(\.value))
                case "aa{sv}":
                    .list(
                        try container.decode([[String: Printed]].self, forKey: .data).map {
                            .table($0.mapValues(\.value))
                        }
                    )
                default: .other
                }
        }
    }

    private static func recorded() throws -> NetworkManagerObjects {
        let file = URL.package.appending(path: "Tests/KernelTests/Sources/Recordings/networkmanager-1.42.json")
        let objects = try JSONDecoder().decode([String: [String: [String: Printed]]].self, from: Data(contentsOf: file))
        return NetworkManagerObjects(
            objects.mapValues { interfaces in
                let named = interfaces.compactMap { name, properties in
                    NetworkManagerObjects.shortName(name).map { ($0, properties.mapValues(\.value)) }
                }
                return Dictionary(named) { $1 }
            }
        )
    }

    private static let indices = ["lo": 1, "gw0": 2, "up0": 3]

    private func snapshot(_ objects: NetworkManagerObjects) -> InterfaceSnapshot {
        objects.snapshot { Self.indices[$0] ?? 0 }
    }

    @Test func `Recorded properties of NetworkManager yield the snapshot of a machine`() throws {
        let snapshot = snapshot(try Self.recorded())
        expect(snapshot.interfaces.map(\.name), ["lo", "gw0", "up0"])
        expect(snapshot.interfaces.map(\.kind), [.loopback, .veth, .veth])
        let up0 = try #require(snapshot["up0"])
        expect(
            up0.addresses.map(\.description),
            ["192.0.2.142/24", "fe80::e959:49d5:6c1:cd11/64", "2001:db8::2/64"]
        )
        expect(
            up0.defaultRoutes,
            [
                .init(family: .ipv4, gateway: "192.0.2.1", metric: 100),
                .init(family: .ipv6, gateway: "2001:db8::1", metric: 100),
            ]
        )
        expect(up0.nameServers, ["192.0.2.53", "2001:db8::53"])
        #expect(up0.egress == [.ipv4, .ipv6] && up0.isMetered == true && up0.driver == "veth")
        #expect(snapshot["gw0"]?.isMetered == nil && snapshot["lo"]?.isMetered == false)
        // NetworkManager reports 4, full, without a check.
        #expect(snapshot.systemConnectivity == nil && up0.systemConnectivity == nil)
    }

    @Test func `The result of NetworkManager's check is reported and changes no verdict`() throws {
        var objects = try Self.recorded()
        for (name, value) in [("ConnectivityCheckAvailable", 1), ("ConnectivityCheckEnabled", 1), ("Connectivity", 2)] {
            objects.byPath[Objects.manager]?[""]?[name] = .number(UInt64(value))
        }
        let device = "/org/freedesktop/NetworkManager/Devices/3"
        objects.byPath[device]?["Device"]?["Ip4Connectivity"] = .number(2)
        objects.byPath[device]?["Device"]?["Ip6Connectivity"] = .number(3)
        let snapshot = snapshot(objects)
        let announced = InterfaceSnapshot.SystemConnectivity(
            .portal,
            ipv4: .portal,
            ipv6: .limited,
            reportedBy: "NetworkManager"
        )
        expect(snapshot.systemConnectivity, InterfaceSnapshot.SystemConnectivity(.portal, reportedBy: "NetworkManager"))
        #expect(snapshot["up0"]?.systemConnectivity == announced && snapshot["lo"]?.systemConnectivity == nil)

        let rules = PipelineConfiguration().rules
        func decided(_ snapshot: InterfaceSnapshot) -> Assessment {
            let path = AssessmentRecord.Path(path: NetworkPath(interface: "up0"))
            return rules.decide(
                AssessmentRecord(snapshot: snapshot, paths: [path], startedAt: Timestamp(sinceEpoch: .zero))
            )
        }
        var silent = snapshot
        silent.systemConnectivity = nil
        for index in silent.interfaces.indices { silent.interfaces[index].systemConnectivity = nil }
        #expect(
            decided(snapshot).access == decided(silent).access && decided(snapshot).reason == decided(silent).reason
        )
        let sentence = "NetworkManager reports portal (IPv4 portal, IPv6 limited); this result does not depend on it."
        #expect(decided(snapshot).explanation().contains(sentence))
        #expect(!decided(silent).explanation().contains(sentence))
    }

    @Test func `Properties of wireless and mobile devices are reported`() {
        let (point, options) = ("/p", "/o")
        let objects = NetworkManagerObjects([
            "/wifi": [
                "Device": [
                    "Interface": .text("wlan0"), "DeviceType": .number(2), "State": .number(100), "Metered": .number(4),
                    "Dhcp4Config": .text(options),
                ],
                "Device.Wireless": ["ActiveAccessPoint": .text(point)],
            ],
            point: [
                "AccessPoint": [
                    "Ssid": .bytes(Array("Hotel".utf8)), "HwAddress": .text("00:00:5E:00:53:01"),
                    "Frequency": .number(5180),
                ]
            ],
            options: ["DHCP4Config": ["Options": .table(["default_url": .text("https://portal.example/api")])]],
            "/modem": [
                "Device": ["Interface": .text("cdc-wdm0"), "IpInterface": .text("wwan0"), "DeviceType": .number(8)]
            ],
            "/p2p": ["Device": ["Interface": .text("p2p-dev-wlan0"), "DeviceType": .number(30)]],
        ])
        let snapshot = snapshot(objects)
        expect(Set(snapshot.interfaces.map(\.name)), ["wlan0", "wwan0"])
        let wlan0 = snapshot["wlan0"]
        expect(wlan0?.wifi, .init(ssid: Array("Hotel".utf8), bssid: "00:00:5e:00:53:01", frequency: 5180))
        #expect(wlan0?.captivePortal == .api("https://portal.example/api") && wlan0?.isMetered == false)
        #expect(wlan0?.hasCarrier == true && snapshot["wwan0"]?.kind == .cellular && snapshot["wwan0"]?.isUp == false)
    }

    @Test func `Invalid properties of NetworkManager are ignored`() {
        let long = String(repeating: "x", count: 4096)
        let entries: [BusValue] = [
            .text("192.0.2.1"), .table(["address": .text("192.0.2.1"), "prefix": .number(33)]),
            .table(["address": .text(long), "prefix": .number(1)]), .table(["address": .number(1)]), .other,
            .table(["dest": .text("0.0.0.0"), "prefix": .number(0), "metric": .number(.max), "next-hop": .text(long)]),
        ]
        let objects = NetworkManagerObjects([
            "/d": [
                "Device": [
                    "Interface": .text("x0"), "DeviceType": .number(.max), "State": .text("up"),
                    "InterfaceFlags": .number(.max),
                    "Ip4Config": .text("/c"), "Ip6Config": .text("/d"), "Metered": .number(99),
                    "Dhcp4Config": .text("/c"),
                ],
                "IP6Config": [
                    "Nameservers": .list([.bytes([1, 2, 3]), .bytes([UInt8](repeating: 0, count: 17)), .number(1)])
                ],
            ],
            "/c": [
                "IP4Config": [
                    "AddressData": .list(entries), "RouteData": .list(entries),
                    "NameserverData": .list(Array(repeating: .table(["address": .text("192.0.2.1")]), count: 10_000)),
                ],
                "DHCP4Config": ["Options": .table(["default_url": .text("http://\(long)")])],
            ],
            "/long": ["Device": ["Interface": .text(long)]], "/slash": ["Device": ["Interface": .text("../../etc")]],
            "/loop": ["Connection.Active": ["Devices": .list([.text("/loop"), .text("/d")]), "Default": .number(1)]],
        ])
        let snapshot = snapshot(objects)
        expect(snapshot.interfaces.map(\.name), ["x0"])
        let x0 = snapshot["x0"]
        #expect(x0?.addresses == [] && x0?.kind == .other && x0?.isMetered == nil && x0?.captivePortal == nil)
        expect(x0?.defaultRoutes, [.init(family: .ipv4, gateway: nil, metric: .max)])
        #expect(x0?.nameServers.count == 64 && x0?.egress == [.ipv4])
    }

    @Test(arguments: ["unixexec:path=/bin/sh", "unix:path=/a;unixexec:path=/bin/sh", "", "session", "unix:\u{0}"])
    func `A bus address that starts a program is rejected`(bus: String) {
        #expect(NetworkManagerInterfaceSource(bus: bus) == nil)
    }
}
#endif
