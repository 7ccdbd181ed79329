/// The kind of the interface in use, and whether the Internet is reachable.
public enum ConnectivityState: Hashable, Sendable, CaseIterable {
    case cellularWithInternet
    case cellularWithoutInternet
    case disconnected
    case ethernetWithInternet
    case ethernetWithoutInternet
    case loopback
    case otherWithInternet
    case otherWithoutInternet
    case wifiWithInternet
    case wifiWithoutInternet

    init(connection: Connection, isConnected: Bool) {
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
