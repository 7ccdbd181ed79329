/// Sees a portal in the answer of a captive portal API that says so (RFC 8908).
///
/// An answer that says that the client is not captive is still not the endpoint's, but no sign of a portal either: the
/// endpoint's expectation decides.
public struct CaptiveAPISignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status),
            let api = exchange.captivePortalAPI, api.isCaptive
        else { return .inconclusive }
        var portal = Portal(signInURL: api.userPortalURL, kind: .api)
        portal.signInURLFault = api.userPortalURLFault
        if api.userPortalURL != nil || api.userPortalURLFault != nil { portal.source = .api }
        portal.api = api
        return .captive(portal, because: .captiveAPI)
    }
}
