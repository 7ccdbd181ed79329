extension CaptivePortal {
    /// Adds the facts about the portal in an answer, apart from the sign-in; known values stay.
    ///
    /// A `Link` to an API has the relation `captive-portal`. No RFC registers it, but gateways send it.
    package mutating func learn(from exchange: ProbeExchange) {
        guard let response = exchange.response, let asked = exchange.answeredURL else { return }
        if wispr == nil { wispr = exchange.wispr.map { WISPrMessage($0, base: asked) } }
        if api == nil { api = exchange.captivePortalAPI }
        if apiURL == nil, let link = exchange.links.first(where: { $0.has("captive-portal") }),
            let url = try? asked.resolving(link.target).fromNetwork(askedAt: asked), url.scheme == .https
        {
            apiURL = url
        }
        if vendor == nil { vendor = PortalFingerprint.vendor(of: self, in: response) }
    }
}
