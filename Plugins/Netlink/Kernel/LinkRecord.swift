#if os(Linux)
import CNetlink
import ConnectivityCore

/// The facts of an `RTM_NEWLINK` message about an interface; a fact that the message omits is `nil`.
struct LinkRecord: Hashable {
    var index: Int
    var name: String
    /// The hardware type: an `ARPHRD_` number.
    var hardware: UInt16
    /// The `IFF_` bits.
    var flags: UInt32
    /// The driver of a virtual interface: `IFLA_INFO_KIND`, in which "tun" is split into "tun" and "tap".
    var driver: String?
    /// The index of the bridge, bond or similar interface that this one is part of.
    var master: Int?
    /// The state of RFC 2863, as the kernel's number.
    var operationalState: UInt8?
    var carrier: UInt8?
    var carrierChangeCount: UInt32?

    /// Decodes the payload of an `RTM_NEWLINK` message; `nil` for messages about bridge ports and without a name.
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
            case Int(IFLA_CARRIER_CHANGES): carrierChangeCount = attribute.value.integer(at: 0, as: UInt32.self)
            case Int(IFLA_LINKINFO): driver = Self.driver(attribute.value) ?? driver
            default: break
            }
        }
        guard !name.isEmpty else { return nil }
        // tun and tap share a driver name: a tap carries Ethernet frames; a tun carries packets and has no hardware
        // type.
        if driver == "tun", hardware == UInt16(ARPHRD_ETHER) { driver = "tap" }
    }

    private static func driver(_ bytes: ArraySlice<UInt8>) -> String? {
        NetlinkAttributes(bytes).first { $0.number == Int(IFLA_INFO_KIND) }.map(\.text)
    }

    /// Whether the interface is administratively up.
    var isUp: Bool { flags & UInt32(IFF_UP) != 0 }

    /// The state of RFC 2863; `nil` if the kernel reports none, or a state that is not listed in linux/if.h.
    var state: NetworkInterface.OperationalState? {
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

    /// Whether the lower layer is present and open for traffic.
    ///
    /// A dormant link waits for a handshake such as 802.1X; a link in the testing state carries only test traffic.
    /// Loopback and most tunnels permanently have the state "unknown", which therefore counts as a carrier.
    var hasCarrier: Bool {
        let isOpen = operationalState == nil || state == .unknown || state == .up
        return flags & Self.lowerUp != 0 && carrier != 0 && isOpen
    }

    /// `IFF_LOWER_UP` of linux/if.h, which cannot be included together with net/if.h.
    private static let lowerUp: UInt32 = 1 << 16
}
#endif
