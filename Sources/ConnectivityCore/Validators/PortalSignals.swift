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

    public func validate(_ exchange: ProbeExchange) -> Verdict { Self.chain.validate(exchange.read) }
}
