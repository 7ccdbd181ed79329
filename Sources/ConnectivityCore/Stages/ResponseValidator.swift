/// Judges one exchange.
///
/// A validator is a pure function: it reads no clock, performs no I/O, keeps no state, and ends in a time bounded by
/// the size of the body, whatever the bytes are. Two kinds are common:
/// - A *sign of a portal* finds ``Verdict/Finding/captive``, or has no opinion.
/// - An *expectation* finds ``Verdict/Finding/genuine`` where the answer is the endpoint's own,
///   ``Verdict/Finding/substituted`` where it is not, and has no opinion where there is no response.
public protocol ResponseValidator: Sendable {
    /// The name under which a trace shows the validator; by default the name of its type.
    var name: String { get }

    /// Judges an exchange.
    /// - Parameter exchange: The completed probe.
    /// - Returns: The judgement, ``Verdict/inconclusive`` where the validator has no opinion.
    func validate(_ exchange: ProbeExchange) -> Verdict
}

extension ResponseValidator {
    public var name: String { "\(Self.self)" }
}
