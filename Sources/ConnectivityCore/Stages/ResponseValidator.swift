/// Judges one exchange.
///
/// A validator is a pure function: it reads no clock, performs no I/O, keeps no state, and ends in a time bounded by
/// the size of the body, whatever the bytes are. There are two kinds, see ``ValidatorRole``.
public protocol ResponseValidator: Sendable {
    /// The name under which a trace shows the validator; by default the name of its type.
    var name: String { get }

    /// What the validator is for; by default an objection.
    var role: ValidatorRole { get }

    /// The witnesses among its parts; by default none. A validator that asks others has theirs.
    var witnesses: [any Witness] { get }

    /// Judges an exchange.
    /// - Parameter exchange: The completed probe.
    /// - Returns: The verdict; ``Verdict/inconclusive`` if the validator has no opinion.
    func validate(_ exchange: ProbeExchange) -> Verdict
}

extension ResponseValidator {
    public var name: String { "\(Self.self)" }
    public var role: ValidatorRole { .objection }
    public var witnesses: [any Witness] { [] }
}

/// What a validator is for.
public enum ValidatorRole: Hashable, Sendable {
    /// It looks for something that speaks against the answer, such as a sign of a portal.
    ///
    /// In the list of a pipeline, ``Verdict/Finding/genuine`` of it means that it has no objection. It counts as more
    /// only if nothing states what to expect of the endpoint.
    case objection
    /// It states what a genuine answer looks like: ``Verdict/Finding/genuine`` if the answer is that,
    /// ``Verdict/Finding/substituted`` if it is another one, and no opinion if there is no response.
    ///
    /// In the list of a pipeline, every answer must meet it besides the endpoint's own expectation.
    case expectation
}
