/// Judges one exchange.
///
/// A validator is a pure function: it reads no clock, performs no I/O, keeps no state, and ends in a time bounded
/// by the size of the body, for any bytes. There are two roles, see ``ValidatorRole``.
public protocol ResponseValidator: Sendable {
    /// The name of the validator in a trace; by default the name of its type.
    var name: String { get }

    /// The validators that this one combines or wraps, in the order in which it asks them; by default none.
    var parts: [any ResponseValidator] { get }

    /// The role of the validator; by default ``ValidatorRole/expectation`` if it states an answer or one of its parts is an
    /// expectation, otherwise ``ValidatorRole/objection``.
    var role: ValidatorRole { get }

    /// The witnesses among its parts; by default those of all parts.
    var witnesses: [any Witness] { get }

    /// The names of request fields in which the endpoint must be sent a random text, which is new in every request; by
    /// default those of all parts. They count if the validator is part of the endpoint's own expectation.
    var challenges: [String] { get }

    /// What is true of every answer that the validator finds genuine, as data; by default `nil`, nothing.
    var stated: StatedAnswer? { get }

    /// Returns whether the validator has anything to say about an exchange; if not, it counts as absent.
    ///
    /// By default it has if one of its parts has, or if it has no parts. See ``When``.
    ///
    /// - Parameter exchange: The completed probe.
    /// - Returns: Whether the validator counts.
    func isAbout(_ exchange: ProbeExchange) -> Bool

    /// Judges an exchange.
    /// - Parameter exchange: The completed probe.
    /// - Returns: The verdict; ``Verdict/inconclusive`` if the validator has no opinion.
    func validate(_ exchange: ProbeExchange) -> Verdict
}

extension ResponseValidator {
    public var name: String { "\(Self.self)" }
    public var parts: [any ResponseValidator] { [] }
    public var role: ValidatorRole {
        stated != nil || parts.contains { $0.role == .expectation } ? .expectation : .objection
    }
    public var witnesses: [any Witness] { parts.flatMap(\.witnesses) }
    public var challenges: [String] { parts.flatMap(\.challenges) }
    public var stated: StatedAnswer? { nil }
    public func isAbout(_ exchange: ProbeExchange) -> Bool {
        let parts = parts
        return parts.isEmpty || parts.contains { $0.isAbout(exchange) }
    }
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
