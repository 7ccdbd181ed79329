/// A network interface at one moment.
public struct NetworkInterface: Hashable, Sendable {
    /// The kind of an interface, as far as the system reports it.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Wireless LAN.
        case wifi
        /// A modem of a mobile network.
        case cellular
        /// A wired Ethernet device.
        case ethernet
        /// A tunnel over another interface.
        case vpn
        /// The device itself.
        case loopback
        /// A virtual switch inside the device that connects other interfaces.
        case bridge
        /// Several interfaces that act as one.
        case bond
        /// One of several virtual networks on another interface (IEEE 802.1Q).
        case vlan
        /// One end of a pair of virtual interfaces, such as the uplink of a container.
        case veth
        /// Anything else.
        case other
    }

    /// The state of a link (RFC 2863, section 3.1.14).
    public enum OperationalState: String, Hashable, Sendable, Codable, CaseIterable {
        /// The driver does not report the state, as for loopback and most tunnels.
        case unknown
        /// The device was removed.
        case notPresent = "not-present"
        /// No traffic can pass.
        case down
        /// The interface below is down.
        case lowerLayerDown = "lower-layer-down"
        /// Only test traffic can pass.
        case testing
        /// The interface waits for an event, such as a handshake of 802.1X or WPA.
        case dormant
        /// Traffic can pass.
        case up
    }

    /// The name, such as `wlan0`.
    public var name: String
    /// The system's number of the interface, which stays the same when the interface is renamed.
    public var index: Int
    /// The kind of the interface.
    public var kind: Kind
    /// The driver of a virtual interface, such as `wireguard`, `tun` or `veth`; otherwise, or if not known, `nil`.
    public var driver: String?
    /// Whether the interface is enabled.
    public var isUp: Bool
    /// Whether the link exists: a cable, an association, a peer.
    public var hasCarrier: Bool
    /// The number of times that the link was established or lost since the interface exists; `nil` if not known.
    ///
    /// If only this has changed, the link was down in between, and known facts may be outdated.
    package var carrierChangeCount: Int?
    /// The state of the link; `nil` if not known.
    public var operationalState: OperationalState?
    /// Whether traffic costs money or is limited; `nil` if not known.
    public var isMetered: Bool?
    /// The addresses, in the system's order.
    public var addresses: [Address]
    /// The default routes, best first.
    public var defaultRoutes: [DefaultRoute]
    /// The address families whose packets to the Internet the system sends through this interface.
    ///
    /// They are the result of the system's own route lookup; empty without any, or if the source cannot look up routes.
    public var egress: Set<IPAddress.Family>
    /// The name servers for this interface, best first; the snapshot has those of the whole system.
    public var nameServers: [IPAddress]
    /// The network of a wireless interface; `nil` if it is not associated or not wireless.
    public var wifi: WiFi?
    /// The portal that the network named when the device joined (RFC 8910); `nil` if it named none.
    public var captivePortal: Provisioning.CaptivePortalOption?
    /// The system's data about the network, with origins: the evidence for name servers, metering and portal.
    public var provisioning: [Provisioning]
    /// The result of a system service's connectivity check on this interface; `nil` without one.
    public var systemConnectivity: InterfaceSnapshot.SystemConnectivity?

    /// Whether packets can leave to other networks: up, with carrier and a routable address.
    public var isUsable: Bool {
        isUp && hasCarrier && kind != .loopback && addresses.contains(where: \.isRoutable)
    }

    /// The interface without values that change constantly: lifetimes and the signal strength.
    ///
    /// States of an interface that are equal in this form differ in nothing that affects a listener.
    public var withoutVolatileParts: NetworkInterface {
        var copy = self
        copy.wifi?.signal = nil
        for index in addresses.indices {
            copy.addresses[index].preferredLifetime = nil
            copy.addresses[index].validLifetime = nil
        }
        return copy
    }

    /// Creates a working interface of which only the name is known, such as that of a container.
    ///
    /// It is up, with carrier, with an unspecified address (`0.0.0.0/0`) and a default route.
    public init(named name: String, kind: Kind = .other) {
        self.init(
            name: name,
            index: 1,
            kind: kind,
            addresses: [Address("0.0.0.0", prefixLength: 0)],
            defaultRoutes: [DefaultRoute(family: .ipv4, gateway: nil, metric: 0)]
        )
    }

    /// Creates an interface.
    ///
    /// Without an address it is not usable, and a pipeline reports `disconnected`; see ``init(named:kind:)``.
    public init(
        name: String,
        index: Int,
        kind: Kind,
        driver: String? = nil,
        isUp: Bool = true,
        hasCarrier: Bool = true,
        carrierChangeCount: Int? = nil,
        operationalState: OperationalState? = nil,
        isMetered: Bool? = nil,
        addresses: [Address] = [],
        defaultRoutes: [DefaultRoute] = [],
        egress: Set<IPAddress.Family> = [],
        nameServers: [IPAddress] = [],
        wifi: WiFi? = nil,
        captivePortal: Provisioning.CaptivePortalOption? = nil,
        provisioning: [Provisioning] = [],
        systemConnectivity: InterfaceSnapshot.SystemConnectivity? = nil
    ) {
        self.name = name
        self.index = index
        self.kind = kind
        self.driver = driver
        self.isUp = isUp
        self.hasCarrier = hasCarrier
        self.carrierChangeCount = carrierChangeCount
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

extension NetworkInterface {
    /// A default route through an interface.
    public struct DefaultRoute: Hashable, Sendable {
        /// The number of the main table, which holds the routes unless a rule states otherwise (ip-rule(8)).
        public static let mainTable: UInt32 = 254

        /// The address family of the route.
        public var family: IPAddress.Family
        /// The next hop; `nil` if the route has no gateway, as with tunnels.
        public var gateway: IPAddress?
        /// The cost; the system prefers the lowest.
        public var metric: UInt32
        /// The number of the routing table, on systems that have several.
        public var table: UInt32

        /// Creates a route.
        public init(family: IPAddress.Family, gateway: IPAddress?, metric: UInt32, table: UInt32 = Self.mainTable) {
            self.family = family
            self.gateway = gateway
            self.metric = metric
            self.table = table
        }
    }
}

extension NetworkInterface {
    /// The network that a wireless interface is associated with (IEEE 802.11).
    public struct WiFi: Hashable, Sendable {
        /// The name of the network: up to 32 bytes of any value, mostly UTF-8; empty if it is hidden.
        public var ssid: [UInt8]
        /// The hardware address of the access point, such as `00:00:5e:00:53:01`; `nil` if not known.
        public var bssid: String?
        /// The centre frequency of the channel in MHz; `nil` if not known.
        public var frequency: Int?
        /// The signal strength of the access point in dBm, a negative number; `nil` if not known.
        public var signal: Int?
        /// The access point's announcement of the network behind it; `nil` without one.
        package var interworking: Interworking?

        /// An announcement of an access point (IEEE 802.11, section 9.4.2.91, formerly 802.11u); a hint, which anyone can forge.
        public struct Interworking: Hashable, Sendable {
            /// Whether the network gives access to the Internet; `false` also stands for unspecified.
            public var hasInternet: Bool
            /// Whether a further step is required for access (ASRA), such as accepting conditions.
            public var requiresFurtherStep: Bool

            /// Creates an announcement.
            public init(hasInternet: Bool, requiresFurtherStep: Bool) {
                self.hasInternet = hasInternet
                self.requiresFurtherStep = requiresFurtherStep
            }
        }

        /// Creates the data of an association.
        public init(
            ssid: [UInt8],
            bssid: String? = nil,
            frequency: Int? = nil,
            signal: Int? = nil,
            interworking: Interworking? = nil
        ) {
            self.ssid = ssid
            self.bssid = bssid
            self.frequency = frequency
            self.signal = signal
            self.interworking = interworking
        }

        /// The name of the network for people: printable, with invalid UTF-8 replaced.
        public var name: String { String(decoding: ssid, as: UTF8.self).printable(limit: 64) }
    }
}

extension NetworkInterface: CustomStringConvertible {
    /// The name and the kind, and whether it is not usable.
    public var description: String {
        "\(name.printable(limit: 40)) (\(kind.rawValue)\(isUsable ? "" : ", not usable"))"
    }
}
