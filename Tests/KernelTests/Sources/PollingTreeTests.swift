#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit
import Foundation
import Testing
import TestSupport

@testable import ConnectivityNetlink

/// Files in the kernel's format, in a temporary folder.
private final class Tree {
    let root = FileManager.default.temporaryDirectory.appending(path: "connectivity-tree-\(UUID().uuidString)")

    init(_ files: [String: String]) throws {
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func snapshot(ipv4: [String: [NetworkInterface.Address]] = [:]) throws -> InterfaceSnapshot {
        var source = PollingInterfaceSource(
            sysfsRoot: root.appending(path: "sys").path,
            procRoot: root.appending(path: "net").path
        )
        source.ipv4Addresses = { () throws(LinuxError) in ipv4 }
        return try source.currentSnapshot()
    }
}

@Suite struct `Files of the kernel` {
    private static func entry(_ name: String, _ index: Int, type: Int = 1, _ more: [String: String] = [:]) -> [String:
        String]
    {
        let files = [
            "ifindex": "\(index)\n", "flags": "0x1003\n", "type": "\(type)\n", "operstate": "up\n", "carrier": "1\n",
            "iflink": "\(index)\n", "uevent": "INTERFACE=\(name)\nIFINDEX=\(index)\n",
        ].merging(more) { $1 }
        return Dictionary(uniqueKeysWithValues: files.map { ("sys/\(name)/\($0.key)", $0.value) })
    }

    @Test func `Kernel files yield the snapshot of a laptop`() throws {
        let wireless = ["uevent": "DEVTYPE=wlan\nINTERFACE=wlan0\n", "phy80211/index": "0\n", "operstate": "dormant\n"]
        let tree = try Tree(
            Self.entry("lo", 1, type: 772, ["flags": "0x9\n", "operstate": "unknown\n"])
                .merging(Self.entry("eth0", 2, ["device/vendor": "0x8086\n"])) { $1 }
                .merging(Self.entry("wlan0", 3, wireless)) { $1 }
                .merging(["sys/bonding_masters": "\n"]) { $1 }
                .merging([
                    "net/route": """
                    Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
                    eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
                    eth0\t000200C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
                    wlan0\t00000000\t00000000\t0001\t0\t0\t50\t00000000\t0\t0\t0
                    *\t00000000\t00000000\t0201\t0\t0\t9000\t00000000\t0\t0\t0

                    """,
                    "net/ipv6_route": """
                    00000000000000000000000000000000 00 00000000000000000000000000000000 00 20010db8000000000000000000000001 00000032 00000001 00000000 00000003     eth0
                    00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo

                    """,
                    "net/if_inet6": """
                    fe800000000000000000000000000001 02 40 20 80     eth0
                    20010db8000000000000000000000010 02 40 00 20     eth0
                    00000000000000000000000000000001 01 80 10 80       lo
                    20010db8000000000000000000000011 02 40 00 48     eth0

                    """,
                ]) { $1 }
        )
        let snapshot = try tree.snapshot(ipv4: ["eth0": [.init("192.0.2.7", prefixLength: 24)]])
        expect(snapshot.interfaces.map(\.name), ["lo", "eth0", "wlan0"])
        expect(snapshot.interfaces.map(\.kind), [.loopback, .ethernet, .wifi])
        expect(snapshot.interfaces.map(\.hasCarrier), [true, true, false])
        expect(snapshot.interfaces.map(\.operationalState), [.unknown, .up, .dormant])
        let eth0 = try #require(snapshot["eth0"])
        expect(
            eth0.addresses.map(\.description),
            ["192.0.2.7/24", "2001:db8::10/64", "2001:db8::11/64", "fe80::1/64"]
        )
        expect(eth0.addresses.map(\.state), [.preferred, .deprecated, .duplicate, .preferred])
        expect(
            eth0.defaultRoutes,
            [
                .init(family: .ipv6, gateway: "2001:db8::1", metric: 50),
                .init(family: .ipv4, gateway: "192.0.2.1", metric: 100),
            ]
        )
        expect(snapshot["wlan0"]?.defaultRoutes, [.init(family: .ipv4, gateway: nil, metric: 50)])
    }

    @Test(
        arguments: [
            (1, ["device/vendor": "x"], NetworkInterface.Kind.ethernet), (1, ["bridge/bridge_id": "x"], .bridge),
            (1, ["bonding/mode": "x"], .bond), (1, ["uevent": "DEVTYPE=vlan\n"], .vlan),
            (1, ["tun_flags": "0x1"], .vpn),
            (65534, ["uevent": "DEVTYPE=wireguard\n"], .vpn), (65534, [:], .vpn), (519, [:], .cellular),
            (1, ["uevent": "DEVTYPE=wwan\n", "device/x": ""], .cellular), (1, ["iflink": "9\n"], .veth),
            (1, ["iflink": "9\n", "lower_eth0": ""], .other), (1, [:], .other), (778, [:], .vpn), (772, [:], .loopback),
            (1, ["wireless/status": "x", "device/x": ""], .wifi),
        ] as [(Int, [String: String], NetworkInterface.Kind)]
    )
    func `Sysfs files determine an interface kind`(type: Int, files: [String: String], kind: NetworkInterface.Kind)
        throws
    {
        let tree = try Tree(Self.entry("x0", 5, type: type, files))
        try expect(tree.snapshot()["x0"]?.kind, kind)
    }

    @Test func `Invalid kernel files are ignored, and a missing folder is an error`() throws {
        let tree = try Tree([
            "sys/a/ifindex": "0\n", "sys/a/flags": "0x1\n", "sys/b/ifindex": "4\n", "sys/c/ifindex": "5\n",
            "sys/c/flags": "0x1003\n", "net/route": "c\t00000000\tzz\t0003\t0\t0\t0\t00000000\n\u{0}\nc 0 0\n",
            "net/ipv6_route": String(repeating: "0", count: 100_000), "net/if_inet6": "zz 1 2 3 4 c\n",
        ])
        let snapshot = try tree.snapshot()
        expect(snapshot.interfaces.map(\.name), ["c"])
        #expect(snapshot["c"]?.hasCarrier == false && snapshot["c"]?.defaultRoutes == [])
        let nowhere = PollingInterfaceSource(sysfsRoot: "/nonexistent")
        #expect(throws: LinuxError(.listInterfaces, code: 2)) { try nowhere.currentSnapshot() }
    }

    @Test func `Route tables of four megabytes are read in linear time`() {
        let line = "eth0\t000200C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n"
        let table = String(repeating: line, count: RouteTables.byteCountMax / line.utf8.count)
        #expect(RouteTables(ipv4: table, ipv6: table).byInterface.isEmpty)
    }
}
#endif
