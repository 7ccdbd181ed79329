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
        /// A switch inside the machine, between other interfaces.
        case bridge
        /// Several interfaces that act as one.
        case bond
        /// One of several networks on another interface (IEEE 802.1Q).
        case vlan
        /// One end of a pair of virtual interfaces, the way out of a container.
        case veth
        /// Anything else.
        case other
    }

    /// The state of a link (RFC 2863, section 3.1.14).
    public enum OperationalState: String, Hashable, Sendable, Codable, CaseIterable {
        /// The driver does not tell, as those of loopback and of most tunnels.
        case unknown
        /// The device is gone.
        case notPresent = "not-present"
        /// Nothing can pass.
        case down
        /// The interface below is down.
        case lowerLayerDown = "lower-layer-down"
        /// Test traffic alone can pass.
        case testing
        /// Something is awaited, such as a handshake of 802.1X or WPA.
        case dormant
        /// Traffic can pass.
        case up
    }

    /// The name, such as `wlan0`.
    public var name: String
    /// The system's number, which a renamed interface keeps.
    public var index: Int
    /// What the interface is made of.
    public var kind: Kind
    /// The driver of a virtual interface, such as `wireguard`, `tun` or `veth`; `nil` of a device, or where not told.
    public var driver: String?
    /// Whether the interface is switched on.
    public var isUp: Bool
    /// Whether the link below is there: a cable, an association, a peer.
    public var hasCarrier: Bool
    /// The state of the link; `nil` where not told.
    public var operationalState: OperationalState?
    /// Whether traffic costs money or is limited; `nil` where not told.
    public var isMetered: Bool?
    /// The addresses, in the system's order.
    public var addresses: [Address]
    /// The default routes, best first.
    public var defaultRoutes: [DefaultRoute]
    /// The address families whose packets to the Internet the system sends through this interface, as its own lookup of a
    /// route tells; empty where none, or where the source cannot ask.
    public var egress: Set<AddressFamily>
    /// The name servers that the system tells for this interface, best first; the machine's are in the snapshot.
    public var nameServers: [IPAddress]
    /// What a wireless interface is associated with; `nil` where it is not, or not wireless.
    public var wifi: WiFi?
    /// What the network said of its portal when the machine joined (RFC 8910); `nil` where it said nothing.
    public var captivePortal: CaptivePortalOption?
    /// What the system tells of the network, with where each stands: the evidence for name servers, cost and portal.
    public var provisioning: [Provisioning]
    /// What a service of the system found out about the Internet behind the interface; `nil` where none tells.
    public var systemConnectivity: SystemConnectivity?

    /// Whether packets to other machines can leave: up, with carrier and an address of more than one link.
    public var isUsable: Bool {
        isUp && hasCarrier && kind != .loopback && addresses.contains(where: \.isRoutable)
    }

    /// The interface without what changes by itself all the time: lifetimes and the strength of a signal.
    ///
    /// Two moments of an interface that are equal in this differ in nothing that a listener would act on.
    public var steady: Interface {
        var copy = self
        copy.wifi?.signal = nil
        for index in addresses.indices {
            copy.addresses[index].preferredLifetime = nil
            copy.addresses[index].validLifetime = nil
        }
        return copy
    }

    /// Creates an interface.
    /// - Parameters:
    ///   - name: The name, such as `wlan0`.
    ///   - index: The system's number.
    ///   - kind: What the interface is made of.
    ///   - driver: The driver of a virtual interface.
    ///   - isUp: Whether the interface is switched on.
    ///   - hasCarrier: Whether the link below is there.
    ///   - operationalState: The state of the link.
    ///   - isMetered: Whether traffic costs money or is limited.
    ///   - addresses: The addresses, in the system's order.
    ///   - defaultRoutes: The default routes, best first.
    ///   - egress: The address families that the system sends through this interface.
    ///   - nameServers: The name servers of this interface.
    ///   - wifi: What a wireless interface is associated with.
    ///   - captivePortal: What the network said of its portal.
    ///   - provisioning: What the system tells of the network.
    ///   - systemConnectivity: What a service of the system found out.
    public init(
        name: String,
        index: Int,
        kind: Kind,
        driver: String? = nil,
        isUp: Bool = true,
        hasCarrier: Bool = true,
        operationalState: OperationalState? = nil,
        isMetered: Bool? = nil,
        addresses: [Address] = [],
        defaultRoutes: [DefaultRoute] = [],
        egress: Set<AddressFamily> = [],
        nameServers: [IPAddress] = [],
        wifi: WiFi? = nil,
        captivePortal: CaptivePortalOption? = nil,
        provisioning: [Provisioning] = [],
        systemConnectivity: SystemConnectivity? = nil
    ) {
        self.name = name
        self.index = index
        self.kind = kind
        self.driver = driver
        self.isUp = isUp
        self.hasCarrier = hasCarrier
        self.operationalState = operationalState
        self.isMetered = isMetered
        self.addresses = addresses
        self.defaultRoutes = defaultRoutes
        self.egress = egress
        self.nameServers = nameServers
        self.wifi = wifi
        self.captivePortal = captivePortal
        self.provisioning = provisioning
        self.systemConnectivity = systemConnectivity
    }
}

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

extension Interface {
    /// What a wireless interface is associated with (IEEE 802.11).
    public struct WiFi: Hashable, Sendable {
        /// The name of the network: up to 32 bytes of any value, mostly UTF-8; empty where it is hidden.
        public var ssid: [UInt8]
        /// The hardware address of the access point, such as `00:00:5e:00:53:01`; `nil` where not told.
        public var bssid: String?
        /// The centre of the channel in MHz; `nil` where not told.
        public var frequency: Int?
        /// The strength of the access point's signal in dBm, a negative number; `nil` where not told.
        public var signal: Int?

        /// Creates an association.
        /// - Parameters:
        ///   - ssid: The name of the network.
        ///   - bssid: The hardware address of the access point.
        ///   - frequency: The centre of the channel in MHz.
        ///   - signal: The strength of the signal in dBm.
        public init(ssid: [UInt8], bssid: String? = nil, frequency: Int? = nil, signal: Int? = nil) {
            self.ssid = ssid
            self.bssid = bssid
            self.frequency = frequency
            self.signal = signal
        }

        /// The name of the network for people: printable, what is no UTF-8 replaced.
        public var name: String { String(decoding: ssid, as: UTF8.self).printable(limit: 64) }
    }
}
