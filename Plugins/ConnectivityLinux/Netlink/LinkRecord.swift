#if os(Linux)
internal import CNetlink
internal import ConnectivityCore

/// What an `RTM_NEWLINK` message tells of an interface; `nil` is what it leaves out.
struct LinkRecord: Hashable {
    var index: Int
    var name: String
    /// The kind of hardware: an `ARPHRD_` number.
    var hardware: UInt16
    /// The `IFF_` bits.
    var flags: UInt32
    /// The driver of a virtual interface: `IFLA_INFO_KIND`, where "tun" makes two kinds of interfaces that are told apart.
    var driver: String?
    /// The index of the bridge, bond or the like that the interface is part of.
    var master: Int?
    /// The state of RFC 2863, by the kernel's number.
    var operationalState: UInt8?
    var carrier: UInt8?

    /// Reads the payload of an `RTM_NEWLINK` message; `nil` for bridge ports' own messages and nameless interfaces.
    init?(_ payload: ArraySlice<UInt8>) {
        guard payload.first == UInt8(AF_UNSPEC), let hardware = payload.integer(at: 2, as: UInt16.self),
            let index = payload.integer(at: 4, as: Int32.self), index > 0,
            let flags = payload.integer(at: 8, as: UInt32.self),
            let attributes = payload.bytes(from: 16, to: payload.count)
        else { return nil }
        self.index = Int(index)
        self.hardware = hardware
        self.flags = flags
        name = ""
        for attribute in NetlinkAttributes(attributes) {
            switch attribute.number {
            case Int(IFLA_IFNAME): name = attribute.text
            case Int(IFLA_MASTER): master = attribute.value.integer(at: 0, as: Int32.self).map(Int.init)
            case Int(IFLA_OPERSTATE): operationalState = attribute.value.first
            case Int(IFLA_CARRIER): carrier = attribute.value.first
            case Int(IFLA_LINKINFO): driver = Self.driver(attribute.value) ?? driver
            default: break
            }
        }
        guard !name.isEmpty else { return nil }
        // The driver of both has one name: a tap has frames of Ethernet, a tun has packets and no hardware.
        if driver == "tun", hardware == UInt16(ARPHRD_ETHER) { driver = "tap" }
    }

    private static func driver(_ bytes: ArraySlice<UInt8>) -> String? {
        NetlinkAttributes(bytes).first { $0.number == Int(IFLA_INFO_KIND) }.map(\.text)
    }
}

extension LinkRecord {
    /// Whether the interface is switched on.
    var isUp: Bool { flags & UInt32(IFF_UP) != 0 }

    /// The state of RFC 2863; `nil` where the kernel tells none, or one that is not in the list of linux/if.h.
    var state: Interface.OperationalState? {
        switch operationalState {
        case 0: .unknown
        case 1: .notPresent
        case 2: .down
        case 3: .lowerLayerDown
        case 4: .testing
        case 5: .dormant
        case 6: .up
        default: nil
        }
    }

    /// Whether the link below is there and open for traffic.
    ///
    /// A dormant link waits for a handshake such as 802.1X, a link in test carries test traffic alone. Loopback and most
    /// tunnels stay at "unknown" for ever, which therefore counts as there.
    var hasCarrier: Bool {
        let isOpen = operationalState == nil || state == .unknown || state == .up
        return flags & Self.lowerUp != 0 && carrier != 0 && isOpen
    }

    /// `IFF_LOWER_UP` of linux/if.h, which cannot be included next to net/if.h.
    private static let lowerUp: UInt32 = 1 << 16
}
#endif
