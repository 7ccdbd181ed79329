/// The state of the connection: the kind of interface, and whether the Internet is reachable.
public enum ConnectivityStatus: Int, CaseIterable, Sendable {
    /// The Internet is reachable, over an interface of a kind without a case below.
    case connected
    /// The Internet is reachable over a cellular interface.
    case connectedViaCellular
    /// A cellular interface is usable, but the Internet is not reachable.
    case connectedViaCellularWithoutInternet
    /// The Internet is reachable over an Ethernet interface.
    case connectedViaEthernet
    /// An Ethernet interface is usable, but the Internet is not reachable.
    case connectedViaEthernetWithoutInternet
    /// The Internet is reachable over a Wi-Fi interface.
    case connectedViaWiFi
    /// A Wi-Fi interface is usable, but the Internet is not reachable.
    case connectedViaWiFiWithoutInternet
    /// No check has ended yet.
    case determining
    /// No interface is usable, or the Internet is not reachable over an interface of a kind without a case above.
    case notConnected

    /// Whether the Internet is reachable.
    public var isConnected: Bool {
        switch self {
        case .connected, .connectedViaCellular, .connectedViaEthernet, .connectedViaWiFi: true
        case .connectedViaCellularWithoutInternet, .connectedViaEthernetWithoutInternet,
            .connectedViaWiFiWithoutInternet, .determining, .notConnected:
            false
        }
    }
}

extension ConnectivityStatus: CustomStringConvertible {
    public var description: String {
        switch self {
        case .connected: "Internet access"
        case .connectedViaCellular: "Cellular with Internet access"
        case .connectedViaCellularWithoutInternet: "Cellular without Internet access"
        case .connectedViaEthernet: "Ethernet with Internet access"
        case .connectedViaEthernetWithoutInternet: "Ethernet without Internet access"
        case .connectedViaWiFi: "Wi-Fi with Internet access"
        case .connectedViaWiFiWithoutInternet: "Wi-Fi without Internet access"
        case .determining: "Connectivity checks pending"
        case .notConnected: "No Connection"
        }
    }
}

extension ConnectivityStatus {
    init(_ assessment: Assessment) {
        let interface = assessment.snapshot.connectivityInterface
        switch (interface, assessment.access) {
        case (_, .determining) where assessment.reason == .notYetJudged: self = .determining
        case (_, .disconnected): self = .notConnected
        case (.cellular?, .online): self = .connectedViaCellular
        case (.cellular?, _): self = .connectedViaCellularWithoutInternet
        case (.ethernet?, .online): self = .connectedViaEthernet
        case (.ethernet?, _): self = .connectedViaEthernetWithoutInternet
        case (.wifi?, .online): self = .connectedViaWiFi
        case (.wifi?, _): self = .connectedViaWiFiWithoutInternet
        case (.other?, .online), (.loopback?, .online), (nil, .online): self = .connected
        case (.other?, _), (.loopback?, _), (nil, _): self = .notConnected
        }
    }
}
