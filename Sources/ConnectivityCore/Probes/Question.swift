/// What kind of thing is asked, such as `http`, or a name that the author of a prober chose.
///
/// A name of another package begins with a domain of its owner, such as `com.example.ntp`, so that it is the only one.
public struct QuestionKind: RawRepresentable, Hashable, Comparable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible, Described
{
    /// The name.
    public let rawValue: String

    /// Creates a kind; `nil` for a name that is empty or has anything but small letters, digits, hyphens and dots.
    public init?(rawValue: String) {
        let isName = rawValue.utf8.allSatisfy { byte in
            byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || byte.isASCIILetter && byte.asciiLowercased == byte
        }
        guard isName, !rawValue.isEmpty else { return nil }
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        guard let kind = Self(rawValue: value) else {
            preconditionFailure("a kind is small letters, digits, hyphens and dots: \(value)")
        }
        self = kind
    }

    /// A request of HTTP, over TLS or not.
    public static let http: QuestionKind = "http"

    package static var schema: Schema { .text() }

    public var description: String { rawValue }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A value of an author's own type that travels as facts.
///
/// ``init(facts:)`` takes what ``facts`` gave and makes an equal value of it. It also meets the facts of recordings, and
/// of peers that nobody trusts: what it cannot read is `nil` and no trap.
public protocol FactConvertible: Sendable {
    /// The kind, the same for the question and its answer; not ``QuestionKind/http``, which Core types itself.
    static var kind: QuestionKind { get }

    /// Reads a value; `nil` if the facts are not those of one.
    init?(facts: Facts)

    /// The value as facts.
    var facts: Facts { get }
}

/// A question of an author's own type.
public protocol TypedQuestion: FactConvertible {}

/// What is asked of a peer.
public enum Question: Hashable, Sendable {
    /// A request of HTTP.
    case http(HTTPQuestion)
    /// Something else; never of the kind ``QuestionKind/http``, which no prober would take.
    case other(QuestionKind, Facts)

    /// Creates a question of an author's own type.
    /// - Parameter question: The question.
    public init(_ question: some TypedQuestion) { self = .other(type(of: question).kind, question.facts) }

    /// What kind of thing is asked.
    public var kind: QuestionKind {
        switch self {
        case .http: .http
        case .other(let kind, _): kind
        }
    }

    /// The request of HTTP; `nil` if something else is asked.
    ///
    /// Setting `nil` changes nothing.
    public var http: HTTPQuestion? {
        get { if case .http(let question) = self { question } else { nil } }
        set { if let newValue { self = .http(newValue) } }
    }

    /// The URL that is asked; `nil` if the question is not one of HTTP.
    public var url: HTTPURL? { http?.url }

    /// Reads the question as one of an author's own type.
    /// - Parameter type: The type.
    /// - Returns: The question; `nil` if it is of another kind, or its facts cannot be read.
    public func decoded<Value: TypedQuestion>(as type: Value.Type = Value.self) -> Value? {
        guard case .other(Value.kind, let facts) = self else { return nil }
        return Value(facts: facts)
    }

    /// What is asked about, on one line: the URL of HTTP, otherwise the kind and the facts.
    ///
    /// No secret is in it.
    public var subject: String {
        switch self {
        case .http(let question): question.url.description
        case .other(let kind, let facts): "\(kind) \(facts)".printable(limit: 500)
        }
    }

    /// What a recording holds of the question to compare it by: the URL and the method of HTTP, otherwise the kind and the
    /// facts, with all secrets alike.
    package var identity: Question {
        switch self {
        case .http(let question): .http(HTTPQuestion(question.url, method: question.method))
        case .other(let kind, let facts): .other(kind, facts.withoutSecrets)
        }
    }
}

extension Question: CustomStringConvertible {
    /// The question on one line, such as `GET http://a.example/` or `ntp server="192.0.2.1"`; no secret is in it.
    public var description: String {
        switch self {
        case .http(let question): "\(question.method.rawValue) \(question.url)"
        case .other: subject
        }
    }
}

/// A request of HTTP.
public struct HTTPQuestion: Hashable, Sendable {
    /// The request methods that a probe may use.
    public enum Method: String, Hashable, Sendable, Codable, CaseIterable {
        /// Asks for the header and the body.
        case get = "GET"
        /// Asks for the header alone.
        case head = "HEAD"
        /// Sends ``HTTPQuestion/body`` and asks for what comes of it; for endpoints that answer nothing else.
        case post = "POST"
    }

    /// The URL to ask.
    public var url: HTTPURL
    /// The request method.
    public var method: Method
    /// Fields to send besides those of the prober.
    public var headers: HeaderFields
    /// Fields to send whose values are secrets; no recording holds them.
    ///
    /// A prober gets them filled in, among ``headers``: pipelines that are made of configurations have an operator for it.
    public var secrets: [SecretField]
    /// The bytes to send with ``Method/post``; of no effect with other methods.
    ///
    /// What they are says `Content-Type` in ``headers``. They are not encoded: a recording holds no secrets.
    public var body: [UInt8]

    /// Creates a request.
    /// - Parameters:
    ///   - url: The URL to ask.
    ///   - method: The request method.
    ///   - headers: Fields to send besides those of the prober.
    ///   - secrets: Fields to send whose values are secrets.
    ///   - body: The bytes to send with ``Method/post``.
    public init(
        _ url: HTTPURL,
        method: Method = .get,
        headers: HeaderFields = [:],
        secrets: [SecretField] = [],
        body: [UInt8] = []
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.secrets = secrets
        self.body = body
    }
}
