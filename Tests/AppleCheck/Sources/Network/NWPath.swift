// The part of Apple's framework Network that Plugins/Apple uses, according to Apple's documentation.

/// The path that a connection would take.
public struct NWPath: Sendable {
    public enum Status: Sendable {
        case satisfied, unsatisfied, requiresConnection
    }

    public let status: Status
    public let availableInterfaces: [NWInterface]
    public let isExpensive: Bool
    public let isConstrained: Bool
    public let supportsIPv4: Bool
    public let supportsIPv6: Bool
    public let gateways: [NWEndpoint]

    /// Exists only in the stand-in: the framework creates paths itself.
    public init(
        _ status: Status,
        _ interfaces: [NWInterface] = [],
        isExpensive: Bool = false,
        isConstrained: Bool = false,
        supportsIPv4: Bool = false,
        supportsIPv6: Bool = false,
        gateways: [NWEndpoint] = []
    ) {
        self.status = status
        availableInterfaces = interfaces
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
        self.supportsIPv4 = supportsIPv4
        self.supportsIPv6 = supportsIPv6
        self.gateways = gateways
    }
}

/// An interface of a path.
public struct NWInterface: Sendable {
    public enum InterfaceType: Sendable {
        case other, wifi, cellular, wiredEthernet, loopback
    }

    public let type: InterfaceType
    public let name: String
    public let index: Int

    /// Exists only in the stand-in.
    public init(_ type: InterfaceType, _ name: String, _ index: Int) {
        self.type = type
        self.name = name
        self.index = index
    }
}

/// The endpoint of a connection.
public enum NWEndpoint: Sendable {
    public enum Host: Sendable {
        case name(String, NWInterface?)
        case ipv4(IPv4Address)
        case ipv6(IPv6Address)
    }

    public struct Port: Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
    }

    case hostPort(host: Host, port: Port)
    case unix(path: String)
}
