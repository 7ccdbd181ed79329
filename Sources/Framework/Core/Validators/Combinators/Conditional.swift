/// Asks a validator only about the exchanges to which a condition applies.
///
/// For all others it counts as absent: it neither objects nor states an expectation. In ``AllOf`` the other parts decide alone,
/// and an endpoint whose own expectation is absent states none. All parts of the condition must apply; a part that is `nil`
/// always does.
public struct Conditional: DeclaringValidator {
    /// The validator to ask.
    package let validator: any ResponseValidator
    package let condition: Condition

    /// Creates a condition around a validator.
    /// - Parameters:
    ///   - host: The host of the URL: a name, an address, or `*.` and a name for all hosts below that name; a valid
    ///     host. It applies to no question of a kind other than HTTP.
    ///   - scheme: The scheme of the URL. It applies to no question of a kind other than HTTP.
    ///   - kind: The kind of the question.
    ///   - family: The address family that the request is bound to, otherwise that of the peer. It applies to no
    ///     exchange for which neither is known.
    ///   - validator: The validator to ask.
    public init(
        host: String? = nil,
        scheme: HTTPURL.Scheme? = nil,
        kind: Question.Kind? = nil,
        family: IPAddress.Family? = nil,
        _ validator: some ResponseValidator
    ) {
        let pattern = host.map { text in
            guard let pattern = HostPattern(text) else { preconditionFailure("not a host: \(text)") }
            return pattern
        }
        self.init(Condition(host: pattern, scheme: scheme, kind: kind, family: family), validator)
    }

    package init(_ condition: Condition, _ validator: some ResponseValidator) {
        self.condition = condition
        self.validator = validator
    }

    package struct Condition: Hashable, Sendable, CustomStringConvertible {
        package var host: HostPattern?
        package var scheme: HTTPURL.Scheme?
        package var kind: Question.Kind?
        package var family: IPAddress.Family?

        package init(
            host: HostPattern? = nil,
            scheme: HTTPURL.Scheme? = nil,
            kind: Question.Kind? = nil,
            family: IPAddress.Family? = nil
        ) {
            (self.host, self.scheme, self.kind, self.family) = (host, scheme, kind, family)
        }

        package var description: String {
            let parts: [String?] = [
                host.map { "host \($0)" }, scheme.map { "scheme \($0.rawValue)" }, kind.map { "kind \($0)" },
                family.map { "family \($0.rawValue)" },
            ]
            return parts.compactMap(\.self).joined(separator: ", ")
        }

        package func applies(to exchange: ProbeExchange) -> Bool {
            let request = exchange.request
            if let kind, request.question.kind != kind { return false }
            if let scheme, request.url?.scheme != scheme { return false }
            if let host, request.url.map({ host.matches($0.host) }) != true { return false }
            if let family, (request.path.family ?? exchange.remoteAddress?.family) != family { return false }
            return true
        }
    }

    public var traceName: String { "\(validator.traceName) when \(condition)" }
    public var parts: [any ResponseValidator] { [validator] }

    public func isAbout(_ exchange: ProbeExchange) -> Bool {
        condition.applies(to: exchange) && validator.isAbout(exchange)
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        condition.applies(to: exchange) ? validator.validate(exchange) : .inconclusive
    }
}

/// A host, or all hosts below a name.
package struct HostPattern: Hashable, Sendable, CustomStringConvertible {
    private let host: String
    private let isBelow: Bool

    /// Reads a name, an address, or `*.` and a name; `nil` if the text is anything else.
    package init?(_ text: String) {
        isBelow = text.hasPrefix("*.")
        let name = isBelow ? String(text.dropFirst(2)) : text
        guard !name.contains("*"), let url = try? HTTPURL("http://\(name.contains(":") ? "[\(name)]" : name)/"),
            url.requestTarget == "/", url.port == nil, url.fragment == nil, !isBelow || url.address == nil
        else { return nil }
        host = url.host
    }

    package var description: String { isBelow ? "*.\(host)" : host }

    func matches(_ other: String) -> Bool { isBelow ? other.hasSuffix(".\(host)") : other == host }
}
