/// Sees a portal in the status code 511 (RFC 6585, section 6).
///
/// The sign-in URL is where the body leads on, else the asked URL itself, which shows the page.
public struct NetworkAuthenticationSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, response.status == 511 else { return .inconclusive }
        var portal = Portal(signInURL: exchange.request.url, source: .page, kind: .networkAuthenticationRequired)
        if let refresh = HTMLPage(response.body).refresh {
            portal = Portal(
                reference: refresh,
                base: exchange.request.url,
                source: .metaRefresh,
                kind: .networkAuthenticationRequired
            )
        }
        return .captive(portal, because: .networkAuthenticationRequired)
    }
}
