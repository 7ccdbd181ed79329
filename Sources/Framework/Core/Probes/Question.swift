/// A value of a plugin's own type that converts to facts and back.
///
/// Implement ``init(facts:)`` to make an equal value from the result of ``facts``. It also receives facts of recordings and of
/// untrusted peers: return `nil` for facts that it cannot read, and do not trap.
public protocol FactConvertible: Sendable {
    /// The kind, which the question and its answer share; not ``Question/Kind/http``, which Core types itself.
    static var kind: Question.Kind { get }

    /// Reads a value; `nil` if the facts do not describe one.
    init?(facts: Facts)

    /// The value as facts.
    var facts: Facts { get }
}

/// A question of a type that a plugin defines.
public protocol TypedQuestion: FactConvertible {}

/// A question to a peer.
public enum Question: Hashable, Sendable {
    /// An HTTP request.
    case http(HTTPQuestion)
    /// A question of any other kind; never of the kind ``Question/Kind/http``, which no prober would accept here.
    case other(Kind, Facts)

    /// Creates a question from a plugin's own type.
    public init(_ question: some TypedQuestion) { self = .other(type(of: question).kind, question.facts) }

    /// The kind of the question.
    public var kind: Kind {
        switch self {
        case .http: .http
        case .other(let kind, _): kind
        }
    }

    /// The HTTP request; `nil` if the question is of another kind, and setting `nil` changes nothing.
    public var http: HTTPQuestion? {
        get { if case .http(let question) = self { question } else { nil } }
        set { if let newValue { self = .http(newValue) } }
    }

    /// The requested URL; `nil` if the question is not an HTTP request.
    public var url: HTTPURL? { http?.url }

    /// The host of the peer, a name or an address: that of the URL, or in a question of another kind that of the fact `to`, which
    /// may have a port; `nil` if the kind has no host.
    ///
    /// An operator such as `NameLookupProber` looks it up, which lets probers of every kind connect to ``ProbeRequest/Path/addresses``.
    public var host: String? {
        switch self {
        case .http(let question): question.url.host
        case .other(_, let facts): facts["to"]?.text.flatMap { try? HTTPURL.hostAndPort($0[...]).host }
        }
    }

    /// Decodes the question as a plugin's own type; `nil` if it is of another kind, or if its facts cannot be read.
    public func decoded<Value: TypedQuestion>(as type: Value.Type = Value.self) -> Value? {
        guard case .other(Value.kind, let facts) = self else { return nil }
        return Value(facts: facts)
    }

    /// The subject of the question on one line, without secrets: the URL of an HTTP request, otherwise the kind and the facts.
    public var subject: String {
        switch self {
        case .http(let question): question.url.description
        case .other(let kind, let facts): "\(kind) \(facts)".printable(limit: 500)
        }
    }

    /// The part of the question by which recordings are compared.
    ///
    /// It is the URL and the method of an HTTP request, otherwise the kind and the facts, with every secret replaced by the same
    /// text.
    package var identity: Question {
        switch self {
        case .http(let question): .http(HTTPQuestion(question.url, method: question.method))
        case .other(let kind, let facts): .other(kind, facts.withoutSecrets)
        }
    }
}

extension Question {
    /// The kind of a question, such as `http` or a name that the author of a prober chose.
    ///
    /// A name from another package begins with a domain of its owner, such as `com.example.ntp`, to be unique.
    public struct Kind: RawRepresentable, Hashable, Comparable, Sendable, Codable, ExpressibleByStringLiteral,
        CustomStringConvertible
    {
        /// The name.
        public let rawValue: String

        /// Creates a kind; `nil` if the name is not made of lowercase letters, digits, hyphens and dots, or is empty.
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
                preconditionFailure("a kind consists of lowercase letters, digits, hyphens and dots: \(value)")
            }
            self = kind
        }

        /// An HTTP request, with or without TLS.
        public static let http: Kind = "http"

        public var description: String { rawValue }
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    }
}

extension Question: CustomStringConvertible {
    /// The question on one line without secrets, such as `GET http://a.example/` or `ntp server="192.0.2.1"`.
    public var description: String {
        switch self {
        case .http(let question): "\(question.method.rawValue) \(question.url)"
        case .other: subject
        }
    }
}

/// An HTTP request.
public struct HTTPQuestion: Hashable, Sendable {
    /// The request methods that a probe may use.
    public enum Method: String, Hashable, Sendable, Codable, CaseIterable {
        /// Requests the header and the body.
        case get = "GET"
        /// Requests only the header.
        case head = "HEAD"
        /// Sends ``HTTPQuestion/body`` and requests the result; for endpoints that support no other method.
        case post = "POST"
    }

    /// The URL to request.
    public var url: HTTPURL
    /// The request method.
    public var method: Method
    /// Fields to send in addition to those of the prober.
    public var headers: HeaderFields
    /// Fields to send whose values are secrets; recordings do not hold them.
    ///
    /// A prober receives them with their values, as part of ``headers``: pipelines made from a configuration have an operator
    /// that fills them in.
    package var secrets: [SecretField]
    /// The bytes to send with ``Method/post``; they have no effect with other methods.
    ///
    /// `Content-Type` in ``headers`` states their type. They are not encoded, because recordings hold no secrets.
    public var body: [UInt8]
    /// The source of the bytes to send with ``Method/post`` instead of ``body``; `nil` sends ``body``.
    ///
    /// A prober receives them as ``body``, as it receives ``secrets`` as part of ``headers``.
    package var secretBody: SecretField.Source?
    /// The parts of a POST's body or of another method's query, in place of ``body`` and ``secretBody``; `nil` for neither.
    package var secretParts: [SecretPart]?
    /// Whether the secrets of ``secretParts`` may be sent without TLS, because the user has agreed to that on this network.
    package var sendsSecretsInClear = false
    /// Whether the exchange holds the TLS facts, if the prober knows them; the cost is a few certificates per answer.
    ///
    /// It is set for an endpoint whose expectation reads them; see ``TLSReader``.
    package var readsTLS = false
    /// The maximum number of followed redirects, from 0 through 5; 0 follows none.
    ///
    /// Only redirects of GET and HEAD are followed, and only within the site of ``url``. Pipelines made from a configuration have
    /// an operator that does so.
    package var redirectCountMax = 0

    package static let redirectCounts = 0...5

    /// Whether a part of the request is not filled in yet.
    package var hasSecrets: Bool { !secrets.isEmpty || secretBody != nil || secretParts != nil }

    /// Creates a request.
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
