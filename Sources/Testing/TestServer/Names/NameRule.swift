package import ConnectivityCore

/// A rule by which a ``TestNameServer`` answers questions for a name.
///
/// A rule is encoded as an object with the keys `name`, `type`, `result`, `addresses`, `ttl`, `truncated` and `delay`.
/// All but `name` are optional.
package struct NameRule: Hashable, Sendable {
    /// The kind of answer.
    package enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        /// The addresses of the rule (NOERROR).
        ///
        /// If the rule has no address of the requested type, the answer has no records.
        case answer
        /// The name does not exist (NXDOMAIN, code 3).
        case nxdomain
        /// The server failed (SERVFAIL, code 2).
        case servfail
        /// The server refuses to answer (REFUSED, code 5).
        case refused
        /// No answer is sent.
        case silence
        /// Bytes that are not a message are sent.
        case garbage
        /// The addresses are sent under another message ID, as the answer to another question.
        case otherID = "other-id"
        /// Over TCP and TLS, more bytes are announced than sent, and the connection ends.
        case cut
    }

    /// A type of record that a question requests.
    package enum RecordType: String, Hashable, Sendable, Codable, CaseIterable {
        /// IPv4 addresses (type 1).
        case a = "A"
        /// IPv6 addresses (type 28, RFC 3596).
        case aaaa = "AAAA"

        var number: Int { self == .a ? 1 : 28 }
    }

    /// A name or a pattern for names, compared without regard to case.
    ///
    /// It is a full name, `*.` and a suffix, or `*` for every name. A pattern such as `*.example.com` does not match
    /// `example.com` itself.
    package var name: String
    /// The type of record to which the rule applies; `nil` for every type.
    package var type: RecordType?
    package var result: Result = .answer
    /// The addresses, of both families: the answer to a question for A has the IPv4 addresses, for AAAA the IPv6 addresses.
    package var addresses: [IPAddress] = []
    /// The time for which a client may cache the answer, in seconds.
    package var ttl: UInt32 = 0
    /// Whether an answer over UDP is empty and marked as truncated (TC), so that a client repeats the question over TCP.
    package var isTruncated = false
    package var delay = Duration.zero
}

extension NameRule: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, type, result, addresses, ttl, delay
        case isTruncated = "truncated"
    }

    /// Decodes a rule from an object with `name` and any of the other keys; only `answer` may have addresses.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            type: try container.decodeIfPresent(RecordType.self, forKey: .type),
            result: try container.decodeIfPresent(Result.self, forKey: .result) ?? .answer,
            addresses: try container.decodeIfPresent([IPAddress].self, forKey: .addresses) ?? [],
            ttl: try container.decodeIfPresent(UInt32.self, forKey: .ttl) ?? 0,
            isTruncated: try container.decodeIfPresent(Bool.self, forKey: .isTruncated) ?? false,
            delay: try container.duration(.delay) ?? .zero
        )
        if ![.answer, .otherID].contains(result), !addresses.isEmpty {
            throw container.fault(.addresses, "are allowed only with the result \"answer\"")
        }
    }

    /// Encodes the rule without the keys that have default values.
    package func encode(to encoder: any Encoder) throws {
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

/// A name or a pattern for names: a full name, `*.` and a suffix, or `*`.
struct NamePattern: Hashable {
    private let text: String

    init(_ text: String) { self.text = Self.normal(text) }

    /// Whether a name matches, without regard to case and to a final dot.
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
