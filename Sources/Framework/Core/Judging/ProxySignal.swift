/// Detects a proxy on the path that answers itself: it asks for credentials, refuses, or cannot reach the server.
///
/// If a request named no proxy, a 407 comes from an intercepting proxy (RFC 9110, section 15.5.8). Squid names its errors in the
/// field `X-Squid-Error`; see its manual, "errors".
///
/// The answer of a proxy to CONNECT (RFC 9110, section 9.3.6) is its own, never the server's: the exchange is then a failure with
/// the fact `proxyStatus`.
package struct ProxySignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response else { return Self.verdict(onTunnel: exchange) }
        if response.status == 407 { return Verdict(.substituted, because: .proxyAuthenticationRequired) }
        guard let error = response.headers["X-Squid-Error"], !error.hasPrefix("none") else { return .inconclusive }
        // Administrators of Squid can name errors freely (`deny_info`), but the status shows the cause.
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

    private static func verdict(onTunnel exchange: ProbeExchange) -> Verdict {
        guard let status = exchange.proxyStatus else { return .inconclusive }
        return switch status {
        case 407: Verdict(.substituted, because: .proxyAuthenticationRequired)
        case 500...599: Verdict(.failed, because: .gatewayError(evidence: "\(status)"))
        default: Verdict(.substituted, because: .proxyRefuses(status: status))
        }
    }
}

extension ProbeExchange {
    /// The status with which a proxy refused to connect to the host; `nil` if none did.
    fileprivate var proxyStatus: Int? {
        guard case .failure(let failure) = outcome else { return nil }
        return failure.facts[ProbeFailure.proxyStatusFact]?.integer.map { Int(truncatingIfNeeded: $0) }
    }

    /// The trouble with the proxy of a request: `silent`, `closed`, `credentials` or `refuses`; `nil` if none is known.
    package var proxyTrouble: String? {
        switch proxyStatus {
        case 407: return "credentials"
        case .some(400...499): return "refuses"
        default:
            guard case .failure(let failure) = outcome, let state = failure.facts[ProbeFailure.proxyFact]?.text,
                ["silent", "closed"].contains(state)
            else { return nil }
            return state
        }
    }
}
