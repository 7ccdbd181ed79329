#if os(Linux)
internal import CNetlink
internal import ConnectivityCore

/// The interface that the kernel would send a packet to the Internet through: its answer to a question for one route.
struct EgressRecord: Hashable {
    var family: AddressFamily
    var interfaceIndex: Int

    /// Reads the payload of an `RTM_NEWROUTE` message; `nil` for routes to the machine itself and to nowhere.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let family = payload.first.flatMap(AddressFamily.init(kernel:)),
            payload.integer(at: 7, as: UInt8.self) == UInt8(RTN_UNICAST),
            let attributes = payload.bytes(from: 12, to: payload.count)
        else { return nil }
        let interface = NetlinkAttributes(attributes).first { UInt32($0.number) == RTA_OIF.rawValue }
        guard let index = interface?.value.integer(at: 0, as: Int32.self), index > 0 else { return nil }
        self.family = family
        interfaceIndex = Int(index)
    }
}
#endif
