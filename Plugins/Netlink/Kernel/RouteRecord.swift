#if os(Linux)
import CNetlink
import ConnectivityCore

/// The facts of an `RTM_NEWROUTE` message about a default route.
///
/// Messages about other routes, of which there may be a million, are dropped at their second byte.
struct RouteRecord: Hashable {
    struct Hop: Hashable {
        var interfaceIndex: Int
        var gateway: IPAddress?
    }

    var family: IPAddress.Family
    var table: UInt32
    var metric: UInt32
    var hops: [Hop]
    /// The number of the next-hop object with the hops, if the message has no hops itself.
    var nextHop: UInt32?

    /// The metric of an IPv6 route without one, `IP6_RT_PRIO_USER`; for IPv4 it is 0.
    private static let ipv6Metric: UInt32 = 1024

    /// Decodes the payload of an `RTM_NEWROUTE` message; `nil` for routes that are not default routes.
    init?(_ payload: ArraySlice<UInt8>) {
        guard payload.integer(at: 1, as: UInt8.self) == 0,
            let family = payload.first.flatMap(IPAddress.Family.init(kernel:)),
            let shortTable = payload.integer(at: 4, as: UInt8.self),
            payload.integer(at: 7, as: UInt8.self) == UInt8(RTN_UNICAST),
            let flags = payload.integer(at: 8, as: UInt32.self), flags & UInt32(RTM_F_CLONED) == 0,
            flags & Self.unusable == 0, let attributes = payload.bytes(from: 12, to: payload.count)
        else { return nil }
        table = UInt32(shortTable)
        var metric: UInt32?
        var interfaceIndex: Int?
        var gateway: IPAddress?
        hops = []
        for attribute in NetlinkAttributes(attributes) {
            switch UInt32(attribute.number) {
            // The header's table has only eight bits; this attribute replaces it.
            case RTA_TABLE.rawValue: table = attribute.value.integer(at: 0, as: UInt32.self) ?? table
            case RTA_PRIORITY.rawValue: metric = attribute.value.integer(at: 0, as: UInt32.self)
            case RTA_OIF.rawValue: interfaceIndex = attribute.value.integer(at: 0, as: Int32.self).map(Int.init)
            case RTA_GATEWAY.rawValue, RTA_VIA.rawValue: gateway = Self.gateway(attribute, of: family) ?? gateway
            case RTA_MULTIPATH.rawValue: hops = Self.hops(attribute.value, of: family)
            case RTA_NH_ID.rawValue: nextHop = attribute.value.integer(at: 0, as: UInt32.self)
            default: break
            }
        }
        if hops.isEmpty, let interfaceIndex {
            hops = [Hop(interfaceIndex: interfaceIndex, gateway: gateway)]
        }
        if !hops.isEmpty { nextHop = nil }
        guard !hops.isEmpty || nextHop != nil else { return nil }
        self.family = family
        self.metric = metric ?? (family == .ipv6 ? Self.ipv6Metric : 0)
    }

    /// The flags of a route whose interface is down or has no carrier; the kernel may list it, but it is unusable.
    static let unusable = UInt32(RTNH_F_DEAD) | UInt32(RTNH_F_LINKDOWN)

    /// Decodes the `rtnexthop` structures of a multipath route: length, flags, weight, interface, attributes.
    private static func hops(_ bytes: ArraySlice<UInt8>, of family: IPAddress.Family) -> [Hop] {
        var hops: [Hop] = []
        var reader = ByteReader(bytes)
        while let claimed = reader.uint16(.native), let flags = reader.byte(), reader.byte() != nil,
            let index = reader.int32(.native), let attributes = reader.bytes(Int(claimed) - 8)
        {
            reader.skip(Int(claimed).alignedToFour - Int(claimed))
            guard UInt32(flags) & unusable == 0 else { continue }
            let gateway = NetlinkAttributes(attributes).lazy.compactMap { Self.gateway($0, of: family) }.first
            hops.append(Hop(interfaceIndex: Int(index), gateway: gateway))
        }
        return hops
    }

    /// Reads the next hop from an attribute; `nil` if the attribute is not a next hop.
    static func gateway(_ attribute: NetlinkAttribute, of family: IPAddress.Family) -> IPAddress? {
        switch UInt32(attribute.number) {
        case RTA_GATEWAY.rawValue:
            return IPAddress(attribute.value, family: family)
        case RTA_VIA.rawValue:
            // A next hop of another family: two bytes with the family, then the address.
            guard let number = attribute.value.integer(at: 0, as: UInt16.self),
                let other = UInt8(exactly: number).flatMap(IPAddress.Family.init(kernel:))
            else { return nil }
            return IPAddress(attribute.value.dropFirst(2), family: other)
        default:
            return nil
        }
    }
}

/// The facts of an `RTM_NEWNEXTHOP` message about a next-hop object (ip-nexthop(8)).
enum NextHopRecord: Hashable {
    case hop(RouteRecord.Hop)
    /// The numbers of the objects in the group.
    case group([UInt32])

    /// Decodes the payload of an `RTM_NEWNEXTHOP` message; `nil` for unusable objects: black holes and dead links.
    init?(_ payload: ArraySlice<UInt8>) {
        // struct nhmsg
        guard let family = payload.first, let flags = payload.integer(at: 4, as: UInt32.self),
            flags & RouteRecord.unusable == 0, let attributes = payload.bytes(from: 8, to: payload.count)
        else { return nil }
        var interfaceIndex: Int?
        var gateway: IPAddress?
        for attribute in NetlinkAttributes(attributes) {
            switch attribute.number {
            case Int(NHA_BLACKHOLE): return nil
            case Int(NHA_GROUP):
                self = .group(Self.members(attribute.value))
                return
            case Int(NHA_OIF): interfaceIndex = attribute.value.integer(at: 0, as: Int32.self).map(Int.init)
            case Int(NHA_GATEWAY):
                gateway = IPAddress.Family(kernel: family).flatMap { IPAddress(attribute.value, family: $0) }
            default: break
            }
        }
        guard let interfaceIndex else { return nil }
        self = .hop(RouteRecord.Hop(interfaceIndex: interfaceIndex, gateway: gateway))
    }

    /// Decodes `nexthop_grp` structures: eight bytes each, beginning with the number.
    private static func members(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: 8).compactMap { bytes.integer(at: $0, as: UInt32.self) }
    }
}

/// The route that the kernel selects for a packet: its answer to a request for one route.
struct ResolvedRoute: Hashable {
    var family: IPAddress.Family
    var interfaceIndex: Int
    /// Whether the packet stays on the device.
    var isLocal: Bool
    /// The next hop, which may be of another family; `nil` if the destination is on the link.
    var gateway: IPAddress?
    var source: IPAddress?

    /// Decodes the payload of an `RTM_NEWROUTE` message; `nil` if it rejects packets or has several destinations.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let family = payload.first.flatMap(IPAddress.Family.init(kernel:)),
            let type = payload.integer(at: 7, as: UInt8.self), [UInt8(RTN_UNICAST), UInt8(RTN_LOCAL)].contains(type),
            let attributes = payload.bytes(from: 12, to: payload.count)
        else { return nil }
        var interfaceIndex = 0
        for attribute in NetlinkAttributes(attributes) {
            switch UInt32(attribute.number) {
            case RTA_OIF.rawValue: interfaceIndex = attribute.value.integer(at: 0, as: Int32.self).map(Int.init) ?? 0
            case RTA_GATEWAY.rawValue, RTA_VIA.rawValue: gateway = RouteRecord.gateway(attribute, of: family) ?? gateway
            case RTA_PREFSRC.rawValue: source = IPAddress(attribute.value, family: family)
            default: break
            }
        }
        guard interfaceIndex > 0 else { return nil }
        self.family = family
        self.interfaceIndex = interfaceIndex
        isLocal = type == UInt8(RTN_LOCAL)
    }
}
#endif
