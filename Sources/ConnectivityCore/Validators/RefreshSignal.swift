/// Sees a portal in a page that sends a browser elsewhere, by the `Refresh` field or a `meta` element.
public struct RefreshSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status),
            let asked = exchange.request.url
        else { return .inconclusive }
        let found: (reference: String, source: Portal.Source)
        if let field = response.headers["Refresh"], let reference = refreshTarget(of: field) {
            found = (reference, .refresh)
        } else if let reference = exchange.page?.refresh {
            found = (reference, .metaRefresh)
        } else {
            return .inconclusive
        }
        let portal = Portal(reference: found.reference, base: asked, source: found.source, kind: .redirect)
        return portal.signInURL == asked
            ? .inconclusive : .captive(portal, because: .refresh(location: found.reference))
    }
}
