extension Portal {
    /// Adds what an answer tells of the portal besides the way to sign in; what is known already stays.
    ///
    /// A `Link` to an API has the relation `captive-portal`. No RFC registers it, but gateways send it.
    ///
    /// - Parameter exchange: The probe that the portal answered.
    public mutating func learn(from exchange: ProbeExchange) {
        guard let response = exchange.response, let asked = exchange.request.url else { return }
        if wispr == nil { wispr = WISPrMessage(in: response.body, base: asked) }
        if api == nil { api = CaptivePortalAPI(response) }
        if apiURL == nil, let reference = response.headers.linkTarget(relation: "captive-portal"),
            let url = try? asked.resolving(reference), url.scheme == .https
        {
            apiURL = url
        }
        if vendor == nil { vendor = PortalFingerprint.vendor(of: self, in: response) }
    }
}
