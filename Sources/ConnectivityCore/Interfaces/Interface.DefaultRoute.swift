extension Interface {
    /// A route to everywhere through an interface.
    public struct DefaultRoute: Hashable, Sendable {
        /// The number of the main table, in which routes are unless a rule says otherwise (ip-rule(8)).
        public static let mainTable: UInt32 = 254

        /// The address family it is for.
        public var family: AddressFamily
        /// The next hop; `nil` where the link itself is the way, as with tunnels.
        public var gateway: IPAddress?
        /// The cost: the system prefers the lowest.
        public var metric: UInt32
        /// The number of the routing table, on systems that have several.
        public var table: UInt32

        /// Creates a route.
        /// - Parameters:
        ///   - family: The address family it is for.
        ///   - gateway: The next hop, where there is one.
        ///   - metric: The cost.
        ///   - table: The number of the routing table.
        public init(family: AddressFamily, gateway: IPAddress?, metric: UInt32, table: UInt32 = Self.mainTable) {
            self.family = family
            self.gateway = gateway
            self.metric = metric
            self.table = table
        }
    }
}
