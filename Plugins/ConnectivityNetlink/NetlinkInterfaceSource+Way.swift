#if os(Linux)
public import ConnectivityCore
internal import CNetlink

extension NetlinkInterfaceSource {
    /// The way that the kernel would send a packet to an address.
    public struct Way: Hashable, Sendable, Codable {
        /// The interface that it would leave through; the loopback interface where it stays on the machine.
        public var interface: String
        /// The next hop, which may be of the other family; `nil` where the destination is on the link.
        public var gateway: IPAddress?
        /// The address that it would come from; `nil` where the kernel does not tell.
        public var source: IPAddress?

        /// Creates a way.
        /// - Parameters:
        ///   - interface: The interface.
        ///   - gateway: The next hop; `nil` where the destination is on the link.
        ///   - source: The address that packets come from.
        public init(interface: String, gateway: IPAddress? = nil, source: IPAddress? = nil) {
            self.interface = interface
            self.gateway = gateway
            self.source = source
        }
    }

    /// Asks the kernel which way a packet to an address would take, for a socket without a mark or a binding.
    ///
    /// Rules, tables, metrics and VRFs are all in the answer, see ip-route(8), `ip route get`, and routes for packets from
    /// some addresses alone, of which that command tells with a source only. Nothing is sent to the address. Blocks the
    /// calling thread until the kernel has answered, normally for less than a millisecond; cancellation has no effect.
    ///
    /// - Parameter address: The address.
    /// - Returns: The way; `nil` where there is none, or not a single one, as to a multicast address.
    /// - Throws: ``NetlinkError`` where the socket cannot be opened or fails, or an answer stays open for two seconds.
    public func way(to address: IPAddress) throws(NetlinkError) -> Way? {
        var requester = KernelRequester(try NetlinkSocket(groups: 0))
        guard let record = try requester.findWay(to: address, unless: nil).way else { return nil }
        var link: LinkRecord?
        _ = try requester.ask(RouteRequest.links, unless: nil) { payload in
            if let found = LinkRecord(payload), found.index == record.interfaceIndex { link = found }
        }
        return link.map { Way(interface: $0.name, gateway: record.gateway, source: record.source) }
    }
}
#endif
