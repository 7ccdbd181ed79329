/// An answer of a type that a plugin defines.
public protocol TypedAnswer: FactConvertible, AnswerConvertible {}

/// A type that an exchange accepts as its answer: ``ProbeResponse``, and every ``TypedAnswer``.
public protocol AnswerConvertible: Sendable {
    /// The value as an answer.
    var answer: Answer { get }
}

extension TypedAnswer {
    public var answer: Answer { .other(Self.kind, facts) }
}

extension ProbeResponse: AnswerConvertible {
    public var answer: Answer { .http(self) }
}

/// The answer of a peer; its kind is the kind of the question.
public enum Answer: Hashable, Sendable {
    /// An HTTP response.
    case http(ProbeResponse)
    /// An answer of any other kind.
    case other(Question.Kind, Facts)

    /// Creates an answer from an HTTP response or from a plugin's own type.
    public init(_ answer: some AnswerConvertible) { self = answer.answer }

    /// The kind of the question.
    public var kind: Question.Kind {
        switch self {
        case .http: .http
        case .other(let kind, _): kind
        }
    }

    /// The HTTP response; `nil` for any other kind.
    public var response: ProbeResponse? { if case .http(let response) = self { response } else { nil } }

    /// Decodes the answer as a plugin's own type; `nil` if it is of another kind, or if its facts cannot be read.
    public func decoded<Value: TypedAnswer>(as type: Value.Type = Value.self) -> Value? {
        guard case .other(Value.kind, let facts) = self else { return nil }
        return Value(facts: facts)
    }
}
