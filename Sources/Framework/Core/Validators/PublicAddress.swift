/// Expects the same as another validator, from an address of the public Internet.
///
/// If a public name resolves to an address of a private network, of the link or of this device (RFC 1918, RFC 6598, RFC 4193, RFC
/// 3927), a name server on the path has answered. Every answer from that address is then substituted, even if it looks genuine.
/// If the name resolves to this device, as with names that filters block, no host on the network has answered: the verdict is
/// then a failure with the basis ``Verdict/Basis/silence``, and no sign of a portal counts, because a program on this device gave
/// it. If the address is not known, or if the question has an address instead of a name, only the answer counts.
///
/// Use it for endpoints on the public Internet. Without it, too, an answer from a private address under a public name is not
/// evidence of the Internet, unless TLS verifies it: it is then inconclusive.
public struct PublicAddress: DeclaringValidator {
    /// The expectation of the answer.
    package let validator: any ResponseValidator

    /// Creates an expectation.
    public init(_ validator: some ResponseValidator) { self.validator = validator }

    /// Creates an expectation that combines several validators, in order.
    /// - Throws: The error of the closure.
    public init(@PipelineBuilder<any ResponseValidator> _ validators: () throws -> [any ResponseValidator]) rethrows {
        self.init(AllOf(try validators()))
    }

    public var role: Verdict.Role { .expectation }
    public var parts: [any ResponseValidator] { [validator] }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        let verdict = validator.validate(exchange)
        return switch PeerAddress(of: exchange, isPublic: true) {
        case .thisDevice(let address): Verdict(.failed, because: .privateAddress(address), basis: .silence)
        case .privateNetwork(let address) where verdict.finding == .genuine:
            Verdict(.substituted, because: .privateAddress(address))
        case .privateNetwork, .plausible: verdict
        }
    }
}
