/// Comes to the one verdict on an exchange, from the validators of the pipeline and the endpoint's expectation.
///
/// In this order, the first that decides:
/// 1. The expectation, where it rests on the whole body byte for byte: an endpoint may serve a page that looks like a
///    portal's.
/// 2. The validators, in order.
/// 3. The expectation, where it finds the answer genuine or sees a portal, or where it is that nothing answers.
/// 4. A proxy's word for itself, and the endpoint's own trouble: no answer, or a status code that says so.
/// 5. Where the expectation finds the answer substituted, the words of the page, see ``WordingSignal``, and where the
///    endpoint's whole answer is known, any page, see ``UnexpectedPageSignal``.
/// 6. The expectation's remaining opinion.
/// 7. Anything else that answered is not what the endpoint serves.
public struct ExchangeJudge: Sendable {
    /// The validators that are asked before each endpoint's expectation.
    public let chain: ValidatorChain

    private static let trouble = ValidatorChain([ProxySignal(), EndpointTrouble()])

    /// Creates a judge.
    /// - Parameter validators: The validators, in order.
    public init(_ validators: [any ResponseValidator]) { chain = ValidatorChain(validators) }

    /// Judges an exchange.
    /// - Parameters:
    ///   - exchange: The completed probe.
    ///   - expectation: What a genuine answer looks like.
    /// - Returns: A conclusive verdict, except for a probe that was cancelled, could not be sent or rightly had no answer.
    public func verdict(on exchange: ProbeExchange, expecting expectation: any ResponseValidator) -> Verdict {
        var verdict = decision(on: exchange, expecting: expectation)
        verdict.portal?.learn(from: exchange)
        return verdict
    }

    private func decision(on exchange: ProbeExchange, expecting expectation: any ResponseValidator) -> Verdict {
        if case .failure(let failure) = exchange.outcome {
            if failure.kind == .cancelled { return Verdict(.inconclusive, because: .notNeeded) }
            if failure.kind == .unsupported { return EndpointTrouble().validate(exchange) }
        }
        let expected = expectation.validate(exchange)
        if expected.finding == .genuine, expected.reason.comparesWholeBody { return expected }
        let asked = chain.validate(exchange)
        if asked.isConclusive { return asked }
        if expected.finding == .genuine || expected.finding == .captive || expected.reason.concernsSilence {
            return expected
        }
        let trouble = Self.trouble.validate(exchange)
        if trouble.isConclusive { return trouble }
        if expected.finding == .substituted {
            let words = WordingSignal().validate(exchange)
            if words.isConclusive { return words }
            let page = UnexpectedPageSignal().validate(exchange)
            if page.isConclusive, expected.reason.deniesWholeAnswer { return page }
        }
        return expected.isConclusive ? expected : Verdict(.substituted, because: expected.reason)
    }
}
