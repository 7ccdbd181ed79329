extension PipelineConfiguration {
    /// The conditions under which an interface is on a certain network.
    ///
    /// One entry of each property that is not empty must match; without any, every interface matches. These values prove nothing:
    /// the operator of a network chooses its name, its addresses and its domain. A match thus selects how a network is asked, and
    /// can never be a reason to call it online.
    public struct NetworkMatch: Hashable, Sendable {
        /// The names of the wireless network (SSID), compared exactly, with an optional `*` at either end; none if wired.
        public var ssids: [String]
        /// The addresses of the router.
        public var gateways: [IPAddress]
        /// The names of interfaces, with an optional `*` at either end, and kinds such as `wifi`.
        public var interfaces: [String]
        /// The domains that the network gives to its clients (``Provisioning/domains``), with an optional `*` at either end;
        /// case-insensitive.
        public var domains: [String]

        /// Creates a match.
        public init(
            ssids: [String] = [],
            gateways: [IPAddress] = [],
            interfaces: [String] = [],
            domains: [String] = []
        ) {
            (self.ssids, self.gateways, self.interfaces, self.domains) = (ssids, gateways, interfaces, domains)
        }

        /// Returns whether each property of the match that is not empty matches an interface.
        public func matches(_ interface: NetworkInterface) -> Bool {
            let ssid = interface.wifi.flatMap { String(validUTF8: $0.ssid) }
            return Self.meets(ssids, [ssid].compactMap(\.self))
                && (gateways.isEmpty || interface.defaultRoutes.contains { $0.gateway.map(gateways.contains) ?? false })
                && Self.meets(interfaces, [interface.name, interface.kind.rawValue])
                && Self.meets(domains.lowercased, interface.provisioning.flatMap(\.domains).lowercased)
        }

        /// Returns whether every interface that another match matches is matched by this one, as far as the patterns show it.
        package func covers(_ other: NetworkMatch) -> Bool {
            func covers(_ patterns: [String], _ others: [String]) -> Bool {
                patterns.isEmpty || !others.isEmpty && others.allSatisfy(NamePatterns(patterns).contain)
            }
            return covers(ssids, other.ssids)
                && (gateways.isEmpty || !other.gateways.isEmpty && other.gateways.allSatisfy(gateways.contains))
                && (interfaces.contains("*") || covers(interfaces, other.interfaces))
                && covers(domains.lowercased, other.domains.lowercased)
        }

        /// Returns whether one of the names matches a pattern, or there is no pattern.
        private static func meets(_ patterns: [String], _ names: [String]) -> Bool {
            let patterns = NamePatterns(patterns)
            return patterns.isEmpty || names.contains(where: patterns.contain)
        }
    }
}

extension [String] {
    fileprivate var lowercased: [String] { map { $0.lowercased() } }
}
