#if Cares
package import ConnectivityCore

/// One name to look up through one interface.
package struct NameLookup: Hashable, Sendable {
    /// The most name servers that are asked, as of resolv.conf(5).
    private static let serverCountMax = 3

    /// The host with a dot at its end, which keeps search domains away.
    package let name: String
    /// The interface to ask through.
    package let interface: String
    /// The name servers to ask; empty where those of the machine are to be.
    package let servers: [IPAddress]
    /// The families to ask for.
    package let families: [AddressFamily]
    /// The time it may take.
    package let limit: Duration

    /// Finds out what a request needs; `nil` where there is nothing to look up through an interface.
    package init?(_ request: ProbeRequest) {
        guard let interface = request.interface, request.url.address == nil, request.addresses.isEmpty else {
            return nil
        }
        name = request.url.host.hasSuffix(".") ? request.url.host : request.url.host + "."
        self.interface = interface
        servers = request.nameServers
        families = request.family.map { [$0] } ?? [.ipv6, .ipv4]
        limit = min(request.limits.nameLookup ?? request.limits.total, request.limits.total)
    }

    /// The servers to ask of those known: such on the machine itself only where there is no other.
    package static func preferred(_ servers: [IPAddress]) -> [IPAddress] {
        let others = servers.filter { !$0.isLoopback }
        return Array((others.isEmpty ? servers : others).prefix(serverCountMax))
    }
}

/// What came of a lookup.
package struct NameAnswer: Sendable {
    /// The addresses, best first; none where nobody could be asked.
    package var result: Result<[IPAddress], ProbeFailure>
    /// What could not be guaranteed about the path of the lookup.
    package var caveats: [PathCaveat] = []
}
#endif
