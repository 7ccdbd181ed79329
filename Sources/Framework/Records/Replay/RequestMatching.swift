package import ConnectivityCore

/// The rule by which a request matches a recorded one, and how often a recorded answer is given.
///
/// The kind of question is always compared. A question of another kind than HTTP must be equal, except for secrets.
public struct RequestMatching: Hashable, Sendable {
    /// A part of a request that is compared.
    @nonexhaustive
    public enum Part: Hashable, Sendable {
        /// The method of an HTTP request.
        case method
        /// The scheme of the URL.
        case scheme
        /// The host of the URL.
        case host
        /// The port of the URL, stated or the default of the scheme.
        case port
        /// The path of the URL.
        case path
        /// The query of the URL; a missing query differs from an empty one.
        case query
        /// The values of a header field, in order; its name is compared without regard to case.
        case field(String)
        /// The bytes of the body.
        case body
        /// The interface; a recorded answer without one is for all interfaces.
        case interface
        /// The address family; a recorded answer without one is for both.
        case family
    }

    /// The frequency with which an answer is given.
    public enum Repetition: Hashable, Sendable {
        /// Each answer is given once, in order; a further request has no answer.
        case never
        /// The answers are given in order, then the last one again.
        case last
        /// The first answer is given to every request.
        case always
    }

    /// The parts that are compared.
    public var parts: Set<Part>
    /// The frequency with which an answer is given.
    public var repetition: Repetition

    /// Creates a rule.
    public init(_ parts: Set<Part>, repetition: Repetition = .last) {
        self.parts = parts
        self.repetition = repetition
    }

    /// The URL without its fragment, the interface and the address family; the last answer is repeated.
    public static let standard = RequestMatching([.scheme, .host, .port, .path, .query, .interface, .family])
}

extension RequestMatching {
    /// Returns whether a request matches a recorded one, which may be for any path; by ``standard``, the whole question
    /// is compared.
    package func isMatch(_ request: ProbeRequest, _ recorded: ProbeRequest) -> Bool {
        request.question.kind == recorded.question.kind && request.path.isProxied == recorded.path.isProxied
            && (request.http != nil && self != .standard || request.question.identity == recorded.question.identity)
            && parts.allSatisfy { $0.isEqual(in: request, recorded, true) }
    }
}

extension RequestMatching.Part {
    /// All parts of a request except header fields, the most decisive first.
    fileprivate static let all: [Self] = [.host, .path, .scheme, .port, .query, .method, .body, .interface, .family]

    /// The weight of a difference in this part.
    fileprivate var weight: Int {
        switch self {
        case .host: 8
        case .path, .scheme, .port: 4
        case .query, .method, .body, .field: 2
        case .interface, .family: 1
        }
    }

    var name: String {
        switch self {
        case .method: "method"
        case .scheme: "scheme"
        case .host: "host"
        case .port: "port"
        case .path: "path"
        case .query: "query"
        case .field(let name): "field \(name.printable(limit: 60))"
        case .body: "body"
        case .interface: "interface"
        case .family: "address family"
        }
    }

    /// The value of the part in an HTTP request; `nil` if the request has none.
    func value(in question: HTTPQuestion) -> String? {
        switch self {
        case .method: question.method.rawValue
        case .scheme: question.url.scheme.rawValue
        case .host: question.url.host
        case .port: "\(question.url.port ?? question.url.scheme.defaultPort)"
        case .path: question.url.path
        case .query: question.url.query
        case .field(let name): question.headers.values(of: name).map(\.debugDescription).joined(separator: ", ")
        case .body: question.body.map { "\($0)" }.joined(separator: " ")
        case .interface, .family: nil
        }
    }
}

/// A request without a counterpart among other requests, and the nearest of these.
public struct RequestMismatch: Hashable, Sendable {
    /// The request.
    package var request: ProbeRequest
    /// The most similar of the other requests; `nil` if none is of the same kind.
    package var nearest: ProbeRequest?
    /// The parts in which both differ, the most decisive first; empty if the nearest request already has another counterpart.
    package var parts: [RequestMatching.Part]

    /// Compares a request with others; with `isAnyPath`, another request without an interface or a family matches each.
    package init(
        _ request: ProbeRequest,
        among others: [ProbeRequest],
        by matching: RequestMatching = .standard,
        isAnyPath: Bool = false
    ) {
        self.request = request
        let fields = matching.parts.filter { if case .field = $0 { true } else { false } }
        let compared = (RequestMatching.Part.all + fields).filter(matching.parts.contains)
        var best: (nearest: ProbeRequest, parts: [RequestMatching.Part], weight: Int)?
        for other in others where other.question.kind == request.question.kind {
            let parts = compared.filter { !$0.isEqual(in: request, other, isAnyPath) }
            let isOther = request.http == nil && request.question.identity != other.question.identity
            let weight = parts.reduce(isOther ? 16 : 0) { $0 + $1.weight }
            if weight < best?.weight ?? .max { best = (other, parts, weight) }
        }
        nearest = best?.nearest
        parts = best?.parts ?? []
    }

    /// The nearest request and the differing parts, such as `GET http://a.example/ on eth0, another interface`.
    package var nearestText: String? {
        guard let nearest else { return nil }
        let differing = parts.map { "another \($0.name)" }.joined(separator: ", ")
        let place = nearest.path.interface == nil && parts.contains(.interface) ? " on the default route" : ""
        return "\(nearest.line)\(place), \(parts.isEmpty ? "which is matched already" : differing)"
    }
}

extension RequestMatching.Part {
    /// Whether two requests have the same value; a question of another kind than HTTP has only a path.
    fileprivate func isEqual(in one: ProbeRequest, _ other: ProbeRequest, _ isAnyPath: Bool) -> Bool {
        switch self {
        case .interface:
            one.path.interface == other.path.interface || isAnyPath && other.path.interface == nil
        case .family:
            one.path.family == other.path.family || isAnyPath && other.path.family == nil
        default:
            if let one = one.http, let other = other.http { value(in: one) == value(in: other) } else { true }
        }
    }
}

extension ProbeRequest {
    /// The question with its path, on one line, such as `GET http://a.example/ on eth0 over ipv4`; it contains no secret.
    package var line: String {
        "\(question)".printable(limit: 300) + (path.interface.map { " on \($0.printable(limit: 20))" } ?? "")
            + (path.family.map { " over \($0.rawValue)" } ?? "")
    }
}
