/// Gives one verdict on an exchange, from the validators of the pipeline and the expectation of the endpoint.
///
/// If a public name leads to this device, no host on the network has answered: the verdict is a failure with the
/// basis ``Verdict/Basis/silence``. If it leads to a private address, a genuine answer says nothing of the Internet and is
/// inconclusive, unless TLS verifies it.
///
/// What a verified peer says (``Authentication/verified``) is its own. The expectation alone judges it: if the answer does
/// not meet it, the endpoint has failed, and no sign of a portal is asked. Only what a filter with a trusted authority does
/// on purpose still counts, see `BlockPageSignal`.
///
/// Otherwise the first of these steps that decides gives the verdict:
/// 1. The expectation, if the whole answer meets it: an endpoint may serve a page that looks like a portal's. Also if
///    it is a failure with the basis ``Verdict/Basis/silence``: no host on the network has answered.
/// 2. The validators before the expectation: the first one that objects. If one of them finds the answer genuine,
///    it has no objection.
/// 3. The expectation, if it finds the answer genuine or sees a portal, or if its basis is whether anything
///    answered. Over plain HTTP, a page that meets a status, a size or a negation alone proves nothing: it is
///    inconclusive, because every page that a portal sends would.
/// 4. Trouble of a proxy or of the endpoint itself: no answer, or a status code that reports it.
/// 5. If the answer is not the expected one, or has it in another page, the signs that count only in this case.
/// 6. The remaining opinion of the expectation.
/// 7. Any other answer is not what the endpoint serves: it is substituted.
///
/// The expectation is the endpoint's own, or the judge's if the endpoint has none, combined with every
/// expectation in the list. One whose condition does not apply (``When``) counts as absent. If nothing states an
/// expectation, the first validator of the list that finds the answer genuine replaces it. Without such a validator,
/// only a success over verified TLS proves itself; any other answer, of any kind of question, is inconclusive.
public struct ExchangeJudge: Sendable {
    /// One step of a trace.
    package struct Step: Hashable, Sendable {
        /// The place of the validator in the order.
        package var place: JudgingOrder.Place
        /// The name of the validator.
        package var name: String
        /// The verdict of the validator.
        package var verdict: Verdict
        /// Whether this step gave the verdict.
        package var decides: Bool
    }

    /// The validators and their order.
    package let order: JudgingOrder
    /// The expectation for endpoints that state nothing; `nil` if the pipeline states nothing either.
    package let expectation: (any ResponseValidator)?

    private let before: [any ResponseValidator]
    private let listed: [any ResponseValidator]
    private let failureSigns: [any ResponseValidator]
    private let afterMismatch: [JudgingOrder.Step]

    /// Creates a judge.
    /// - Parameters:
    ///   - order: The validators and their order.
    ///   - expectation: The expectation for endpoints that state none.
    public init(_ order: JudgingOrder, expecting expectation: (any ResponseValidator)? = nil) {
        self.order = order
        self.expectation = expectation
        before = order.validators(at: .before)
        listed = order.validators(at: .expectation)
        failureSigns = order.validators(at: .endpointFailure)
        afterMismatch = order.steps.filter { if case .afterMismatch = $0.place { true } else { false } }
    }

    /// Creates a judge with the standard tail.
    /// - Parameter validators: The validators, in order.
    public init(_ validators: [any ResponseValidator]) { self.init(JudgingOrder(validators)) }

    /// Judges an exchange.
    /// - Parameters:
    ///   - exchange: The completed probe.
    ///   - own: The endpoint's own expectation; `nil` if it states none.
    /// - Returns: A conclusive verdict. It is inconclusive if the probe was cancelled or cut off, could not be sent, or
    ///   correctly got no answer, if the expectation could not finish within its limits, or if nothing states what to
    ///   expect and the answer proves nothing by itself.
    public func verdict(on exchange: ProbeExchange, expecting own: (any ResponseValidator)?) -> Verdict {
        judge(exchange, own) { _ in }
    }

    /// Judges an exchange and records every step.
    /// - Parameters:
    ///   - exchange: The completed probe.
    ///   - own: The endpoint's own expectation; `nil` if it states none.
    /// - Returns: The steps in order, up to the one that decided; empty if the probe was cancelled or could not be
    ///   sent.
    package func trace(_ exchange: ProbeExchange, expecting own: (any ResponseValidator)?) -> [Step] {
        var steps: [Step] = []
        let verdict = judge(exchange, own) { steps.append($0) }
        if let index = steps.lastIndex(where: { $0.verdict.reason == verdict.reason }) { steps[index].decides = true }
        return steps
    }

    private func judge(
        _ exchange: ProbeExchange,
        _ own: (any ResponseValidator)?,
        noting note: (Step) -> Void
    ) -> Verdict {
        // The answer is parsed once for all validators that are asked here.
        let exchange = exchange.read
        var verdict = decision(on: exchange, own, noting: note)
        if case .privateNetwork(let address) = PeerAddress(of: exchange), verdict.finding == .genuine,
            exchange.request.url?.scheme != .https, exchange.authentication != .verified
        {
            verdict = Verdict(.inconclusive, because: .privateAddress(address))
            note(Step(place: .before, name: "the address of the peer", verdict: verdict, decides: false))
        }
        verdict.portal?.learn(from: exchange)
        return verdict
    }

    /// Returns what an objection to an answer is worth that meets a part of what is expected.
    ///
    /// The user's own page may have what portals' pages have as well. Nothing is known then, unless the expectation states it
    /// (``Bears``, a stated `Location`). What leads to another host is a portal's.
    private func weighed(
        _ objection: Verdict,
        of validator: any ResponseValidator,
        against expected: Verdict,
        on exchange: ProbeExchange
    ) -> Verdict {
        let born = expected.reason.bornSigns
        // The pages of built-in endpoints are known, and none has such a sign.
        guard let host = exchange.request.url?.host, !Endpoint.builtInHosts.contains(host),
            let sign = PageSign(of: objection, on: exchange)
        else { return objection }
        guard born.contains(sign) else {
            return Verdict(.inconclusive, because: .expectedButSigned(objection.reason))
        }
        // The other signs of a portal are still asked.
        let rest = validator.parts.lazy.map { $0.validate(exchange) }.first { verdict in
            verdict.isObjection && PageSign(of: verdict, on: exchange).map { !born.contains($0) } ?? true
        }
        guard let rest, PageSign(of: rest, on: exchange) != nil else { return rest ?? .inconclusive }
        return Verdict(.inconclusive, because: .expectedButSigned(rest.reason))
    }

    /// Returns the verdict on what the asked peer itself says.
    private func ownMatter(
        _ expected: Verdict,
        _ exchange: ProbeExchange,
        _ ask: (any ResponseValidator, JudgingOrder.Place) -> Verdict
    ) -> Verdict {
        let filter = ask(BlockPageSignal(isOnlyElsewhere: true), .before)
        if filter.isObjection { return filter }
        guard expected.finding == .substituted || expected.finding == .captive else { return expected }
        let failure = ask(EndpointFailure(), .endpointFailure)
        return failure.isObjection ? failure : Verdict(.failed, because: .ownAnswerDiffers(expected.reason))
    }

    private func decision(
        on exchange: ProbeExchange,
        _ own: (any ResponseValidator)?,
        noting note: (Step) -> Void
    ) -> Verdict {
        if case .failure(let failure) = exchange.outcome {
            if failure.kind == .cancelled { return Verdict(.inconclusive, because: .notNeeded) }
            if failure.kind == .cutOff { return Verdict(.inconclusive, because: .noAnswer(failure)) }
            if failure.kind.isOwn { return EndpointFailure().validate(exchange) }
        }
        if case .thisDevice(let address) = PeerAddress(of: exchange) {
            return Verdict(.failed, because: .privateAddress(address), basis: .silence)
        }
        func ask(_ validator: any ResponseValidator, _ place: JudgingOrder.Place) -> Verdict {
            let verdict = validator.validate(exchange)
            note(Step(place: place, name: validator.name, verdict: verdict, decides: false))
            return verdict
        }
        let own = own.flatMap { $0.isAbout(exchange) ? $0 : nil }
        var general = (own == nil ? [expectation].compactMap(\.self) : []) + listed
        general.removeAll { !$0.isAbout(exchange) }
        // An expectation for all endpoints that has no opinion on an answer of another kind is about HTTP and does
        // not count.
        if case .success(.other) = exchange.outcome { general.removeAll { !$0.validate(exchange).isConclusive } }
        let stated = [own].compactMap(\.self) + general
        var expected = ask(stated.isEmpty ? UnstatedExpectation() : AllOf.joined(stated), .expectation)
        if expected.finding == .genuine, expected.basis == .wholeAnswer { return expected }
        if expected.finding == .failed, expected.basis == .silence { return expected }
        if exchange.authentication == .verified, case .success = exchange.outcome {
            return ownMatter(expected, exchange, ask)
        }

        var substitute: Verdict?
        for validator in before {
            var verdict = ask(validator, .before)
            if verdict.isObjection, expected.finding == .genuine {
                verdict = weighed(verdict, of: validator, against: expected, on: exchange)
                if !verdict.isConclusive, verdict.reason.code == Reason.expectedButSignedCode { return verdict }
            }
            if verdict.isObjection { return verdict }
            if verdict.finding == .genuine, substitute == nil { substitute = verdict }
        }
        if stated.isEmpty, let substitute { expected = substitute }
        if expected.finding == .genuine, expected.reason.isOfAnyPage,
            exchange.isPageOfAnybody || expected.reason.code == Reason.landedCode
        {
            return Verdict(.inconclusive, because: .expectedOfAnyPage)
        }
        if expected.finding == .genuine || expected.finding == .captive || expected.basis == .silence {
            return expected
        }

        for validator in failureSigns {
            let verdict = ask(validator, .endpointFailure)
            if verdict.isObjection { return verdict }
        }
        let isUnproven = expected.reason == .expectationMissing
        // What has the endpoint's content in another page can be a portal's page, which says so in words and with a link.
        let isAltered = expected.reason.code == Reason.bodyAlteredCode && exchange.page?.links.isEmpty == false
        if expected.finding == .substituted || isUnproven || isAltered {
            for step in afterMismatch
            where step.place != .afterMismatch(of: .wholeAnswer) || expected.basis == .wholeAnswer {
                let verdict = ask(step.validator, step.place)
                // An unknown page may well ask its own users to pay.
                if verdict.isObjection, !isUnproven || verdict.portal?.kind != .payment { return verdict }
            }
        }
        if expected.isConclusive || isUnproven || expected.reason.isUndecided { return expected }
        // A failure reaches this line only if the order has no standard tail.
        if case .failure(let failure) = exchange.outcome { return Verdict(.failed, because: .noAnswer(failure)) }
        return Verdict(.substituted, because: expected.reason)
    }
}

/// The expectation of an endpoint that states none: what an answer proves by itself.
struct UnstatedExpectation: ResponseValidator {
    var name: String { "nothing stated" }
    var role: ValidatorRole { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(let answer) = exchange.outcome else { return .inconclusive }
        // A gateway answers questions of any kind, and a plain request with an empty 204, as it answers all others.
        let nothingProven = Verdict(.inconclusive, because: .expectationMissing)
        guard case .http(let response) = answer else { return nothingProven }
        let isOverTLS = exchange.request.url?.scheme == .https
        guard !(200...299).contains(response.status) else {
            return isOverTLS ? Verdict(.genuine, because: .statusMatches(response.status)) : nothingProven
        }
        // A gateway that answers instead of the host has a page for people. A service asks for credentials, or refuses in data.
        guard isOverTLS || response.status != 401 && response.isText else { return nothingProven }
        return Verdict(.substituted, because: .statusDiffers(expected: Array(200...204), actual: response.status))
    }
}

extension ProbeExchange {
    /// Whether the answer is a page of a success that an intermediary could have sent as well.
    fileprivate var isPageOfAnybody: Bool {
        guard let response, let url = request.url, url.scheme == .http, !url.isOnThisDevice,
            !Endpoint.builtInHosts.contains(url.host)
        else { return false }
        return (200...299).contains(response.status) && response.isText
            && response.body.count > ProbeResponse.emptyByteCountMax
    }
}

extension Reason {
    private static let ofAnyPage: Set<String> = ["status-matches", "size-matches", "inverted", landedCode]

    /// Whether what is met says nothing of the content: a status, a size, what is not there, or that a field is there.
    fileprivate var isOfAnyPage: Bool {
        if Self.ofAnyPage.contains(code) { return true }
        if code == Self.headerMatchesCode { return facts["stated"] == nil }
        return ["all-of", "any-of", "bears"].contains(code) && parts.allSatisfy(\.isOfAnyPage)
    }
}

extension Verdict {
    /// Whether the verdict is evidence against the answer.
    fileprivate var isObjection: Bool { isConclusive && finding != .genuine }
}

extension AllOf {
    /// Returns a single expectation unchanged, or combines several.
    fileprivate static func joined(_ parts: [any ResponseValidator]) -> any ResponseValidator {
        parts.count == 1 ? parts[0] : AllOf(parts)
    }
}
