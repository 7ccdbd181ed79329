/// Judges one exchange.
///
/// A validator is a pure function: it reads no clock, performs no I/O, keeps no state, and ends in a time bounded
/// by the size of the body, for any bytes. There are two roles, see ``ValidatorRole``.
public protocol ResponseValidator: Sendable {
    /// The name of the validator in a trace; by default the name of its type.
    var name: String { get }

    /// The role of the validator; by default ``ValidatorRole/objection``.
    var role: ValidatorRole { get }

    /// The witnesses among its parts; by default none. A validator that combines others returns theirs.
    var witnesses: [any Witness] { get }

    /// The names of request fields in which the endpoint must be sent a random text, which is new in every request; by
    /// default none. They count if the validator is part of the endpoint's own expectation.
    var challenges: [String] { get }

    /// Judges an exchange.
    /// - Parameter exchange: The completed probe.
    /// - Returns: The verdict; ``Verdict/inconclusive`` if the validator has no opinion.
    func validate(_ exchange: ProbeExchange) -> Verdict
}

extension ResponseValidator {
    public var name: String { "\(Self.self)" }
    public var role: ValidatorRole { .objection }
    public var witnesses: [any Witness] { [] }
    public var challenges: [String] { [] }
}

/// The role of a validator.
public enum ValidatorRole: Hashable, Sendable {
    /// The validator looks for evidence against the answer, such as a sign of a portal.
    ///
    /// In the list of a pipeline, its ``Verdict/Finding/genuine`` means only that it has no objection. It counts as
    /// more only if nothing states what to expect of the endpoint.
    case objection
    /// The validator states what a genuine answer looks like.
    ///
    /// Its verdict is ``Verdict/Finding/genuine`` if the answer matches, ``Verdict/Finding/substituted`` if it does
    /// not, and no opinion if there is no response. In the list of a pipeline, every answer must meet it in
    /// addition to the endpoint's own expectation.
    case expectation
}
