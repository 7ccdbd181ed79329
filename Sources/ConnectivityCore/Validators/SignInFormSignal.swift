/// Sees a portal in a page with a form that asks for credentials or consent.
///
/// The sign-in URL is the asked one, because that is where the page is shown.
public struct SignInFormSignal: PageSignal, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    func verdict(on page: HTMLPage, of response: ProbeResponse, at asked: HTTPURL) -> Verdict {
        // Gateways put the page behind whatever status their web server gives to a URL that it does not have.
        guard (200...299).contains(response.status) || [403, 404].contains(response.status),
            let form = page.signInForm
        else { return .inconclusive }
        let portal = Portal(signInURL: asked, source: .page, kind: .page)
        return .captive(portal, because: .signInForm(action: form.action))
    }
}
