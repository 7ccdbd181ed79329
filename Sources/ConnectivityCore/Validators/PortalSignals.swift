/// Every sign of a portal that this package knows, in the order in which they are asked.
public struct PortalSignals: ResponseValidator, Codable, Hashable {
    /// The signs, the most telling first.
    public static let chain = ValidatorChain([
        NetworkAuthenticationSignal(), RedirectSignal(), WISPrSignal(), RefreshSignal(), SignInFormSignal(),
        ScriptRedirectSignal(), FrameSignal(),
    ])

    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict { Self.chain.validate(exchange) }
}
