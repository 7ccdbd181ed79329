/// The kind of the interface in use, and whether the Internet is reachable.
public enum ConnectivityState: Hashable, Sendable, CaseIterable {
    /// A cellular interface is in use, and the Internet is reachable.
    case cellularWithInternet
    /// A cellular interface is in use, but the Internet is not reachable.
    case cellularWithoutInternet
    /// No interface is usable.
    case disconnected
    /// An Ethernet interface is in use, and the Internet is reachable.
    case ethernetWithInternet
    /// An Ethernet interface is in use, but the Internet is not reachable.
    case ethernetWithoutInternet
    /// Only the loopback interface is in use.
    case loopback
    /// An interface of another kind is in use, and the Internet is reachable.
    case otherWithInternet
    /// An interface of another kind is in use, but the Internet is not reachable.
    case otherWithoutInternet
    /// A Wi-Fi interface is in use, and the Internet is reachable.
    case wifiWithInternet
    /// A Wi-Fi interface is in use, but the Internet is not reachable.
    case wifiWithoutInternet

    /// Creates a state; `isConnected` has no effect without an interface and on the loopback interface.
    public init(connection: Connection, isConnected: Bool) {
        switch connection {
        case .cellular: self = isConnected ? .cellularWithInternet : .cellularWithoutInternet
        case .disconnected: self = .disconnected
        case .ethernet: self = isConnected ? .ethernetWithInternet : .ethernetWithoutInternet
        case .loopback: self = .loopback
        case .other: self = isConnected ? .otherWithInternet : .otherWithoutInternet
        case .wifi: self = isConnected ? .wifiWithInternet : .wifiWithoutInternet
        }
    }
}

extension ConnectivityState: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cellularWithInternet: "Cellular with Internet connectivity"
        case .cellularWithoutInternet: "Cellular without Internet connectivity"
        case .disconnected: "Disconnected"
        case .ethernetWithInternet: "Ethernet with Internet connectivity"
        case .ethernetWithoutInternet: "Ethernet without Internet connectivity"
        case .loopback: "Loopback"
        case .otherWithInternet: "Other with Internet connectivity"
        case .otherWithoutInternet: "Other without Internet connectivity"
        case .wifiWithInternet: "Wi-Fi with Internet connectivity"
        case .wifiWithoutInternet: "Wi-Fi without Internet connectivity"
        }
    }
}
