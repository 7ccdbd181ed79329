#if os(Linux)
import CNetlink
import ConnectivityCore

extension NetworkInterface.Kind {
    /// Determines the kind of an interface by its driver, then by sysfs, then by its hardware number.
    ///
    /// Entries of sysfs that cannot be read count as missing.
    init(of link: LinkRecord, sysfsRoot: String) {
        if let kind = link.driver.flatMap({ Self.byDriver[$0] }) {
            // A tap that is part of a bridge is the virtual cable of a virtual machine.
            self = link.driver == "tap" && link.master != nil ? .other : kind
            return
        }
        let entry = SysfsEntry(root: sysfsRoot, name: link.name)
        self = entry.flatMap(Self.init(entry:)) ?? Self(hardware: link.hardware, isDevice: entry?.has("device") == true)
    }

    /// Determines the kind by sysfs alone; `nil` if sysfs does not determine it.
    private init?(entry: SysfsEntry) {
        if let kind = entry.deviceType.flatMap({ Self.byDeviceType[$0] }) {
            self = kind
        } else if entry.has("phy80211") || entry.has("wireless") {
            self = .wifi
        } else if let driver = entry.driver, Self.modemDrivers.contains(driver) {
            self = .cellular
        } else if entry.has("tun_flags") {
            self = .vpn
        } else {
            return nil
        }
    }

    private init(hardware: UInt16, isDevice: Bool) {
        self =
            switch hardware {
            case UInt16(ARPHRD_LOOPBACK): .loopback
            case UInt16(ARPHRD_RAWIP), Self.vendorRawIP, Self.phonetPipe: .cellular
            case UInt16(ARPHRD_PPP), UInt16(ARPHRD_NONE): .vpn
            // A virtual Ethernet interface has no device.
            case UInt16(ARPHRD_ETHER) where isDevice: .ethernet
            default: .other
            }
    }

    /// The hardware number of modem drivers outside the kernel's source tree for raw IP; drivers in the tree use 519.
    private static let vendorRawIP: UInt16 = 530
    /// `ARPHRD_PHONET_PIPE` of linux/if_arp.h, which cannot be included together with net/if_arp.h.
    private static let phonetPipe: UInt16 = 821

    /// Kinds for the values of `IFLA_INFO_KIND`, and for "tap", see ip-link(8).
    ///
    /// For drivers that are not listed, such as the ports of a switch ("dsa"), sysfs and the hardware number decide.
    private static let byDriver: [String: NetworkInterface.Kind] = {
        let names: [(kind: NetworkInterface.Kind, drivers: [String])] = [
            (
                .vpn,
                [
                    "amneziawg", "erspan", "gre", "gretap", "ip6erspan", "ip6gre", "ip6gretap", "ip6tnl", "ipip",
                    "ovpn",
                    "ovpn-dco", "ppp", "sit", "tap", "tun", "vti", "vti6", "wireguard", "xfrm",
                ]
            ),
            (.cellular, ["rmnet", "wwan"]),
            (.bridge, ["bridge", "openvswitch"]),
            (.bond, ["bond", "team"]),
            (.vlan, ["vlan"]),
            (.veth, ["netkit", "veth"]),
            (
                .other,
                [
                    "amt", "bareudp", "batadv", "dummy", "geneve", "gtp", "hsr", "ifb", "ipvlan", "ipvtap", "macsec",
                    "macvlan", "macvtap", "netdevsim", "nlmon", "vcan", "vrf", "vxcan", "vxlan",
                ]
            ),
        ]
        let pairs = names.flatMap { entry in entry.drivers.map { ($0, entry.kind) } }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// Kinds for the `DEVTYPE` of a uevent file.
    ///
    /// The kernel assigns "wwan" to known modems, including those behind drivers of common USB networking:
    /// cdc_ether, cdc_ncm and rndis_host have lists of modems (`FLAG_WWAN`). Devices that are not listed are phones,
    /// pocket routers or plain adapters, which the device uses like a cable.
    private static let byDeviceType: [String: NetworkInterface.Kind] = [
        "wlan": .wifi, "wwan": .cellular, "bluetooth": .other,
    ]

    /// Drivers that exist only for modems; most also mark their devices "wwan", but not all and not in every version.
    ///
    /// Sources: drivers/net/usb, drivers/net/wwan and drivers/net of Linux, and the vendors' "GobiNet" and
    /// "qmi_wwan_q".
    private static let modemDrivers: Set<String> = [
        "cdc_mbim", "cdc_phonet", "GobiNet", "hso", "huawei_cdc_ncm", "iosm", "ipa", "kalmia", "lg-vl600", "mhi_net",
        "mhi_wwan_mbim", "mtk_t7xx", "qmi_wwan", "qmi_wwan_q", "sierra_net",
    ]
}
#endif
