import ConnectivityKit

extension Assessment {
    /// The access in the terms that the vectors have for all peers.
    ///
    /// - `blocked` is `captive`: no peer tells a page that wants a sign-in from one that does not.
    /// - Without a default route only the local network is there to reach: `local-only`, unless something was reached.
    /// - `unreachable` is `offline` where nothing answered at all. Where something did, and could not serve, peers have no
    ///   conclusion: `inconclusive`, as before the first answer.
    var inCommonTerms: String {
        switch access {
        case .online: "online"
        case .partial: "partial"
        case .captive, .blocked: "captive"
        case .disconnected: "offline"
        case .determining, .unreachable:
            if interface?.defaultRoutes.isEmpty == true {
                "local-only"
            } else if access == .unreachable, endpoints.allSatisfy({ $0.exchange.response == nil }) {
                "offline"
            } else {
                "inconclusive"
            }
        }
    }
}
