#if os(Linux)
import CNetlink
import ConnectivityCore

/// The facts of an `RTM_NEWNEIGH` message about a neighbour on a link.
struct NeighbourRecord: Hashable {
    var interfaceIndex: Int
    var address: IPAddress
    /// The state of the neighbour; `nil` if it has not been asked yet.
    var state: RouteAnswer.Neighbour?
    /// The time since it last proved its presence, in hundredths of a second; `nil` if the kernel does not report it.
    var confirmed: UInt32?

    /// Decodes the payload of an `RTM_NEWNEIGH` message; `nil` for other families and without an address.
    init?(_ payload: ArraySlice<UInt8>) {
        // struct ndmsg
        guard let family = payload.first.flatMap(IPAddress.Family.init(kernel:)),
            let index = payload.integer(at: 4, as: Int32.self), index > 0,
            let bits = payload.integer(at: 8, as: UInt16.self),
            let attributes = payload.bytes(from: 12, to: payload.count)
        else { return nil }
        var address: IPAddress?
        for attribute in NetlinkAttributes(attributes) {
            switch attribute.number {
            case Int(NDA_DST): address = IPAddress(attribute.value, family: family)
            // struct nda_cacheinfo
            case Int(NDA_CACHEINFO): confirmed = attribute.value.integer(at: 0, as: UInt32.self)
            default: break
            }
        }
        guard let address else { return nil }
        interfaceIndex = Int(index)
        self.address = address
        state = Self.states.first { bits & UInt16($0.bits) != 0 }?.state
        // Without a proof, the kernel states the age of the entry.
        if state == .asked && bits & UInt16(NUD_INCOMPLETE) != 0 || state == .failed { confirmed = nil }
    }

    private static let states: [(bits: Int32, state: RouteAnswer.Neighbour)] = [
        (NUD_FAILED, .failed), (NUD_INCOMPLETE | NUD_PROBE | NUD_DELAY, .asked), (NUD_REACHABLE, .reachable),
        (NUD_STALE, .known), (NUD_NOARP | NUD_PERMANENT, .unasked),
    ]
}
#endif
