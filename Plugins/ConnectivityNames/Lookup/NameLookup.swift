#if Cares
package import ConnectivityCore

/// One name to look up.
package struct NameLookup: Hashable, Sendable {
    /// The host.
    package let name: String
    /// The interface to ask through; `nil` leaves the way to the system's routes.
    package let interface: String?
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

    /// What the machine's name servers can be asked of a host that the system found no address of; `nil` if that is not
    /// what went wrong, or why is known, or no time is left.
    init?(failed exchange: ProbeExchange, after elapsed: Duration) {
        let request = exchange.request
        guard case .failure(let failure) = exchange.outcome, failure.kind == .nameLookup, failure.facts.isEmpty,
            let url = request.url, url.address == nil, request.path.addresses.isEmpty, elapsed < request.limits.total
        else { return nil }
        name = url.host
        interface = request.path.interface
        servers = request.path.nameServers
        families = request.path.family.map { [$0] } ?? [.ipv6, .ipv4]
        limit = min(Self.explanationLimit, request.limits.total - elapsed)
    }

    /// The longest time that it is worth to know why.
    private static let explanationLimit = Duration.seconds(1)
}

/// What came of a lookup.
package struct NameAnswer: Sendable {
    /// The addresses, best first; none if nobody could be asked.
    package var result: Result<[IPAddress], NameLookupFailure>
    /// What could not be guaranteed about the path of the lookup.
    package var caveats: [PathCaveat] = []
}
#endif
