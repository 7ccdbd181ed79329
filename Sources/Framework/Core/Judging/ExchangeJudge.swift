/// Judges an exchange: asks the links of a ``JudgingChain`` in order, until one decides.
///
/// The first objection decides. If it is the user's and not a portal with a sign-in URL, later signs of this package can still
/// show the portal: the verdict is then ``Verdict/Finding/captive``, and the reason of the objection stays a part of its reason.
/// Thus no answer is genuine against an objection of the user, whatever its author, status or kind.
///
/// The expectation is the endpoint's own, or the judge's if the endpoint has none, combined with every expectation in the list.
/// An expectation whose condition does not apply (``Conditional``) counts as absent. Without any expectation, only an answer over TLS
/// proves itself: a success, or a redirect or a demand for credentials (401) of a verified host. Any other answer, of any kind of
/// question, is inconclusive.
public struct ExchangeJudge: Sendable {
    /// The result of one link.
    public struct Step: Hashable, Sendable {
        /// The name of the link.
        public var name: String
        /// The answers for which the link is asked.
        public var condition: JudgingChain.Condition
        /// The verdict of the link; `nil` if it was not asked.
        public var verdict: Verdict?
        /// The reason why it was not asked; `nil` if it was.
        package var exclusion: String?
        /// Whether the link gave the final verdict.
        public var decides = false

        fileprivate init(_ link: JudgingChain.Link) { (name, condition) = (link.name, link.condition) }
    }

    package let chain: JudgingChain
    /// The expectation for endpoints that state none; `nil` if the pipeline has none either.
    package let expectation: (any ResponseValidator)?

    /// Creates a judge.
    public init(_ chain: JudgingChain, expecting expectation: (any ResponseValidator)? = nil) {
        (self.chain, self.expectation) = (chain, expectation)
    }

    /// Judges a completed probe; `own` is the expectation of its endpoint, `nil` if it states none.
    ///
    /// The verdict is inconclusive if the probe was cancelled or cut off, could not be sent, or correctly got no answer, if the
    /// expectation could not finish within its limits, or if the answer proves nothing.
    public func verdict(on exchange: ProbeExchange, expecting own: (any ResponseValidator)?) -> Verdict {
        judge(exchange, own) { _, _, _ in }.verdict
    }

    /// Judges an exchange and returns one step per link, in order, one of which decides; `own` is `nil` if the endpoint states no
    /// expectation.
    public func trace(_ exchange: ProbeExchange, expecting own: (any ResponseValidator)?) -> [Step] {
        var steps = chain.links.map(Step.init)
        let decider = judge(exchange, own) { place, verdict, exclusion in
            (steps[place].verdict, steps[place].exclusion) = (verdict, exclusion)
        }.place
        steps[decider].decides = true
        for place in steps.indices where steps[place].verdict == nil && steps[place].exclusion == nil {
            steps[place].exclusion = "\(steps[decider].name) decided"
        }
        return steps
    }

    /// Returns the verdict, and the place of the link that gave it.
    private func judge(
        _ exchange: ProbeExchange,
        _ own: (any ResponseValidator)?,
        recording record: (_ place: Int, Verdict?, _ exclusion: String?) -> Void
    ) -> (verdict: Verdict, place: Int) {
        // The answer is parsed once for all validators that are asked here.
        let exchange = exchange.read
        let judgement = Judgement(exchange, expectation(of: exchange, own))
        var objection: (verdict: Verdict, place: Int)?
        var decision: (verdict: Verdict, place: Int)?
        for (place, link) in chain.links.enumerated() {
            // The user can also refuse an answer that a guard doubts.
            if decision != nil, !link.isOfUser { continue }
            let exclusion = link.condition.exclusion(in: judgement)
            guard exclusion == nil, objection == nil || !link.isOfUser else {
                record(place, nil, exclusion ?? "another validator has objected")
                continue
            }
            let (verdict, decides) = link.opinion(on: judgement)
            record(place, verdict, nil)
            guard decides else { continue }
            guard link.isOfUser, verdict.portal?.signInURL == nil else {
                decision = (verdict, place)
                if verdict.isConclusive || judgement.expected.finding != .genuine { break }
                continue
            }
            objection = (verdict, place)
        }
        // Every chain ends with a link that decides.
        guard var (verdict, place) = objection ?? decision else { return (.inconclusive, 0) }
        if objection != nil, let decision, decision.verdict.finding == .captive {
            (verdict, place) = (decision.verdict.showing(what: verdict), decision.place)
        }
        verdict.portal?.learn(from: exchange)
        return (verdict, place)
    }

    private func expectation(of exchange: ProbeExchange, _ own: (any ResponseValidator)?) -> any ResponseValidator {
        let own = own.flatMap { $0.isAbout(exchange) ? $0 : nil }
        var general = (own == nil ? [expectation].compactMap(\.self) : []) + chain.expectations
        general.removeAll { !$0.isAbout(exchange) }
        // An expectation for all endpoints that has no opinion on an answer of another kind is about HTTP and does not count.
        if case .success(.other) = exchange.outcome { general.removeAll { !$0.validate(exchange).isConclusive } }
        let stated = [own].compactMap(\.self) + general
        guard stated.count < 2 else { return AllOf(stated) }
        return stated.first ?? UnstatedExpectation()
    }
}

extension JudgingChain.Link {
    /// Whether no answer is genuine against an objection of this link.
    fileprivate var isOfUser: Bool { if case .objection = rule { true } else { false } }

    fileprivate func opinion(on judgement: Judgement) -> (verdict: Verdict, decides: Bool) {
        switch rule {
        case .standard(let link): return link.opinion(on: judgement)
        case .sign(let sign): return judgement.opinion(of: sign)
        case .objection(let validator):
            let verdict = validator.validate(judgement.exchange)
            return (verdict, verdict.isObjection)
        }
    }
}

extension Judgement {
    fileprivate func opinion(of sign: any ResponseValidator) -> (verdict: Verdict, decides: Bool) {
        var verdict = sign.validate(exchange)
        guard verdict.isObjection else { return (verdict, false) }
        // An unknown page may ask its own users to pay.
        if isUnproven, sign is WordingSignal, verdict.portal?.kind == .payment { return (verdict, false) }
        if expected.finding == .genuine { verdict = weighed(verdict, of: sign) }
        return (verdict, verdict.isObjection || verdict.reason.code == Reason.expectedButSignedCode)
    }

    /// Returns the weight of an objection to an answer that meets a part of the expectation.
    ///
    /// A page that leads to another host is a portal's. Otherwise the answer is inconclusive, unless the expectation states the
    /// sign.
    private func weighed(_ objection: Verdict, of sign: any ResponseValidator) -> Verdict {
        let born = expected.reason.bornSigns
        // The pages of built-in endpoints are known, and none has such a sign.
        guard let host = exchange.request.url?.host, !Endpoint.builtInHosts.contains(host),
            let found = PageSign(of: objection, on: exchange)
        else { return objection }
        guard born.contains(found) else {
            return Verdict(.inconclusive, because: .expectedButSigned(objection.reason))
        }
        // The other signs of a portal are still asked.
        let rest = sign.parts.lazy.map { $0.validate(exchange) }.first { verdict in
            verdict.isObjection && PageSign(of: verdict, on: exchange).map { !born.contains($0) } ?? true
        }
        guard let rest, PageSign(of: rest, on: exchange) != nil else { return rest ?? .inconclusive }
        return Verdict(.inconclusive, because: .expectedButSigned(rest.reason))
    }
}

/// The expectation of an endpoint that states none, met only by answers that prove themselves.
struct UnstatedExpectation: ResponseValidator {
    var role: Verdict.Role { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(let answer) = exchange.outcome else { return .inconclusive }
        // A gateway answers questions of any kind, and answers plain requests with an empty 204 like all others.
        let nothingProven = Verdict(.inconclusive, because: .expectationMissing)
        guard case .http(let response) = answer else { return nothingProven }
        let isOverTLS = exchange.request.url?.scheme == .https && exchange.authentication != .intercepted
        // The host itself leads to its sign-in, or asks for credentials.
        let isOfHost =
            exchange.authentication == .verified && ((300...399).contains(response.status) || response.status == 401)
        guard !(200...299).contains(response.status), !isOfHost else {
            return isOverTLS ? Verdict(.genuine, because: .statusMatches(response.status)) : nothingProven
        }
        // A gateway that answers instead of the host has a page for people. A service asks for credentials, or refuses in data.
        guard isOverTLS || response.status != 401 && response.isText else { return nothingProven }
        return Verdict(.substituted, because: .statusDiffers(expected: Array(200...204), actual: response.status))
    }
}

extension Verdict {
    /// Whether the verdict is evidence against the answer.
    fileprivate var isObjection: Bool { isConclusive && finding != .genuine }

    /// Returns this verdict on a portal, with the user's objection that it explains as a part of its reason.
    fileprivate func showing(what objection: Verdict) -> Verdict {
        var verdict = self
        verdict.reason = .refused(objection.reason, by: reason)
        return verdict
    }
}
