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
