/// A validator that declares more than its verdict: its parts, its statement, and its requirements.
///
/// Combinations and wrappers declare their ``parts``, and derive all other declarations from them:
///
/// ```swift
/// struct AtNight: DeclaringValidator {
///     var validator: any ResponseValidator
///     var parts: [any ResponseValidator] { [validator] }
///
///     func validate(_ exchange: ProbeExchange) -> Verdict { validator.validate(exchange) }
/// }
/// ```
public protocol DeclaringValidator: ResponseValidator {
    /// The validators that this one combines or wraps, in the order of its calls; by default none.
    var parts: [any ResponseValidator] { get }

    /// The witnesses among its parts; by default those of all parts.
    var witnesses: [any Witness] { get }

    /// The names of request fields that must send the endpoint a random text, new in every request; by default those of all
    /// parts. They count if the validator is part of the endpoint's own expectation.
    var challenges: [String] { get }

    /// The properties of every answer that the validator finds genuine, as data; by default `nil`, none.
    var stated: Verdict.StatedAnswer? { get }

    /// Returns whether the validator has an opinion on an exchange; if not, it counts as absent.
    ///
    /// By default it has one if one of its parts has, or if it has no parts. See ``Conditional``.
    func isAbout(_ exchange: ProbeExchange) -> Bool
}

extension DeclaringValidator {
    /// ``Verdict/Role/expectation`` if it states an answer or one of its parts is an expectation, otherwise
    /// ``Verdict/Role/objection``.
    public var role: Verdict.Role {
        stated != nil || parts.contains { $0.role == .expectation } ? .expectation : .objection
    }
    public var parts: [any ResponseValidator] { [] }
    public var witnesses: [any Witness] { parts.flatMap(\.witnesses) }
    public var challenges: [String] { parts.flatMap(\.challenges) }
    public var stated: Verdict.StatedAnswer? { nil }
    public func isAbout(_ exchange: ProbeExchange) -> Bool {
        let parts = parts
        return parts.isEmpty || parts.contains { $0.isAbout(exchange) }
    }
}

// The declarations of any validator; one that is not a ``DeclaringValidator`` declares nothing.
extension ResponseValidator {
    package var parts: [any ResponseValidator] { declaring?.parts ?? [] }
    package var witnesses: [any Witness] { declaring?.witnesses ?? [] }
    package var challenges: [String] { declaring?.challenges ?? [] }
    package var stated: Verdict.StatedAnswer? { declaring?.stated }
    package func isAbout(_ exchange: ProbeExchange) -> Bool { declaring?.isAbout(exchange) ?? true }

    // A cast, so authors of validators have only one method to write.
    private var declaring: (any DeclaringValidator)? { self as? any DeclaringValidator }
}
