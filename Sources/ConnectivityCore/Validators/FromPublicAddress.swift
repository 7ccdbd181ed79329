/// Expects what another validator expects, from an address of the public Internet.
///
/// A public name that leads to an address of a private network, of the link or of the machine itself (RFC 1918, RFC 6598,
/// RFC 4193, RFC 3927) was answered by a name server in the way: whatever comes from there is somebody else's, genuine as it
/// looks. Where the address is not known, or the URL has an address in place of a name, only the answer counts.
///
/// For endpoints on the public Internet; an endpoint of one's own may well be at home.
public struct FromPublicAddress: ResponseValidator {
    /// What the answer has to be.
    public let validator: any ResponseValidator

    /// Creates an expectation.
    /// - Parameter validator: What the answer has to be.
    public init(_ validator: some ResponseValidator) { self.validator = validator }

    /// Creates an expectation of all that several validators expect.
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
