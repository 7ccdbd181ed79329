#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// The facts of sysfs about one interface (Documentation/ABI/testing/sysfs-class-net of the kernel).
struct SysfsInterface {
    let name: String
    let index: Int
    /// Whether the interface is administratively up.
    let isUp: Bool
    /// Whether there is a carrier; `false` while the interface is down, because the file cannot be read then.
    let carrier: Bool
    let carrierChangeCount: Int?
    let operationalState: NetworkInterface.OperationalState?
    let kind: NetworkInterface.Kind

    /// Whether the interface can carry traffic.
    ///
    /// A dormant link waits for a handshake; loopback and most tunnels stay "unknown".
    var hasCarrier: Bool { carrier && [nil, .unknown, .up].contains(operationalState) }

    static let countMax = 4096

    /// Reads every interface below a folder, in no particular order; throws if the folder cannot be listed.
    ///
    /// Entries that are not interfaces, such as `bonding_masters`, are skipped.
    static func all(root: String) throws(LinuxError) -> [SysfsInterface] {
        guard let names = SystemFile.list(root, limit: countMax) else {
            throw LinuxError(.listInterfaces, code: errno)
        }
        return names.compactMap { SysfsEntry(root: root, name: $0).flatMap(SysfsInterface.init) }
    }

    private init?(_ entry: SysfsEntry) {
        guard let index = entry.word("ifindex").flatMap({ Int($0) }), index > 0,
            let flags = entry.word("flags").flatMap({ UInt32($0.dropFirst(2), radix: 16) })
        else { return nil }
        name = entry.name
        self.index = index
        isUp = flags & UInt32(IFF_UP) != 0
        carrier = entry.word("carrier") == "1"
        carrierChangeCount = entry.word("carrier_changes").flatMap { Int($0) }
        operationalState = entry.word("operstate").flatMap { Self.states[String($0)] }
        kind = NetworkInterface.Kind(entry, index: index)
    }

    private static let states: [String: NetworkInterface.OperationalState] = [
        "unknown": .unknown, "notpresent": .notPresent, "down": .down, "lowerlayerdown": .lowerLayerDown,
        "testing": .testing, "dormant": .dormant, "up": .up,
    ]
}

extension NetworkInterface.Kind {
    /// Determines the kind of an interface by its folder.
    ///
    /// This does not duplicate the table of drivers of the rtnetlink source: sysfs does not name the drivers of virtual
    /// interfaces. It has the type of the device, files that only some drivers create, and a hardware number.
    fileprivate init(_ entry: SysfsEntry, index: Int) {
        let hardware = entry.word("type").flatMap { Int($0) }
        if let kind = entry.deviceType.flatMap({ Self.byDeviceType[$0] })
            ?? Self.byFile.first(where: { entry.has($0.file) })?.kind
            ?? hardware.flatMap({ Self.byHardware[$0] })
        {
            self = kind
        } else if hardware == Self.ethernetHardware, entry.has("device") {
            self = .ethernet
        } else {
            // The other end of a veth pair has another index, usually another namespace, and is not a lower interface.
            let link = entry.word("iflink").flatMap { Int($0) }
            let isOther = link != nil && link != index && link != 0
            let isPair = hardware == Self.ethernetHardware && isOther && !entry.has(prefix: "lower_")
            self = isPair ? .veth : .other
        }
    }

    private static let byDeviceType: [String: NetworkInterface.Kind] = [
        "wlan": .wifi, "wwan": .cellular, "bridge": .bridge, "bond": .bond, "vlan": .vlan, "wireguard": .vpn,
        "ppp": .vpn, "vxlan": .other, "macvlan": .other,
    ]

    /// Kinds for files that only some drivers create.
    private static let byFile: [(file: String, kind: NetworkInterface.Kind)] = [
        ("phy80211", .wifi), ("wireless", .wifi), ("bridge", .bridge), ("bonding", .bond), ("tun_flags", .vpn),
    ]

    private static let ethernetHardware = 1

    /// Kinds for hardware numbers (`ARPHRD_` of linux/if_arp.h): serial lines, raw IP, tunnels.
    private static let byHardware: [Int: NetworkInterface.Kind] = [
        512: .vpn, 519: .cellular, 530: .cellular, 768: .vpn, 769: .vpn, 772: .loopback, 776: .vpn, 778: .vpn,
        821: .cellular, 823: .vpn, 65534: .vpn,
    ]
}
#endif
