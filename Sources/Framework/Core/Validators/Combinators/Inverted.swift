/// Expects the opposite of another expectation.
///
/// Genuine becomes substituted and substituted becomes genuine. Every other verdict stays: a failure never becomes genuine by
/// negation, and a portal stays a portal. So does the verdict that a body is not JSON, or damaged (``BodyJSON``), also as one of
/// several reasons. The basis is a part of the answer.
public struct Inverted: DeclaringValidator {
    /// The expectation to invert.
    package let validator: any ResponseValidator

    /// Creates an inversion.
    public init(_ validator: some ResponseValidator) { self.validator = validator }

    public var parts: [any ResponseValidator] { [validator] }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        let verdict = validator.validate(exchange)
        return switch verdict.finding {
        case .genuine: Verdict(.substituted, because: .inverted(verdict.reason))
        case .substituted where verdict.reason.isWithoutJSON: verdict
        case .substituted: Verdict(.genuine, because: .inverted(verdict.reason))
        case .captive, .failed, .inconclusive: verdict
        }
    }
}
