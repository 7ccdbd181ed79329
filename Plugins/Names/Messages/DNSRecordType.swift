/// The type of a record, by its number in the IANA registry.
public struct DNSRecordType: RawRepresentable, Hashable, Sendable {
    /// An IPv4 address (RFC 1035).
    public static let a = DNSRecordType(rawValue: 1)
    /// A name server of the zone (RFC 1035).
    package static let ns = DNSRecordType(rawValue: 2)
    /// The canonical name of an alias (RFC 1035).
    package static let cname = DNSRecordType(rawValue: 5)
    /// The start of a zone of authority (RFC 1035).
    package static let soa = DNSRecordType(rawValue: 6)
    /// A pointer to another name (RFC 1035).
    package static let ptr = DNSRecordType(rawValue: 12)
    /// A mail exchange (RFC 1035).
    package static let mx = DNSRecordType(rawValue: 15)
    /// Texts (RFC 1035).
    package static let txt = DNSRecordType(rawValue: 16)
    /// An IPv6 address (RFC 3596).
    package static let aaaa = DNSRecordType(rawValue: 28)
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

    /// Finds a type by its name, such as `AAAA`, regardless of case, or in the form `TYPE65280` (RFC 3597, section 5).
    ///
    /// The result is `nil` if the name is unknown.
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

extension UInt16 {
    /// Parses a number that consists only of digits.
    init?(digits: Substring) {
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        self.init(digits)
    }
}
