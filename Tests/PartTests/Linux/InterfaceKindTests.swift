#if os(Linux)
import ConnectivityCore
import FoundationEssentials
import Testing
import TestSupport

@testable import ConnectivityNetlink

@Suite struct InterfaceKindTests {
    private func link(_ name: String, hardware: UInt16 = 1, driver: String? = nil) throws -> LinkRecord {
        let bytes = MessageBytes.link(hardware: hardware, MessageBytes.attribute(3, MessageBytes.text(name)))
        var link = try #require(LinkRecord(bytes[...]))
        link.driver = driver
        return link
    }

    @Test(
        arguments: [
            ("wireguard", .vpn), ("tun", .vpn), ("ipip", .vpn), ("gre", .vpn), ("sit", .vpn), ("ip6tnl", .vpn),
            ("vti", .vpn), ("vti6", .vpn), ("xfrm", .vpn), ("ovpn", .vpn), ("gretap", .vpn), ("ip6gre", .vpn),
            ("ip6gretap", .vpn), ("wwan", .cellular), ("rmnet", .cellular), ("veth", .veth), ("netkit", .veth),
            ("dummy", .other), ("bridge", .bridge), ("openvswitch", .bridge), ("vlan", .vlan), ("bond", .bond),
            ("team", .bond), ("macvlan", .other), ("vxlan", .other), ("tap", .vpn), ("ppp", .vpn),
        ] as [(String, NetworkInterface.Kind)]
    )
    func `The driver of a virtual interface alone determines its kind`(driver: String, kind: NetworkInterface.Kind)
        throws
    {
        try SysfsFolder.with(["x0": ["device", "uevent=DEVTYPE=wlan\n"]]) { root in
            try expect(NetworkInterface.Kind(of: link("x0", driver: driver), sysfsRoot: root), kind)
        }
    }

    @Test(
        arguments: [
            (["uevent=INTERFACE=x0\nDEVTYPE=wlan\nIFINDEX=3\n"], 1, .wifi), (["phy80211"], 1, .wifi),
            (["wireless", "device"], 1, .wifi), (["uevent=DEVTYPE=wwan", "device"], 1, .cellular),
            (["uevent=DEVTYPE=wwan\n"], 512, .cellular), (["uevent=DEVTYPE=wwan\n"], 65_534, .cellular),
            (["uevent=DEVTYPE=ppp\n"], 512, .vpn), ([], 512, .vpn), ([], 519, .cellular), ([], 530, .cellular),
            ([], 821, .cellular), ([], 772, .loopback), ([], 65_534, .vpn), (["tun_flags=0x1001"], 1, .vpn),
            (["device"], 1, .ethernet), (["uevent=INTERFACE=x0\n", "device"], 1, .ethernet), ([], 1, .other),
            (["uevent=XDEVTYPE=wlan\nDEVTYPE=bridge\n"], 1, .other), (["device"], 32, .other), ([], 803, .other),
            (["uevent=DEVTYPE=bluetooth\n", "device"], 1, .other),
            // Modems that only their drivers identify.
            (["driver=cdc_mbim"], 1, .cellular), (["driver=qmi_wwan"], 1, .cellular),
            (["driver=hso"], 65_534, .cellular),
            (["driver=huawei_cdc_ncm"], 1, .cellular), (["driver=sierra_net"], 1, .cellular),
            // Phones, pocket routers and plain adapters, unless the kernel identifies them as modems.
            (["driver=cdc_ether"], 1, .ethernet), (["driver=cdc_ncm"], 1, .ethernet),
            (["driver=rndis_host"], 1, .ethernet), (["driver=ipheth"], 1, .ethernet), (["driver=r8152"], 1, .ethernet),
            (["driver=cdc_ether", "uevent=DEVTYPE=wwan\n"], 1, .cellular),
            (["driver=cdc_ncm", "uevent=DEVTYPE=wwan\n"], 1, .cellular), (["driver=virtio_net"], 1, .ethernet),
        ] as [([String], UInt16, NetworkInterface.Kind)]
    )
    func `Without a known driver, sysfs and then the hardware determine the kind`(
        files: [String],
        hardware: UInt16,
        kind: NetworkInterface.Kind
    ) throws {
        try SysfsFolder.with(["x0": files]) { root in
            try expect(NetworkInterface.Kind(of: link("x0", hardware: hardware), sysfsRoot: root), kind)
            let unknown = try link("x0", hardware: hardware, driver: "dsa")
            expect(
                NetworkInterface.Kind(of: unknown, sysfsRoot: root),
                kind,
                "an unknown driver does not get in the way"
            )
        }
    }

    @Test func `A tap is a VPN, but the port of a bridge is not`() throws {
        var tap = try link("tap0", driver: "tap")
        expect(NetworkInterface.Kind(of: tap, sysfsRoot: "/nonexistent"), .vpn)
        tap.master = 4
        expect(NetworkInterface.Kind(of: tap, sysfsRoot: "/nonexistent"), .other)
    }

    @Test(arguments: ["..", ".", "a/../wifi", "../wifi", "wifi/", "0123456789abcdef", "/"])
    func `An interface name that could lead to another folder is not looked up`(name: String) throws {
        let device = ["device", "phy80211"]
        try SysfsFolder.with(["a": [], "wifi": device, "0123456789abcdef": device, "outer": device]) { root in
            try Data().write(to: URL(filePath: root).appending(path: "phy80211"))
            let inner = name.hasPrefix(".") ? root + "/outer" : root
            try expect(NetworkInterface.Kind(of: link(name), sysfsRoot: inner), .other)
        }
    }

    @Test func `An interface name of fifteen bytes is looked up`() throws {
        try SysfsFolder.with(["0123456789abcde": ["device"]]) { root in
            try expect(NetworkInterface.Kind(of: link("0123456789abcde"), sysfsRoot: root), .ethernet)
        }
    }

    @Test func `Without sysfs an Ethernet interface has the kind other`() throws {
        try expect(NetworkInterface.Kind(of: link("eth0"), sysfsRoot: "/nonexistent"), .other)
    }
}
#endif
