/// Detects answers that show nothing about the network: no answer, or a failure of the endpoint.
///
/// A request that the prober does not support, or lacked resources for, is inconclusive. Over plain HTTP a reply that is not
/// valid HTTP, or whose header is too large, is substituted, because some host sent it. Over TLS it is the endpoint's own
/// failure. The status codes 404, 409, 410, 429 and every 5xx except 511 are failures of the endpoint. The same holds for the
/// codes by which a server refuses the form of a request, and for numbers that are not the status of a final response. A redirect
/// to the same page on the same host is the endpoint's own.
///
/// Filters also send their page with the status that their web server uses for pages that it does not serve. Over plain HTTP a
/// page behind 404, 500, 502 or 503 that refuses in its title or at the beginning of its text is a filter's, and a page that asks
/// a person to sign in or to pay is a portal's.
package struct EndpointFailure: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        switch exchange.outcome {
        case .failure(let failure):
            let isAnswer = failure.kind == .malformed || failure.kind == .headerTooLarge
            let finding: Verdict.Finding = isAnswer && exchange.request.url?.scheme == .http ? .substituted : .failed
            return Verdict(failure.kind.isOwn ? .inconclusive : finding, because: .noAnswer(failure))
        case .success(.other):
            return .inconclusive
        case .success(.http(let response)):
            let failure = Verdict(.failed, because: .endpointFailure(status: response.status))
            switch response.status {
            case ..<200, 400, 404...406, 408...417, 421...429, 431, 500...510, 512...:
                // A server may refuse a client that asks too often with the wording of a filter.
                guard response.status != 429, response.canBearSign(askedFor: exchange.request) else { return failure }
                return exchange.refusal() ?? exchange.invitation() ?? failure
            case 300...399:
                guard let location = response.headers["Location"], let asked = exchange.answeredURL,
                    (try? asked.resolving(location))?.isSamePage(as: asked) == true
                else { return .inconclusive }
                return Verdict(.failed, because: .ownRedirect(location: location))
            default:
                return .inconclusive
            }
        }
    }
}

extension HTTPURL {
    /// Returns whether this URL names the same page on the same host as another; it may add TLS, but not drop it.
    func isSamePage(as other: HTTPURL) -> Bool {
        host == other.host && requestTarget == other.requestTarget && (scheme == .https || self == other)
    }
}
