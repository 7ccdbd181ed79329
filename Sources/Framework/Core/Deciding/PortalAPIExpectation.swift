// The captive portal API that the network names when a device joins (RFC 8910), and the effect of its answer (RFC 8908).
//
// In this order:
// 1. If an endpoint found a portal, the access is captive. If the API also reports one, its page is used for the sign-in, because
//    it is meant for people, while the target of a redirect may be for one request only.
// 2. If no endpoint found a portal and the API reports that the client is captive, the access is captive: a gateway may drop
//    everything. But if the endpoints are online, the access is partial, and the reason names the contradiction.
// 3. If the API reports that the client is not captive, or the network that there is no portal (RFC 8910, section 2), this is
//    only the network's own statement: it is evidence and changes nothing.
// 4. An API that does not answer, has an invalid certificate, or answers anything else changes nothing.

extension RoundVerdict {
    func applying(_ report: EndpointReport?) -> RoundVerdict {
        guard let report, let answer = report.answerOfAPI, answer.isCaptive, var portal = report.verdict.portal else {
            return self
        }
        func applied(_ access: InternetAccess) -> InternetAccess {
            if access == .online { return .partial }
            if var met = access.portal {
                met.api = answer
                if let url = answer.userPortalURL { (met.signInURL, met.source, met.signInURLFault) = (url, .api, nil) }
                met.apiURL = report.exchange.request.url
                portal = met
            }
            return .captive(portal)
        }
        portal.apiURL = report.exchange.request.url
        let reason: Reason =
            switch access {
            case .online: .contradicted(endpoint: report.name, report.verdict.reason)
            case .captive: self.reason
            default: .portal(endpoint: report.name, report.verdict.reason)
            }
        return RoundVerdict(applied(access), because: reason, measured: applied(measured))
    }
}

extension EndpointReport {
    /// The answer of the portal's API; `nil` if the report is for another endpoint or the answer is unusable.
    package var answerOfAPI: CaptivePortalAPI? {
        switch verdict.finding {
        case .genuine, .captive: exchange.captivePortalAPI
        case .substituted, .failed, .inconclusive: nil
        }
    }

    /// The reason why devices cannot use the portal's API; `nil` if they can, or if this is not known.
    ///
    /// This package reads an answer of any media type, but RFC 8908 (section 4) demands `application/captive+json`.
    var faultOfAPI: Reason? {
        guard answerOfAPI != nil else {
            if case .failure(let failure) = exchange.outcome, failure.kind.isOwn || failure.kind == .cutOff {
                return nil
            }
            return verdict.isConclusive ? verdict.reason : nil
        }
        let type = exchange.response?.headers["Content-Type"] ?? ""
        return type.lowercased().hasPrefix("application/captive+json") ? nil : .captiveAPIType(type)
    }
}

enum PortalAPIExpectation {
    private static func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response else { return .inconclusive }
        guard (200...299).contains(response.status), let answer = exchange.captivePortalAPI else {
            return Verdict(.substituted, because: .noCaptiveAPI(status: response.status))
        }
        return answer.isCaptive
            ? CaptiveAPISignal().validate(exchange) : Verdict(.genuine, because: .notCaptive)
    }

    static func verdict(on exchange: ProbeExchange) -> Verdict {
        guard case .failure(let failure) = exchange.outcome else { return validate(exchange) }
        return failure.kind == .cancelled
            ? Verdict(.inconclusive, because: .notNeeded) : Verdict(.failed, because: .noAnswer(failure))
    }
}
