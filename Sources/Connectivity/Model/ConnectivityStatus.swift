/// What is known of the connection: the interface, and whether the Internet is there.
public enum ConnectivityStatus: Int, CaseIterable, Sendable {
    /// The Internet is there, over an interface of no kind below.
    case connected
    case connectedViaCellular
    case connectedViaCellularWithoutInternet
    case connectedViaEthernet
    case connectedViaEthernetWithoutInternet
    case connectedViaWiFi
    case connectedViaWiFiWithoutInternet
    /// No check has ended yet.
    case determining
    /// No interface is usable, or one of no kind above is and the Internet is not there.
    case notConnected

    /// Whether the Internet is there.
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
    /// The status that an assessment comes to.
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
