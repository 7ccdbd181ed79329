public import ConnectivityCore

/// A request of a sign-in agent to a portal.
///
/// Secrets are named, not held: a ``PortalVisit`` inserts the secrets of its rule and sends them only to their hosts.
public struct PortalRequest: Hashable, Sendable {
    /// A value that is sent.
    public indirect enum Value: Hashable, Sendable {
        /// A text that is not a secret.
        case text(String)
        /// The secret of a name in the rule.
        case secret(String)
        /// The MD5 digest (RFC 1321) of concatenated values, in lowercase hexadecimal digits.
        ///
        /// It is the answer to a challenge of CHAP (RFC 1994, section 4.1).
        case md5([Value])
        /// Bytes that are not text, such as a challenge; only within ``md5(_:)``.
        case bytes([UInt8])

        /// The names of the secrets in the value.
        public var secrets: [String] {
            switch self {
            case .text, .bytes: []
            case .secret(let name): [name]
            case .md5(let parts): parts.flatMap(\.secrets)
            }
        }
    }

    /// A field of a form.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: Value
        /// The realm of a user's name (RFC 7542), appended after `@`; a name with another realm is not sent.
        package var realm: String?

        /// Creates a field.
        public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
    }

    /// A part of a body that is not a form.
    public enum Part: Hashable, Sendable {
        /// Unchanged text.
        case text(String)
        /// A value as the inner part of a JSON string (RFC 8259, section 7).
        case json(Value)

        var secrets: [String] { if case .json(let value) = self { value.secrets } else { [] } }
    }

    /// The content of a request besides its URL.
    public enum Content: Hashable, Sendable {
        /// Nothing.
        case none
        /// The fields of a form: the query of a GET, in place of the URL's own, or the body of a POST.
        case form([Field])
        /// A body of parts, with its media type; only with POST.
        case body([Part], type: String)
    }

    /// The URL.
    public var url: HTTPURL
    /// The segments of the path in place of those of the URL, which reports show; empty for the path of the URL.
    package var segments: [Value] = []
    /// The method: GET or POST.
    public var method: HTTPQuestion.Method
    /// The content besides the URL.
    public var content: Content
    /// The accepted media types, as in the `Accept` field.
    public var accept: String
    /// The `User-Agent` field; `nil` for that of the prober.
    public var userAgent: String?
    /// The page that leads to the request; only its own service receives it, as from a browser.
    package var referrer: HTTPURL?

    /// Creates a request.
    public init(
        _ url: HTTPURL,
        method: HTTPQuestion.Method = .get,
        content: Content = .none,
        accept: String = "text/html,*/*;q=0.8"
    ) {
        (self.url, self.method, self.content, self.accept) = (url, method, content, accept)
    }

    package var secrets: [String] {
        let path = segments.flatMap(\.secrets)
        switch content {
        case .none: return path
        case .form(let fields): return path + fields.flatMap(\.value.secrets)
        case .body(let parts, _): return path + parts.flatMap(\.secrets)
        }
    }

    /// Whether the request sends something of the user.
    package var isSubmission: Bool { method == .post || content != .none || !secrets.isEmpty }

    /// The names of the sent fields, for reports: the first 64, as the portal chose them, and shortened.
    package var fieldNames: [String] {
        if case .form(let fields) = content { fields.prefix(64).map { $0.name.printable(limit: 64) } } else { [] }
    }
}

/// The answer of a portal.
public struct PortalAnswer: Hashable, Sendable {
    /// The URL that was asked.
    public var url: HTTPURL
    /// The response; a redirect is not followed.
    public var response: ProbeResponse
    /// The target of the redirect, if the response has a valid one.
    public var redirect: HTTPURL?
    /// Whether the host proved its identity over TLS.
    package var isVerified: Bool
    /// Whether a secret was replaced in the response, and perhaps in a URL there.
    package var repeatsSecret: Bool

    /// Creates an answer.
    package init(
        _ url: HTTPURL,
        _ response: ProbeResponse,
        isVerified: Bool = false,
        repeatsSecret: Bool = false
    ) {
        (self.url, self.response) = (url, response)
        (self.isVerified, self.repeatsSecret) = (isVerified, repeatsSecret)
        if (300..<400).contains(response.status), let location = response.headers["Location"] {
            redirect = try? url.resolving(location).fromNetwork(askedAt: url)
        }
    }
}
