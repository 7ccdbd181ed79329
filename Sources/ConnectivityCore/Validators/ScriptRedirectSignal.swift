/// Sees a portal in a page whose script leads a browser elsewhere; the script is read, never executed.
public struct ScriptRedirectSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status),
            let redirect = exchange.page?.scriptRedirect, let asked = exchange.request.url
        else { return .inconclusive }
        guard let target = redirect.target else {
            let portal = Portal(signInURL: asked, source: .page, kind: .redirect)
            return .captive(portal, because: .scriptRedirect(location: nil))
        }
        let portal = Portal(reference: target, base: asked, source: .script, kind: .redirect)
        if portal.signInURL?.isSamePage(as: asked) == true { return .inconclusive }
        return .captive(portal, because: .scriptRedirect(location: target))
    }
}
