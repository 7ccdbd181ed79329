/// Sees a portal in a page with a form that asks for credentials or consent.
///
/// The sign-in URL is the asked one, because that is where the page is shown.
public struct SignInFormSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        // Gateways put the page behind whatever status their web server gives to a URL that it does not have.
        guard let response = exchange.response,
            (200...299).contains(response.status) || [403, 404].contains(response.status),
            let form = exchange.page?.signInForm
        else { return .inconclusive }
        let portal = Portal(signInURL: exchange.request.url, source: .page, kind: .page)
        return .captive(portal, because: .signInForm(action: form.action))
    }
}
