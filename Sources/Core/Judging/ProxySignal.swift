/// Detects a proxy on the way that answers itself: it asks for credentials, refuses, or cannot reach the server.
///
/// If a request named no proxy, a 407 comes from an intercepting proxy (RFC 9110, section 15.5.8). Squid names its
/// errors in the field `X-Squid-Error`, see its manual, "errors".
package struct ProxySignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response else { return .inconclusive }
        if response.status == 407 { return Verdict(.substituted, because: .proxyAuthenticationRequired) }
        guard let error = response.headers["X-Squid-Error"], !error.hasPrefix("none") else { return .inconclusive }
        // Administrators of Squid can name errors as they like (`deny_info`), but the status says what happened.
        let refuses =
            switch response.status {
            case 403: true
            case 500...599: false
            default: error.hasPrefix("ERR_ACCESS_DENIED") || error.hasPrefix("ERR_BLOCKED")
            }
        return refuses
            ? Verdict(.substituted, because: .blockPage(evidence: error))
            : Verdict(.failed, because: .gatewayError(evidence: error))
    }
}
