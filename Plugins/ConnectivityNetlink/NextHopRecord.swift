#if os(Linux)
internal import CNetlink
internal import ConnectivityCore

/// What an `RTM_NEWNEXTHOP` message tells of a next-hop object (ip-nexthop(8)).
enum NextHopRecord: Hashable {
    /// One way.
    case hop(RouteRecord.Hop)
    /// The numbers of the objects that it is made of.
    case group([UInt32])

    /// Reads the payload of an `RTM_NEWNEXTHOP` message; `nil` for what leads nowhere: black holes and dead links.
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
                gateway = AddressFamily(kernel: family).flatMap { IPAddress(attribute.value, family: $0) }
            default: break
            }
        }
        guard let interfaceIndex else { return nil }
        self = .hop(RouteRecord.Hop(interfaceIndex: interfaceIndex, gateway: gateway))
    }

    /// Reads `nexthop_grp` structures: eight bytes each, the number first.
    private static func members(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: 8).compactMap { bytes.integer(at: $0, as: UInt32.self) }
    }
}
#endif
