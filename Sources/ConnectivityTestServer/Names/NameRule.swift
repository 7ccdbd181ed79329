public import ConnectivityCore

/// What a ``TestNameServer`` answers to some questions.
///
/// Coded as an object with the keys `name`, `type`, `result`, `addresses`, `ttl`, `truncated` and `delay`, of which all
/// but `name` may be absent.
public struct NameRule: Hashable, Sendable {
    /// What comes back.
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        /// The addresses of the rule (NOERROR); without one of the type asked for, an answer without records.
        case answer
        /// The name does not exist (NXDOMAIN, code 3).
        case nxdomain
        /// The server failed (SERVFAIL, code 2).
        case servfail
        /// The server does not want to (REFUSED, code 5).
        case refused
        /// Nothing comes back.
        case silence
    }

    /// The type of record that is asked for.
    public enum RecordType: String, Hashable, Sendable, Codable, CaseIterable {
        /// IPv4 addresses (type 1).
        case a = "A"
        /// IPv6 addresses (type 28, RFC 3596).
        case aaaa = "AAAA"

        var number: Int { self == .a ? 1 : 28 }
    }

    /// The name, compared without case: a whole one, `*.` and the end of one, which does not fit the end itself, or `*`.
    public var name: String
    /// The type the rule is for; `nil` is every type.
    public var type: RecordType?
    /// What comes back.
    public var result: Result
    /// The addresses, of both families; each is answered under its own type.
    public var addresses: [IPAddress]
    /// How long a client may keep the answer, in seconds.
    public var ttl: UInt32
    /// Whether an answer over UDP holds no record and says so (TC), so that a client asks again over TCP.
    public var isTruncated: Bool
    /// The time before the answer.
    public var delay: Duration

    /// Creates a rule.
    /// - Parameters:
    ///   - name: The name.
    ///   - type: The type the rule is for; `nil` is every type.
    ///   - result: What comes back.
    ///   - addresses: The addresses, of both families.
    ///   - ttl: How long a client may keep the answer, in seconds.
    ///   - isTruncated: Whether an answer over UDP holds no record and says so.
    ///   - delay: The time before the answer.
    public init(
        _ name: String,
        type: RecordType? = nil,
        result: Result = .answer,
        addresses: [IPAddress] = [],
        ttl: UInt32 = 0,
        isTruncated: Bool = false,
        delay: Duration = .zero
    ) {
        self.name = name
        self.type = type
        self.result = result
        self.addresses = addresses
        self.ttl = ttl
        self.isTruncated = isTruncated
        self.delay = delay
    }
}

extension NameRule: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, type, result, addresses, ttl, delay
        case isTruncated = "truncated"
    }

    /// Decodes a rule.
    /// - Parameter decoder: A decoder of an object with `name` and any of the other keys.
    /// - Throws: `DecodingError` where a value has another type or is out of range, and where addresses stand with another
    ///   result than `answer`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .name),
            type: try container.decodeIfPresent(RecordType.self, forKey: .type),
            result: try container.decodeIfPresent(Result.self, forKey: .result) ?? .answer,
            addresses: try container.decodeIfPresent([IPAddress].self, forKey: .addresses) ?? [],
            ttl: try container.decodeIfPresent(UInt32.self, forKey: .ttl) ?? 0,
            isTruncated: try container.decodeIfPresent(Bool.self, forKey: .isTruncated) ?? false,
            delay: try container.duration(.delay) ?? .zero
        )
        if result != .answer, !addresses.isEmpty {
            throw container.refusal(.addresses, "are of use with the result \"answer\" only")
        }
    }

    /// Encodes the rule; keys whose values are those of a rule created with a name alone are left out.
    /// - Parameter encoder: Where to.
    /// - Throws: Only what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(type, forKey: .type)
        if result != .answer { try container.encode(result, forKey: .result) }
        if !addresses.isEmpty { try container.encode(addresses, forKey: .addresses) }
        if ttl != 0 { try container.encode(ttl, forKey: .ttl) }
        if isTruncated { try container.encode(isTruncated, forKey: .isTruncated) }
        try container.encode(delay, unlessZero: .delay)
    }
}

/// A name or a pattern for names: a whole one, `*.` and an end, or `*`.
struct NamePattern: Hashable {
    private let text: String

    init(_ text: String) { self.text = Self.normal(text) }

    /// Whether a name fits, without regard to case and to a dot at the end.
    func matches(_ name: String) -> Bool {
        let name = Self.normal(name)
        if text == "*" { return true }
        guard text.hasPrefix("*.") else { return name == text }
        return name.hasSuffix(text.dropFirst()) && name.utf8.count > text.utf8.count - 1
    }

    private static func normal(_ text: String) -> String {
        let text = text.lowercased()
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
