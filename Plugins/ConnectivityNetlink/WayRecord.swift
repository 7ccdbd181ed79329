#if os(Linux)
internal import CNetlink
internal import ConnectivityCore

/// The way that the kernel would send a packet: its answer to a question for one route.
struct WayRecord: Hashable {
    var family: AddressFamily
    var interfaceIndex: Int
    /// Whether the packet stays on the machine.
    var isLocal: Bool
    /// The next hop, which may be of another family; `nil` where the destination is on the link.
    var gateway: IPAddress?
    /// The address that the packet would come from.
    var source: IPAddress?

    /// Reads the payload of an `RTM_NEWROUTE` message; `nil` for routes to nowhere, and to many.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let family = payload.first.flatMap(AddressFamily.init(kernel:)),
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
