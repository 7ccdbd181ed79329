#if os(Linux)
internal import CNetlink
internal import ConnectivityCore
internal import Glibc

extension Interface.Kind {
    /// What an interface is made of: first by its driver, then by sysfs, then by its hardware number.
    ///
    /// - Parameters:
    ///   - link: What the kernel tells of the interface.
    ///   - sysfsRoot: The folder with one entry an interface, normally /sys/class/net. What cannot be read is not there.
    init(of link: LinkRecord, sysfsRoot: String) {
        if let kind = link.driver.flatMap({ Self.byDriver[$0] }) {
            self = kind
            return
        }
        let entry = SysfsEntry(root: sysfsRoot, name: link.name)
        let deviceType = entry?.deviceType
        self =
            if deviceType == "wlan" || entry?.has("phy80211") == true || entry?.has("wireless") == true {
                .wifi
            } else if deviceType == "wwan" {
                .cellular
            } else {
                switch link.hardware {
                case UInt16(ARPHRD_LOOPBACK): .loopback
                case UInt16(ARPHRD_RAWIP), Self.vendorRawIP, Self.phonetPipe: .cellular
                // Point-to-point over a modem was caught by the device type above.
                case UInt16(ARPHRD_PPP), UInt16(ARPHRD_NONE): .vpn
                case _ where entry?.has("tun_flags") == true: .vpn
                // Bridges, pairs and other purely virtual interfaces have no device behind them.
                case UInt16(ARPHRD_ETHER) where entry?.has("device") == true: .ethernet
                default: .other
                }
            }
    }

    /// The number that modem drivers outside the kernel's own tree use for raw IP, where the tree's is 519.
    private static let vendorRawIP: UInt16 = 530
    /// `ARPHRD_PHONET_PIPE` of linux/if_arp.h, which cannot be included next to net/if_arp.h.
    private static let phonetPipe: UInt16 = 821

    /// Kinds for the values of `IFLA_INFO_KIND`.
    ///
    /// Drivers that are not here, such as the ports of a switch ("dsa"), are judged by sysfs and hardware.
    private static let byDriver: [String: Interface.Kind] = {
        let tunnels = [
            "amneziawg", "erspan", "gre", "gretap", "ip6erspan", "ip6gre", "ip6gretap", "ip6tnl", "ipip", "ovpn",
            "ovpn-dco", "sit", "tun", "vti", "vti6", "wireguard", "xfrm",
        ]
        let modems = ["rmnet", "wwan"]
        let virtual = [
            "bareudp", "batadv", "bond", "bridge", "dummy", "geneve", "gtp", "hsr", "ifb", "ipvlan", "ipvtap",
            "macsec", "macvlan", "macvtap", "netdevsim", "netkit", "nlmon", "team", "vcan", "veth", "vlan", "vrf",
            "vxcan", "vxlan",
        ]
        let all =
            tunnels.map { ($0, Interface.Kind.vpn) } + modems.map { ($0, .cellular) } + virtual.map { ($0, .other) }
        return Dictionary(all) { first, _ in first }
    }()
}

/// The folder of one interface in sysfs.
private struct SysfsEntry {
    private let path: String

    /// - Returns: `nil` where the name could lead out of the root, or is longer than the kernel allows.
    init?(root: String, name: String) {
        guard (1..<Int(IFNAMSIZ)).contains(name.utf8.count), name != ".", name != "..", !name.utf8.contains(0x2F),
            !name.utf8.contains(0)
        else { return nil }
        path = "\(root)/\(name)"
    }

    /// Whether there is a file, folder or link of this name.
    func has(_ file: String) -> Bool {
        unsafe access("\(path)/\(file)", F_OK) == 0
    }

    /// The `DEVTYPE` of the interface's uevent file, whose first 4,096 bytes are read.
    var deviceType: Substring? {
        let descriptor = unsafe open("\(path)/uevent", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        let key = "DEVTYPE="
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(key) }?.dropFirst(key.count)
    }
}
#endif
