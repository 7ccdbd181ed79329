/// Sees a portal in a redirect away from the asked URL.
///
/// A redirect to the same host and path under `https` is the endpoint's own and says nothing. Where the `Location` is
/// missing there is nothing to judge; where it cannot be opened safely, the portal is reported without a sign-in URL.
public struct RedirectSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers["Location"], let asked = exchange.request.url
        else { return .inconclusive }
        let portal = Portal(reference: location, base: asked, source: .location, kind: .redirect)
        if portal.signInURL?.isSamePage(as: asked) == true { return .inconclusive }
        return .captive(portal, because: .redirect(status: response.status, location: location))
    }
}
