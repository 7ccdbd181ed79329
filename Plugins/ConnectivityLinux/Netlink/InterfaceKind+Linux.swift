#if os(Linux)
internal import CNetlink
internal import ConnectivityCore

extension Interface.Kind {
    /// What an interface is made of: first by its driver, then by sysfs, then by its hardware number.
    ///
    /// - Parameters:
    ///   - link: What the kernel tells of the interface.
    ///   - sysfsRoot: The folder with one entry an interface, normally /sys/class/net. What cannot be read is not there.
    init(of link: LinkRecord, sysfsRoot: String) {
        if let kind = link.driver.flatMap({ Self.byDriver[$0] }) {
            // A tap that is part of a bridge is the cable of a virtual machine.
            self = link.driver == "tap" && link.master != nil ? .other : kind
            return
        }
        let entry = SysfsEntry(root: sysfsRoot, name: link.name)
        self = entry.flatMap(Self.init(entry:)) ?? Self(hardware: link.hardware, isDevice: entry?.has("device") == true)
    }

    /// What sysfs alone tells; `nil` where that is nothing.
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
            // What is purely virtual has no device behind it.
            case UInt16(ARPHRD_ETHER) where isDevice: .ethernet
            default: .other
            }
    }

    /// The number that modem drivers outside the kernel's own tree use for raw IP, where the tree's is 519.
    private static let vendorRawIP: UInt16 = 530
    /// `ARPHRD_PHONET_PIPE` of linux/if_arp.h, which cannot be included next to net/if_arp.h.
    private static let phonetPipe: UInt16 = 821

    /// Kinds for the values of `IFLA_INFO_KIND`, and for "tap", see ip-link(8).
    ///
    /// Drivers that are not here, such as the ports of a switch ("dsa"), are judged by sysfs and hardware.
    private static let byDriver: [String: Interface.Kind] = {
        let names: [(kind: Interface.Kind, drivers: [String])] = [
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
    /// The kernel gives "wwan" to what it knows to be a modem, those behind the drivers of common USB networking among
    /// them: cdc_ether, cdc_ncm and rndis_host have lists of modems (`FLAG_WWAN`), and what is not on them is a phone, a
    /// pocket router or a plain adapter, which for the machine is a cable.
    private static let byDeviceType: [String: Interface.Kind] = [
        "wlan": .wifi, "wwan": .cellular, "bluetooth": .other,
    ]

    /// Drivers of nothing but modems: most mark their devices "wwan" as well, but not all, and not in every version.
    ///
    /// From drivers/net/usb, drivers/net/wwan and drivers/net of Linux, and "GobiNet" and "qmi_wwan_q" of vendors.
    private static let modemDrivers: Set<String> = [
        "cdc_mbim", "cdc_phonet", "GobiNet", "hso", "huawei_cdc_ncm", "iosm", "ipa", "kalmia", "lg-vl600", "mhi_net",
        "mhi_wwan_mbim", "mtk_t7xx", "qmi_wwan", "qmi_wwan_q", "sierra_net",
    ]
}
#endif
