/// A network interface at one moment.
public struct Interface: Hashable, Sendable {
    /// What an interface is made of, as far as the system tells.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Wireless LAN.
        case wifi
        /// A modem of a mobile network.
        case cellular
        /// A cable with a device behind it.
        case ethernet
        /// A tunnel over another interface.
        case vpn
        /// The machine itself.
        case loopback
        /// Anything else, such as bridges and pairs of virtual interfaces.
        case other
    }

    /// An address of an interface.
    public struct Address: Hashable, Sendable {
        /// The address.
        public var address: IPAddress
        /// The number of leading bits that the network shares.
        public var prefixLength: Int

        /// Creates an address.
        /// - Parameters:
        ///   - address: The address.
        ///   - prefixLength: The number of leading bits that the network shares.
        public init(_ address: IPAddress, prefixLength: Int) {
            self.address = address
            self.prefixLength = prefixLength
        }
    }

    /// A route to everywhere through an interface.
    public struct DefaultRoute: Hashable, Sendable {
        /// The address family it is for.
        public var family: AddressFamily
        /// The next hop; `nil` where the link itself is the way, as with tunnels.
        public var gateway: IPAddress?
        /// The cost: the system prefers the lowest.
        public var metric: UInt32

        /// Creates a route.
        /// - Parameters:
        ///   - family: The address family it is for.
        ///   - gateway: The next hop, where there is one.
        ///   - metric: The cost.
        public init(family: AddressFamily, gateway: IPAddress?, metric: UInt32) {
            self.family = family
            self.gateway = gateway
            self.metric = metric
        }
    }

    /// The name, such as `wlan0`.
    public var name: String
    /// The system's number, which a renamed interface keeps.
    public var index: Int
    /// What the interface is made of.
    public var kind: Kind
    /// Whether the interface is switched on.
    public var isUp: Bool
    /// Whether the link below is there: a cable, an association, a peer.
    public var hasCarrier: Bool
    /// The addresses, in the system's order.
    public var addresses: [Address]
    /// The default routes, best first.
    public var defaultRoutes: [DefaultRoute]

    /// Whether packets to other machines can leave: up, with carrier and an address of more than one link.
    public var isUsable: Bool {
        isUp && hasCarrier && kind != .loopback
            && addresses.contains { !$0.address.isLinkLocal && !$0.address.isLoopback }
    }

    /// Creates an interface.
    /// - Parameters:
    ///   - name: The name, such as `wlan0`.
    ///   - index: The system's number.
    ///   - kind: What the interface is made of.
    ///   - isUp: Whether the interface is switched on.
    ///   - hasCarrier: Whether the link below is there.
    ///   - addresses: The addresses, in the system's order.
    ///   - defaultRoutes: The default routes, best first.
    public init(
        name: String,
        index: Int,
        kind: Kind,
        isUp: Bool = true,
        hasCarrier: Bool = true,
        addresses: [Address] = [],
        defaultRoutes: [DefaultRoute] = []
    ) {
        self.name = name
        self.index = index
        self.kind = kind
        self.isUp = isUp
        self.hasCarrier = hasCarrier
        self.addresses = addresses
        self.defaultRoutes = defaultRoutes
    }
}
