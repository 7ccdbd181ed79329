/// The flags of a message, at their positions in its third and fourth bytes.
package struct DNSFlags: OptionSet, Hashable, Sendable {
    /// The server is authoritative for the name.
    package static let isAuthoritative = DNSFlags(rawValue: 0x0400)
    /// Records are missing because the message had no room for them.
    package static let isTruncated = DNSFlags(rawValue: 0x0200)
    /// The query asked the server to query other servers.
    package static let recursionDesired = DNSFlags(rawValue: 0x0100)
    /// The server can query other servers.
    package static let recursionAvailable = DNSFlags(rawValue: 0x0080)
    /// The server states that it has verified the records (RFC 4035, section 3.2.3).
    package static let isAuthenticated = DNSFlags(rawValue: 0x0020)
    /// The query asked for no verification.
    package static let checkingDisabled = DNSFlags(rawValue: 0x0010)

    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
}
