/// Sees a portal in a page whose script leads a browser elsewhere; the script is read, never executed.
public struct ScriptRedirectSignal: PageSignal, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    func verdict(on page: HTMLPage, of response: ProbeResponse, at asked: HTTPURL) -> Verdict {
        guard (200...299).contains(response.status), let redirect = page.scriptRedirect else { return .inconclusive }
        guard let target = redirect.target else {
            let portal = Portal(signInURL: asked, source: .page, kind: .redirect)
            return .captive(portal, because: .scriptRedirect(location: nil))
        }
        let portal = Portal(reference: target, base: asked, source: .script, kind: .redirect)
        if portal.signInURL?.isSamePage(as: asked) == true { return .inconclusive }
        return .captive(portal, because: .scriptRedirect(location: target))
    }
}
