public import ConnectivityCore

extension Recording {
    /// Judges the recorded response as a pipeline does.
    ///
    /// Without a URL, the recorded one applies. Without an expectation, that of the recorded endpoint or of the built-in endpoint
    /// at the URL applies. If neither URL nor expectation is known, only signs of a portal and of an endpoint in trouble are
    /// checked. A recording does not contain the authentication of the peer. It has the body as it was sent, and validators read
    /// the decoded body: `decode` decodes the content codings, such as `BodyDecoder().decoded` of ConnectivityDecoding.
    package func verdict(
        at url: HTTPURL? = nil,
        expecting expectation: (any ResponseValidator)? = nil,
        authentication: ProbeExchange.Authentication? = nil,
        by judge: ExchangeJudge = ExchangeJudge(.standard),
        decodedBy decode: (ProbeResponse) -> ProbeResponse
    ) -> Verdict {
        let asked = url ?? self.url
        let builtIn = builtIn(at: asked)
        let exchange = exchange(at: url, authentication: authentication, decodedBy: decode)
        guard asked != nil || builtIn != nil || expectation != nil else {
            var verdict = ValidatorChain([PortalSignals(), EndpointFailure()]).validate(exchange)
            verdict.portal?.learn(from: exchange)
            // The answer is the requested page, whose URL is unknown.
            if verdict.portal?.signInURL?.host == Self.unknown.host { verdict.portal?.signInURL = nil }
            return verdict
        }
        return judge.verdict(on: exchange, expecting: expectation ?? builtIn?.expectation)
    }

    /// The recorded response as the answer to a request, by default at the recorded URL; without one, at the URL
    /// of a host that does not exist.
    package func exchange(
        at url: HTTPURL?,
        authentication: ProbeExchange.Authentication?,
        decodedBy decode: (ProbeResponse) -> ProbeResponse
    ) -> ProbeExchange {
        let asked = url ?? self.url
        var request = ProbeRequest(asked ?? Self.unknown)
        if var http = builtIn(at: asked)?.request().http {
            http.url = asked ?? http.url
            request.http = http
        }
        var exchange = ProbeExchange(request: request, outcome: .success(decode(response)))
        exchange.authentication = authentication
        return exchange
    }

    /// Returns the built-in endpoint that the recording names, or the one at a URL.
    package func builtIn(at url: HTTPURL?) -> Endpoint? {
        endpointName.flatMap(Endpoint.builtIn(named:)) ?? url.flatMap(Endpoint.builtIn(at:))
    }

    /// A placeholder for an unknown URL.
    private static let unknown: HTTPURL = "http://unknown.invalid/"

    /// One difference between a verdict and the statement of the recording.
    public struct Difference: Hashable, Sendable {
        /// The part that differs: `verdict`, `code`, `sign-in` or `vendor`.
        package let name: String
        /// The value that the recording states; `nil` if it states `none`.
        package let stated: String?
        /// The value of the verdict; `nil` if the verdict has no such value.
        package let found: String?
    }

    /// Returns the differences between a verdict on this recording and its expectation.
    ///
    /// The difference of the finding is first. The result is empty if the recording has no expectation.
    public func differences(from verdict: Verdict) -> [Difference] {
        guard let expectation else { return [] }
        return [
            Difference(name: "finding", stated: expectation.finding.rawValue, found: verdict.finding.rawValue),
            Difference(name: "code", stated: expectation.code, found: verdict.reason.code),
            Difference(
                name: "sign-in",
                stated: expectation.signInURL?.description,
                found: verdict.portal?.signInURL?.description
            ),
            Difference(name: "vendor", stated: expectation.vendor, found: verdict.portal?.vendor),
        ].filter { $0.stated != $0.found }
    }
}
