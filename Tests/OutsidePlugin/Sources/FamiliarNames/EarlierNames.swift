import Connectivity
import Dispatch

// The uses that the texts of 2018 and version 1 show, in our own code. Each name is deprecated and means what it meant.

/// Code whose use of deprecated names is no warning, because only its witness is deprecated.
protocol EarlierUse: Sendable {
    func use(_ connectivity: Connectivity) -> String
}

struct Year2018: EarlierUse {
    @available(*, deprecated)
    func use(_ connectivity: Connectivity) -> String {
        connectivity.aggressivePolling = true
        connectivity.connectivityThreshold = Connectivity.Percentage(75.0)
        let seen =
            switch connectivity.status {
            case .connected: "connected"
            case .connectedViaWiFi: "Wi-Fi"
            case .connectedViaWiFiWithoutInternet: "Wi-Fi without Internet"
            case .connectedViaWWAN: "WWAN"
            case .connectedViaWWANWithoutInternet: "WWAN without Internet"
            case .notConnected: "nothing"
            default: "another"
            }
        let isWWAN = connectivity.isConnectedViaWWAN && !connectivity.isConnectedViaWWANWithoutInternet
        let isSet = connectivity.isPollingEnabled && connectivity.successThreshold == Connectivity.Percentage(75)
        return isWWAN && isSet ? seen : "\(isWWAN) \(isSet) \(seen)"
    }
}

struct Version3And5: EarlierUse {
    @available(*, deprecated)
    func use(_ connectivity: Connectivity) -> String {
        let validator = ConnectivityResponseStringValidator(
            validationMode: .containsExpectedResponseString,
            expected: "Success"
        )
        let urls = ConnectivityConfiguration.defaultConnectivityURLs
        let configuration = ConnectivityConfiguration(connectivityURLs: urls, responseValidator: validator)
        let isValid = validator.isResponseValid(url: urls[0], response: nil, data: Data("Success".utf8))
        let asked = configuration.connectivityURLRequests.compactMap(\.url)
        return isValid && asked == urls && validator.expected == "Success" ? "accepted" : "refused"
    }
}
