public import ConnectivityCore

/// What a name server answered to one query.
public struct DNSReply: Hashable, Sendable {
    /// The most bytes of a message.
    public static let byteCountMax = 65_535
    /// The most records that are kept.
    public static let recordCountMax = 256
    /// The most extended errors that are kept.
    public static let extendedErrorCountMax = 8

    /// The flags of a message, at their places in its third and fourth bytes.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The server is in charge of the name.
        public static let isAuthoritative = Flags(rawValue: 0x0400)
        /// Records are missing, because the message had no room for them.
        public static let isTruncated = Flags(rawValue: 0x0200)
        /// The query wanted the server to ask others.
        public static let recursionDesired = Flags(rawValue: 0x0100)
        /// The server asks others if it is wanted.
        public static let recursionAvailable = Flags(rawValue: 0x0080)
        /// The server states that it has verified the records (RFC 4035, section 3.2.3).
        public static let isAuthenticated = Flags(rawValue: 0x0020)
        /// The query wanted no verification.
        public static let checkingDisabled = Flags(rawValue: 0x0010)

        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
    }

    /// The extension of a message (RFC 6891).
    public struct EDNS: Hashable, Sendable {
        /// The most bytes that the server takes over UDP.
        public var payloadSize: UInt16
        /// The version of the extension that the server knows.
        public var version: UInt8
        /// Whether signatures were wanted.
        public var wantsSignatures: Bool
        /// Why the server answers as it does, in the order of the message.
        public var extendedErrors: [ExtendedDNSError]
    }

    /// Why bytes are not a reply to a query.
    @nonexhaustive
    public enum Fault: Error, Hashable, Sendable {
        /// The message is longer than ``DNSReply/byteCountMax``.
        case tooLong
        /// It is a query, has another number or repeats another question.
        case notForQuery
        /// The message ends before what its header announces.
        case cut
        /// A name is longer than 255 bytes, or a pointer in it leads anywhere but back.
        case badName
        /// The data of a record are not of its type.
        case badRecord(DNSRecordType)
        /// The extension is there twice, or broken.
        case badExtension
    }

    /// How the server ended the question.
    public var code: DNSResponseCode
    /// The flags of the header.
    public var flags: Flags
    /// The question as the server repeated it.
    public var question: DNSQuery.Question
    /// The records that answer the question.
    public var answers: [DNSRecord]
    /// The records of who is in charge of the name, or of its absence.
    public var authorities: [DNSRecord]
    /// How many records of these two sections were read but not kept.
    public var leftOutCount: Int
    /// The extension; `nil` if the server sent none.
    public var edns: EDNS?

    /// Why the server answers as it does; empty if it does not say.
    public var extendedErrors: [ExtendedDNSError] { edns?.extendedErrors ?? [] }

    /// The records of a type in the answer that belong to the name that was asked for, or to the name that it is an alias of.
    /// - Parameter type: The type.
    /// - Returns: The records in the order of the message; empty if the aliases go in a circle.
    public func records(of type: DNSRecordType) -> [DNSRecord] {
        var owner = question.name
        // An alias for each record leads as far as aliases can.
        for _ in 0...answers.count {
            let found = answers.filter { $0.type == type && $0.name == owner }
            if !found.isEmpty { return found }
            guard let alias = answers.first(where: { $0.type == .cname && $0.name == owner }),
                case .name(let target) = alias.data
            else { break }
            owner = target
        }
        return []
    }

    /// The addresses of a family in the answer, in its order, each once.
    public func addresses(_ family: AddressFamily) -> [IPAddress] {
        var addresses: [IPAddress] = []
        for record in records(of: family == .ipv4 ? .a : .aaaa) {
            if case .address(let address) = record.data, !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }
}
