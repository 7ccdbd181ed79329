/// Judges one exchange.
///
/// A validator is a pure function: it reads no clock, performs no I/O, keeps no state, and ends in a time bounded by the size of
/// the body, for any bytes. There are two roles; see ``Verdict/Role``. A validator that combines others, or that declares more,
/// is a ``DeclaringValidator``.
public protocol ResponseValidator: Sendable {
    /// The name of the validator in a trace; by default the name of its type.
    var traceName: String { get }

    /// The role of the validator; by default ``Verdict/Role/objection``.
    var role: Verdict.Role { get }

    /// Judges an exchange, with ``Verdict/inconclusive`` if the validator has no opinion.
    func validate(_ exchange: ProbeExchange) -> Verdict
}

extension ResponseValidator {
    public var traceName: String { "\(Self.self)" }
    public var role: Verdict.Role { .objection }
}

extension Verdict {
    /// The role of a validator.
    public enum Role: Hashable, Sendable {
        /// The validator looks for evidence against the answer, such as a sign of a portal.
        ///
        /// In the list of a pipeline, its ``Verdict/Finding/genuine`` means only that it has no objection.
        case objection
        /// The validator states the properties of a genuine answer.
        ///
        /// Its verdict is ``Verdict/Finding/genuine`` if the answer matches, ``Verdict/Finding/substituted`` if it does not, and
        /// no opinion if there is no response. In the list of a pipeline, every answer must meet it in addition to the endpoint's
        /// own expectation.
        case expectation
    }
}
