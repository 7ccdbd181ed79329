public import ConnectivityCore

extension PortalAnswer {
    /// The answer as an exchange, for readers of JSON, page text, links, WISPr messages and the captive portal API.
    public var exchange: ProbeExchange {
        var exchange = ProbeExchange(request: ProbeRequest(url), outcome: .success(.http(response)))
        exchange.authentication = isVerified ? .verified : nil
        return exchange
    }
}
