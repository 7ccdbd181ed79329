/// Comes to the one verdict on an exchange, from the validators of the pipeline and what is expected of the endpoint.
///
/// In this order, the first that decides:
/// 1. The expectation, if the whole answer meets it: an endpoint may serve a page that looks like a portal's.
/// 2. The validators before it: the first that objects. If one of them finds the answer genuine it has no objection.
/// 3. The expectation, if it finds the answer genuine or sees a portal, or rests on whether anything answered.
/// 4. Trouble of a proxy or of the endpoint itself: no answer, or a status code that says so.
/// 5. If the answer is not the expected one, the signs that count only then.
/// 6. The expectation's remaining opinion.
/// 7. Anything else that answered is not what the endpoint serves.
///
/// What is expected is the endpoint's own expectation, or else ``expectation``, together with every expectation of the list.
/// If nothing states one, a validator of the list that finds the answer genuine stands in for it, or else the answer has to
/// prove itself: over verified TLS by its success, over plain HTTP by an empty 204, which no page of a portal is.
public struct ExchangeJudge: Sendable {
    /// One step of a trace.
    public struct Step: Hashable, Sendable {
        /// When it was asked.
        public var place: JudgingOrder.Place
        /// The name of the validator.
        public var name: String
        /// Its verdict.
        public var verdict: Verdict
        /// Whether it decided.
        public var decides: Bool
    }

    /// Which validators are asked, and when.
    public let order: JudgingOrder
    /// What is expected of an endpoint that states nothing itself; `nil` if nothing is.
    public let expectation: (any ResponseValidator)?

    private let before: [any ResponseValidator]
    private let listed: [any ResponseValidator]
    private let trouble: [any ResponseValidator]
    private let afterMismatch: [JudgingOrder.Step]

    /// Creates a judge.
    /// - Parameters:
    ///   - order: Which validators are asked, and when.
    ///   - expectation: What is expected of an endpoint that states nothing itself.
    public init(_ order: JudgingOrder, expecting expectation: (any ResponseValidator)? = nil) {
        self.order = order
        self.expectation = expectation
        before = order.validators(at: .before)
        listed = order.validators(at: .expectation)
        trouble = order.validators(at: .trouble)
        afterMismatch = order.steps.filter { if case .afterMismatch = $0.place { true } else { false } }
    }

    /// Creates a judge with the standard tail.
    /// - Parameter validators: The validators, in order.
    public init(_ validators: [any ResponseValidator]) { self.init(JudgingOrder(validators)) }

    /// Judges an exchange.
    /// - Parameters:
    ///   - exchange: The completed probe.
    ///   - own: What a genuine answer of the endpoint looks like; `nil` if the endpoint states nothing.
    /// - Returns: A conclusive verdict, except for a probe that was cancelled, could not be sent or rightly had no answer,
    ///   and for an answer that proves nothing because nothing states what to expect.
    public func verdict(on exchange: ProbeExchange, expecting own: (any ResponseValidator)?) -> Verdict {
        judge(exchange, own) { _ in }
    }

    /// Judges an exchange and keeps every step.
    /// - Parameters:
    ///   - exchange: The completed probe.
    ///   - own: What a genuine answer of the endpoint looks like.
    /// - Returns: What was asked, in order, up to what decided; empty for a probe that was cancelled or could not be sent.
    public func trace(_ exchange: ProbeExchange, expecting own: (any ResponseValidator)?) -> [Step] {
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
        // What is in the answer is read once for everybody who is asked here.
        let exchange = exchange.read
        var verdict = decision(on: exchange, own, noting: note)
        verdict.portal?.learn(from: exchange)
        return verdict
    }

    private func decision(
        on exchange: ProbeExchange,
        _ own: (any ResponseValidator)?,
        noting note: (Step) -> Void
    ) -> Verdict {
        if case .failure(let failure) = exchange.outcome {
            if failure.kind == .cancelled { return Verdict(.inconclusive, because: .notNeeded) }
            if failure.kind == .unsupported { return EndpointTrouble().validate(exchange) }
        }
        func ask(_ validator: any ResponseValidator, _ place: JudgingOrder.Place) -> Verdict {
            let verdict = validator.validate(exchange)
            note(Step(place: place, name: validator.name, verdict: verdict, decides: false))
            return verdict
        }
        var general = (own == nil ? [expectation].compactMap(\.self) : []) + listed
        // What the pipeline expects of all is about HTTP, if it has no opinion on an answer of another kind.
        if case .success(.other) = exchange.outcome { general.removeAll { !$0.validate(exchange).isConclusive } }
        let stated = [own].compactMap(\.self) + general
        var expected = ask(stated.isEmpty ? UnstatedExpectation() : AllOf.joined(stated), .expectation)
        if expected.finding == .genuine, expected.basis == .wholeAnswer { return expected }

        var substitute: Verdict?
        for validator in before {
            let verdict = ask(validator, .before)
            if verdict.isObjection { return verdict }
            if verdict.finding == .genuine, substitute == nil { substitute = verdict }
        }
        if stated.isEmpty, let substitute { expected = substitute }
        if expected.finding == .genuine || expected.finding == .captive || expected.basis == .silence {
            return expected
        }

        for validator in trouble {
            let verdict = ask(validator, .trouble)
            if verdict.isObjection { return verdict }
        }
        let isUnproven = expected.reason == .expectationMissing
        if expected.finding == .substituted || isUnproven {
            for step in afterMismatch
            where step.place != .afterMismatch(of: .wholeAnswer) || expected.basis == .wholeAnswer {
                let verdict = ask(step.validator, step.place)
                if verdict.isObjection { return verdict }
            }
        }
        if expected.isConclusive || isUnproven { return expected }
        // Only rules without the standard tail come here with a failure.
        if case .failure(let failure) = exchange.outcome { return Verdict(.failed, because: .noAnswer(failure)) }
        return Verdict(.substituted, because: expected.reason)
    }
}

/// What an answer proves by itself, of an endpoint of which nothing is known.
struct UnstatedExpectation: ResponseValidator {
    var name: String { "nothing stated" }
    var role: ValidatorRole { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        guard (200...299).contains(response.status) else {
            return Verdict(
                .substituted,
                because: .statusDiffers(expected: Array(200...204), actual: response.status)
            )
        }
        return exchange.request.url?.scheme == .https || response.status == 204 && response.body.isEmpty
            ? Verdict(.genuine, because: .statusMatches(response.status))
            : Verdict(.inconclusive, because: .expectationMissing)
    }
}

extension Verdict {
    /// Whether it speaks against the answer.
    fileprivate var isObjection: Bool { isConclusive && finding != .genuine }
}

extension AllOf {
    /// One expectation by itself, or all of several.
    fileprivate static func joined(_ parts: [any ResponseValidator]) -> any ResponseValidator {
        parts.count == 1 ? parts[0] : AllOf(parts)
    }
}
