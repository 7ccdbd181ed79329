/// Expects what another validator expects, and an answer from an address of the public Internet.
///
/// If a public name resolves to an address of a private network, of the link or of the machine itself (RFC 1918,
/// RFC 6598, RFC 4193, RFC 3927), a name server on the way has answered. Then everything from that address is
/// substituted, even if it looks genuine. If the address is not known, or if the URL has an address instead of a
/// name, only the answer counts.
///
/// Use it for endpoints on the public Internet; your own endpoint may well have a private address.
public struct FromPublicAddress: ResponseValidator {
    /// The expectation of the answer.
    public let validator: any ResponseValidator

    /// Creates an expectation.
    /// - Parameter validator: The expectation of the answer.
    public init(_ validator: some ResponseValidator) { self.validator = validator }

    /// Creates an expectation that combines several validators.
    /// - Parameter validators: The parts, in order.
    public init(@ListBuilder<any ResponseValidator> _ validators: () -> [any ResponseValidator]) {
        self.init(AllOf(validators()))
    }

    public var role: ValidatorRole { .expectation }
    public var witnesses: [any Witness] { validator.witnesses }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        let verdict = validator.validate(exchange)
        guard verdict.finding == .genuine, exchange.request.url?.address == nil, let address = exchange.remoteAddress,
            address.isPrivate || address.isLinkLocal || address.isLoopback
        else { return verdict }
        return Verdict(.substituted, because: .privateAddress(address))
    }
}
