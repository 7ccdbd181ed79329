/// An answer of an author's own type.
public protocol TypedAnswer: FactConvertible, AnswerConvertible {}

/// What an exchange can take for an answer: ``ProbeResponse``, and every ``TypedAnswer``.
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

/// What a peer answered, of the kind of the question.
public enum Answer: Hashable, Sendable {
    /// A response of HTTP.
    case http(ProbeResponse)
    /// Something else.
    case other(QuestionKind, Facts)

    /// Creates an answer of an author's own type, or of HTTP.
    /// - Parameter answer: The answer.
    public init(_ answer: some AnswerConvertible) { self = answer.answer }

    /// What kind of thing was asked.
    public var kind: QuestionKind {
        switch self {
        case .http: .http
        case .other(let kind, _): kind
        }
    }

    /// The response of HTTP; `nil` if something else was asked.
    public var response: ProbeResponse? { if case .http(let response) = self { response } else { nil } }

    /// Reads the answer as one of an author's own type.
    /// - Parameter type: The type.
    /// - Returns: The answer; `nil` if it is of another kind, or its facts cannot be read.
    public func decoded<Value: TypedAnswer>(as type: Value.Type = Value.self) -> Value? {
        guard case .other(Value.kind, let facts) = self else { return nil }
        return Value(facts: facts)
    }
}

/// A question or answer of a kind that Core does not type, as it is written.
package struct WrittenFacts: Tabulated {
    package var kind: QuestionKind
    package var facts: Facts

    package init(_ kind: QuestionKind, _ facts: Facts) {
        self.kind = kind
        self.facts = facts
    }

    package static let fields = FieldTable(
        WrittenFacts("-", [:]),
        [
            .required("kind", \.kind, Rule("must not be http, which is written in a form of its own") { $0 != .http }),
            .required("facts", \.facts),
        ]
    )

    package init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
