/// Every sign of a portal that this package knows, in the order in which they are asked.
///
/// A block page that leads on as a portal does is told apart first.
public struct PortalSignals: ResponseValidator, Codable, Hashable {
    /// The signs, the most telling first.
    public static let chain = ValidatorChain([
        NetworkAuthenticationSignal(), BlockPageSignal(), RedirectSignal(), CaptiveAPISignal(), WISPrSignal(),
        RefreshSignal(), SignInFormSignal(), ScriptRedirectSignal(), FrameSignal(),
    ])

    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, let asked = exchange.request.url else { return .inconclusive }
        var page: HTMLPage?
        for signal in Self.chain.validators {
            let verdict: Verdict
            if let signal = signal as? any PageSignal {
                let read = page ?? HTMLPage(response.body)
                page = read
                verdict = signal.verdict(on: read, of: response, at: asked)
            } else {
                verdict = signal.validate(exchange)
            }
            if verdict.isConclusive { return verdict }
        }
        return .inconclusive
    }
}
