/// Sees a portal in the status code 511 (RFC 6585, section 6).
///
/// The sign-in URL is where the body leads on, else the asked URL itself, which shows the page.
public struct NetworkAuthenticationSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard exchange.response?.status == 511, let asked = exchange.request.url else { return .inconclusive }
        var portal = Portal(signInURL: asked, source: .page, kind: .networkAuthenticationRequired)
        if let refresh = exchange.page?.refresh {
            portal = Portal(
                reference: refresh,
                base: asked,
                source: .metaRefresh,
                kind: .networkAuthenticationRequired
            )
        }
        return .captive(portal, because: .networkAuthenticationRequired)
    }
}
