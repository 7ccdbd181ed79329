#if canImport(CCares)
package import ConnectivityCore

package struct NameLookup: Hashable, Sendable {
    package let name: String
    /// The interface to ask through; `nil` leaves the choice to the system's routes.
    package let interface: String?
    /// The name servers to ask; if empty, those of the system.
    package let servers: [IPAddress]
    package let families: [IPAddress.Family]
    package let limit: Duration

    /// Creates a lookup that asks given servers over any interface.
    init(name: String, servers: [IPAddress], families: [IPAddress.Family], limit: Duration) {
        self.name = name
        interface = nil
        self.servers = servers
        self.families = families
        self.limit = limit
    }

    /// Whether the system's name servers are asked through an interface that may not lead to them.
    var asksSystemServers: Bool { interface != nil && servers.isEmpty }

    /// Derives the lookup of a request; `nil` if the request needs none.
    ///
    /// The prober of HTTP looks names up itself without an interface; probers of other kinds look nothing up.
    package init?(_ request: ProbeRequest) {
        guard let host = request.question.host, (try? IPAddress(host)) == nil, request.path.addresses.isEmpty,
            request.path.proxy == nil, request.path.interface != nil || request.http == nil
        else { return nil }
        name = host
        interface = request.path.interface
        servers = request.path.nameServers
        families = request.path.family.map { [$0] } ?? [.ipv6, .ipv4]
        limit = request.limits.total
    }

    /// Derives a lookup that explains why the system found no address.
    ///
    /// It is `nil` if the probe failed otherwise, the reason is already known, or no time is left.
    init?(failed exchange: ProbeExchange, after elapsed: Duration) {
        let request = exchange.request
        guard case .failure(let failure) = exchange.outcome, failure.kind == .nameLookup, failure.facts.isEmpty,
            let host = request.question.host, (try? IPAddress(host)) == nil, request.path.addresses.isEmpty,
            request.path.proxy == nil, elapsed < request.limits.total
        else { return nil }
        name = host
        interface = request.path.interface
        servers = request.path.nameServers
        families = request.path.family.map { [$0] } ?? [.ipv6, .ipv4]
        limit = min(Self.explanationLimit, request.limits.total - elapsed)
    }

    /// The maximum time for finding out why a lookup failed.
    private static let explanationLimit = Duration.seconds(1)
}

package struct NameAnswer: Sendable {
    /// The addresses, best first; empty if no server could be asked.
    package var result: Result<[IPAddress], NameLookupFailure>
    package var caveats: [ProbeExchange.Caveat] = []
}
#endif
