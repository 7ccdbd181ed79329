// The captive portal API that the network names when a machine joins (RFC 8910), and what its answer is worth (RFC 8908).
//
// In this order:
// 1. A portal that an endpoint met is a portal. Where the API says so too, its page is the one to sign in at, because it
//    is meant for people and a redirect's may be for the one request.
// 2. Where no endpoint met one and the API says that the client is captive, it is: a gateway may drop everything.
//    But where the endpoints are online all the same, both are told: the access is partial, for the API contradicts it.
// 3. That the client is not captive, or that there is no portal (RFC 8910, section 2), is the network's own word: it is
//    evidence and changes nothing.
// 4. An API that does not answer, or with a certificate that is not valid, or with anything else, changes nothing.

extension RoundVerdict {
    /// The verdict in the light of the portal's own API.
    func heeding(_ report: EndpointReport?) -> RoundVerdict {
        guard let report, let answer = report.answerOfAPI, answer.isCaptive, var portal = report.verdict.portal else {
            return self
        }
        func heeded(_ access: InternetAccess) -> InternetAccess {
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
        return RoundVerdict(heeded(access), because: reason, measured: heeded(measured))
    }
}

extension Assessment {
    /// What the network's captive portal API answered last (RFC 8908); `nil` where it names none, or none has answered.
    ///
    /// It is the network's own word, see ``portalAPI`` for what this round brought.
    public var captivePortalAPI: CaptivePortalAPI? { portalAPI?.answerOfAPI ?? history.portalAPI }
}

extension EndpointReport {
    /// What the portal's API answered; `nil` where this is no report on it, or there is no usable answer.
    package var answerOfAPI: CaptivePortalAPI? {
        switch verdict.finding {
        case .genuine, .captive: exchange.captivePortalAPI
        case .substituted, .failed, .inconclusive: nil
        }
    }
}

/// Expects the answer of a captive portal API.
enum PortalAPIExpectation {
    private static func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response else { return .inconclusive }
        guard (200...299).contains(response.status), let answer = exchange.captivePortalAPI else {
            return Verdict(.substituted, because: .noCaptiveAPI(status: response.status))
        }
        return answer.isCaptive
            ? CaptiveAPISignal().validate(exchange) : Verdict(.genuine, because: .notCaptive)
    }

    /// The verdict on any end of a request to the API.
    static func verdict(on exchange: ProbeExchange) -> Verdict {
        guard case .failure(let failure) = exchange.outcome else { return validate(exchange) }
        return failure.kind == .cancelled
            ? Verdict(.inconclusive, because: .notNeeded) : Verdict(.failed, because: .noAnswer(failure))
    }
}
