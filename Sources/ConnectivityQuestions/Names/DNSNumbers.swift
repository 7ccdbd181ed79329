/// The type of a record, by its number in the IANA registry.
public struct DNSRecordType: RawRepresentable, Hashable, Sendable {
    /// An IPv4 address (RFC 1035).
    public static let a = DNSRecordType(rawValue: 1)
    /// A name server of the zone (RFC 1035).
    package static let ns = DNSRecordType(rawValue: 2)
    /// The canonical name of an alias (RFC 1035).
    public static let cname = DNSRecordType(rawValue: 5)
    /// The start of a zone of authority (RFC 1035).
    package static let soa = DNSRecordType(rawValue: 6)
    /// A pointer to another name (RFC 1035).
    public static let ptr = DNSRecordType(rawValue: 12)
    /// A mail exchange (RFC 1035).
    public static let mx = DNSRecordType(rawValue: 15)
    /// Texts (RFC 1035).
    public static let txt = DNSRecordType(rawValue: 16)
    /// An IPv6 address (RFC 3596).
    public static let aaaa = DNSRecordType(rawValue: 28)
    /// The location of a service (RFC 2782).
    package static let srv = DNSRecordType(rawValue: 33)
    package static let opt = DNSRecordType(rawValue: 41)
    /// A delegation signer (RFC 4034).
    package static let ds = DNSRecordType(rawValue: 43)
    /// A signature (RFC 4034).
    package static let rrsig = DNSRecordType(rawValue: 46)
    /// A public key of DNSSEC (RFC 4034).
    package static let dnskey = DNSRecordType(rawValue: 48)
    /// A certificate association (RFC 6698).
    package static let tlsa = DNSRecordType(rawValue: 52)
    /// A service binding (RFC 9460).
    package static let svcb = DNSRecordType(rawValue: 64)
    /// A service binding for HTTP (RFC 9460).
    public static let https = DNSRecordType(rawValue: 65)
    /// Any type that the server chooses (RFC 8482); only for questions.
    public static let any = DNSRecordType(rawValue: 255)
    /// A certification authority authorization (RFC 8659).
    package static let caa = DNSRecordType(rawValue: 257)

    /// The number.
    public let rawValue: UInt16

    /// Creates a type from any number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Finds a type by its name, regardless of case, or in the form `TYPE65280` (RFC 3597, section 5).
    ///
    /// The result is `nil` if the name is unknown.
    ///
    /// - Parameter name: The name, such as `AAAA`.
    public init?(name: String) {
        let name = name.uppercased()
        if let known = Self.names.first(where: { $0.value == name }) {
            self = known.key
        } else if name.hasPrefix("TYPE"), let number = UInt16(digits: name.dropFirst(4)) {
            rawValue = number
        } else {
            return nil
        }
    }

    private static let names: [DNSRecordType: String] = [
        .a: "A", .ns: "NS", .cname: "CNAME", .soa: "SOA", .ptr: "PTR", .mx: "MX", .txt: "TXT", .aaaa: "AAAA",
        .srv: "SRV", .opt: "OPT", .ds: "DS", .rrsig: "RRSIG", .dnskey: "DNSKEY", .tlsa: "TLSA", .svcb: "SVCB",
        .https: "HTTPS", .any: "ANY", .caa: "CAA",
    ]
}

extension DNSRecordType: CustomStringConvertible {
    /// The name of the type, or `TYPE` and its number.
    public var description: String { Self.names[self] ?? "TYPE\(rawValue)" }
}

/// The response code of a name server, including the bits of the extension (RFC 6891, section 6.1.3).
public struct DNSResponseCode: RawRepresentable, Hashable, Sendable {
    /// There was no error; the answer may have no records of the type.
    public static let noError = DNSResponseCode(rawValue: 0)
    /// The server could not interpret the question.
    public static let formatError = DNSResponseCode(rawValue: 1)
    /// The server failed to process the question.
    public static let serverFailure = DNSResponseCode(rawValue: 2)
    /// The name does not exist, for any type.
    public static let noSuchName = DNSResponseCode(rawValue: 3)
    /// The server does not support this kind of question.
    package static let notImplemented = DNSResponseCode(rawValue: 4)
    /// The server refused to answer.
    public static let refused = DNSResponseCode(rawValue: 5)
    /// The server does not support this version of the extension.
    package static let badVersion = DNSResponseCode(rawValue: 16)

    /// The number, at most 12 bits.
    public let rawValue: UInt16

    /// Creates a code from any number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Finds a code by its name, regardless of case, or in the form `RCODE77`.
    ///
    /// The result is `nil` if the name is unknown.
    ///
    /// - Parameter name: The name, such as `NXDOMAIN`.
    public init?(name: String) {
        let name = name.uppercased()
        if let known = Self.names.first(where: { $0.value == name }) {
            self = known.key
        } else if name.hasPrefix("RCODE"), let number = UInt16(digits: name.dropFirst(5)), number < 0x1000 {
            rawValue = number
        } else {
            return nil
        }
    }

    private static let names: [DNSResponseCode: String] = [
        .noError: "NOERROR", .formatError: "FORMERR", .serverFailure: "SERVFAIL", .noSuchName: "NXDOMAIN",
        .notImplemented: "NOTIMP", .refused: "REFUSED", .badVersion: "BADVERS",
    ]
}

extension DNSResponseCode: CustomStringConvertible {
    /// The name of the code, or `RCODE` and its number.
    public var description: String { Self.names[self] ?? "RCODE\(rawValue)" }
}

/// The flags of a message, at their positions in its third and fourth bytes.
public struct DNSFlags: OptionSet, Hashable, Sendable {
    /// The server is authoritative for the name.
    public static let isAuthoritative = DNSFlags(rawValue: 0x0400)
    /// Records are missing because the message had no room for them.
    public static let isTruncated = DNSFlags(rawValue: 0x0200)
    /// The query asked the server to query other servers.
    public static let recursionDesired = DNSFlags(rawValue: 0x0100)
    /// The server can query other servers.
    public static let recursionAvailable = DNSFlags(rawValue: 0x0080)
    /// The server states that it has verified the records (RFC 4035, section 3.2.3).
    public static let isAuthenticated = DNSFlags(rawValue: 0x0020)
    /// The query asked for no verification.
    public static let checkingDisabled = DNSFlags(rawValue: 0x0010)

    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

extension UInt16 {
    /// Parses a number that consists only of digits.
    fileprivate init?(digits: Substring) {
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        self.init(digits)
    }
}
