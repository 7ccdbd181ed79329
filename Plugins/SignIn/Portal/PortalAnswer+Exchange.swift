public import ConnectivityCore

extension PortalAnswer {
    /// The answer as an exchange, for everything that reads one: JSON, page text, links, WISPr messages, the captive portal API.
    public var exchange: ProbeExchange {
        var exchange = ProbeExchange(request: ProbeRequest(url), outcome: .success(.http(response)))
        exchange.authentication = isVerified ? .verified : nil
        return exchange
    }
}
