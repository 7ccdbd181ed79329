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
    /// The driver of a virtual interface: `IFLA_INFO_KIND`.
    var driver: String?
    /// The state of RFC 2863.
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
            case Int(IFLA_OPERSTATE): operationalState = attribute.value.first
            case Int(IFLA_CARRIER): carrier = attribute.value.first
            case Int(IFLA_LINKINFO):
                for nested in NetlinkAttributes(attribute.value) where nested.number == Int(IFLA_INFO_KIND) {
                    driver = nested.text
                }
            default: break
            }
        }
        guard !name.isEmpty else { return nil }
    }
}

/// What an `RTM_NEWADDR` message tells of an address.
struct AddressRecord: Hashable {
    var interfaceIndex: Int
    var address: Interface.Address
    /// The `IFA_F_` bits.
    var flags: UInt32

    /// Reads the payload of an `RTM_NEWADDR` message; `nil` for other families and lengths that do not fit.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let family = payload.first.flatMap(AddressFamily.init(kernel:)),
            let prefixLength = payload.integer(at: 1, as: UInt8.self),
            let shortFlags = payload.integer(at: 2, as: UInt8.self),
            let index = payload.integer(at: 4, as: Int32.self), index > 0,
            let attributes = payload.bytes(from: 8, to: payload.count)
        else { return nil }
        var local: IPAddress?
        var plain: IPAddress?
        flags = UInt32(shortFlags)
        for attribute in NetlinkAttributes(attributes) {
            switch attribute.number {
            case Int(IFA_LOCAL): local = IPAddress(attribute.value, family: family)
            case Int(IFA_ADDRESS): plain = IPAddress(attribute.value, family: family)
            // The header's flags have eight bits only; this attribute replaces them.
            case Int(IFA_FLAGS): flags = attribute.value.integer(at: 0, as: UInt32.self) ?? flags
            default: break
            }
        }
        // With a peer on the other end IFA_ADDRESS is the peer's, and IFA_LOCAL ours.
        guard let address = local ?? plain, Int(prefixLength) <= address.bytes.count * 8 else { return nil }
        interfaceIndex = Int(index)
        self.address = Interface.Address(address, prefixLength: Int(prefixLength))
    }
}

/// What an `RTM_NEWROUTE` message tells of a default route in the main table.
struct RouteRecord: Hashable {
    /// One way the route may take.
    struct Hop: Hashable {
        var interfaceIndex: Int
        var gateway: IPAddress?
    }

    var family: AddressFamily
    var metric: UInt32
    var hops: [Hop]

    /// The metric of an IPv6 route without one, `IP6_RT_PRIO_USER`; for IPv4 it is 0.
    private static let ipv6Metric: UInt32 = 1024

    /// Reads the payload of an `RTM_NEWROUTE` message; `nil` for any route that is no way to everywhere.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let family = payload.first.flatMap(AddressFamily.init(kernel:)),
            payload.integer(at: 1, as: UInt8.self) == 0,
            let shortTable = payload.integer(at: 4, as: UInt8.self),
            payload.integer(at: 7, as: UInt8.self) == UInt8(RTN_UNICAST),
            let flags = payload.integer(at: 8, as: UInt32.self), flags & UInt32(RTM_F_CLONED) == 0,
            flags & Self.unusable == 0, let attributes = payload.bytes(from: 12, to: payload.count)
        else { return nil }
        var table = UInt32(shortTable)
        var metric: UInt32?
        var interfaceIndex: Int?
        var gateway: IPAddress?
        var hops: [Hop] = []
        for attribute in NetlinkAttributes(attributes) {
            switch UInt32(attribute.number) {
            // The header's table has eight bits only; this attribute replaces it.
            case RTA_TABLE.rawValue: table = attribute.value.integer(at: 0, as: UInt32.self) ?? table
            case RTA_PRIORITY.rawValue: metric = attribute.value.integer(at: 0, as: UInt32.self)
            case RTA_OIF.rawValue: interfaceIndex = attribute.value.integer(at: 0, as: Int32.self).map(Int.init)
            case RTA_GATEWAY.rawValue, RTA_VIA.rawValue: gateway = Self.gateway(attribute, of: family) ?? gateway
            case RTA_MULTIPATH.rawValue: hops = Self.hops(attribute.value, of: family)
            default: break
            }
        }
        if hops.isEmpty, let interfaceIndex {
            hops = [Hop(interfaceIndex: interfaceIndex, gateway: gateway)]
        }
        guard table == RT_TABLE_MAIN.rawValue, !hops.isEmpty else { return nil }
        self.family = family
        self.metric = metric ?? (family == .ipv6 ? Self.ipv6Metric : 0)
        self.hops = hops
    }

    /// A route whose interface is down or without carrier leads nowhere, even where the kernel still lists it.
    private static let unusable = UInt32(RTNH_F_DEAD) | UInt32(RTNH_F_LINKDOWN)

    /// Reads the `rtnexthop` structures of a route with several ways: length, flags, weight, interface, attributes.
    private static func hops(_ bytes: ArraySlice<UInt8>, of family: AddressFamily) -> [Hop] {
        var hops: [Hop] = []
        var rest = bytes
        while let claimed = rest.integer(at: 0, as: UInt16.self), let flags = rest.integer(at: 2, as: UInt8.self),
            let index = rest.integer(at: 4, as: Int32.self), let attributes = rest.bytes(from: 8, to: Int(claimed))
        {
            rest = rest.dropFirst(Int(claimed).alignedToFour)
            guard UInt32(flags) & unusable == 0 else { continue }
            let gateway = NetlinkAttributes(attributes).lazy.compactMap { Self.gateway($0, of: family) }.first
            hops.append(Hop(interfaceIndex: Int(index), gateway: gateway))
        }
        return hops
    }

    private static func gateway(_ attribute: NetlinkAttribute, of family: AddressFamily) -> IPAddress? {
        switch UInt32(attribute.number) {
        case RTA_GATEWAY.rawValue:
            return IPAddress(attribute.value, family: family)
        case RTA_VIA.rawValue:
            // The next hop of another family: two bytes with the family, then the address.
            guard let number = attribute.value.integer(at: 0, as: UInt16.self),
                let other = UInt8(exactly: number).flatMap(AddressFamily.init(kernel:))
            else { return nil }
            return IPAddress(attribute.value.dropFirst(2), family: other)
        default:
            return nil
        }
    }
}

extension AddressFamily {
    /// The family for the kernel's number; `nil` for any other, such as phonet.
    init?(kernel number: UInt8) {
        switch Int32(number) {
        case AF_INET: self = .ipv4
        case AF_INET6: self = .ipv6
        default: return nil
        }
    }
}

extension IPAddress {
    /// An address of exactly the length of its family.
    fileprivate init?(_ bytes: ArraySlice<UInt8>, family: AddressFamily) {
        self.init(bytes: bytes)
        guard self.family == family else { return nil }
    }
}
#endif
