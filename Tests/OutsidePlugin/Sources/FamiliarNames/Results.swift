import Hyperconnectivity

// The uses in the README of Hyperconnectivity, in our code. Combine's operators exist on Apple's platforms only; everywhere,
// a publisher is a sequence.

enum Results {
    static func connectivity() async -> String {
        let configuration = Hyperconnectivity.Configuration()
            .configurePolling(isEnabled: true, interval: 5, offlineOnly: true)
            .configureResponseValidation(.containsExpectedResponseString, expected: "Success")
        let publisher = Hyperconnectivity.Publisher(configuration: configuration, source: mobile, prober: LocalAnswer())
        for await result in publisher {
            let state: Hyperconnectivity.State = result.state
            return "\(state.description), \(result.connection), \(result.isConnected), \(result.isExpensive)"
        }
        return "no value"
    }

    static func reachability() async -> String {
        for await result in ReachabilityPublisher(source: mobile) {
            return "\(result.connection) \(result.isReachable)"
        }
        return "no value"
    }
}
