#if Cares
package import ConnectivityCore

/// One name to look up through one interface.
package struct NameLookup: Hashable, Sendable {
    /// The host.
    package let name: String
    /// The interface to ask through.
    package let interface: String
    /// The name servers to ask; empty if those of the machine are to be.
    package let servers: [IPAddress]
    /// The families to ask for.
    package let families: [AddressFamily]
    /// The time it may take.
    package let limit: Duration

    /// Finds out what a request needs; `nil` if there is nothing to look up through an interface.
    package init?(_ request: ProbeRequest) {
        guard let interface = request.path.interface, let url = request.url, url.address == nil,
            request.path.addresses.isEmpty
        else { return nil }
        name = url.host
        self.interface = interface
        servers = request.path.nameServers
        families = request.path.family.map { [$0] } ?? [.ipv6, .ipv4]
        limit = min(request.limits.nameLookup ?? request.limits.total, request.limits.total)
    }
}

/// What came of a lookup.
package struct NameAnswer: Sendable {
    /// The addresses, best first; none if nobody could be asked.
    package var result: Result<[IPAddress], NameLookupFailure>
    /// What could not be guaranteed about the path of the lookup.
    package var caveats: [PathCaveat] = []
}
#endif
