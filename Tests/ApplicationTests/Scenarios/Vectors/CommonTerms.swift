import ConnectivityKit

extension Assessment {
    /// The access in the terms that the vectors use for all peers.
    ///
    /// - `blocked` becomes `captive`, because no peer distinguishes a page with a sign-in from one without.
    /// - Without a default route, only the local network can be reached: `local-only`, unless a peer was reached.
    /// - `unreachable` becomes `offline` if nothing answered. If something answered but could not serve, peers have
    ///   no conclusion: `inconclusive`, as before the first answer.
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
