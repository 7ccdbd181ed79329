package import ConnectivityCore

/// A name server's reply to one query.
package struct DNSReply: Hashable, Sendable {
    package static let byteCountMax = 65_535
    package static let recordCountMax = 256
    package static let extendedErrorCountMax = 8

    /// The extension of a message (RFC 6891).
    package struct EDNS: Hashable, Sendable {
        /// The maximum size in bytes of a UDP message that the server accepts.
        package var payloadSize: UInt16
        package var version: UInt8
        package var wantsSignatures: Bool
        /// The server's explanations of its answer, in the order of the message.
        package var extendedErrors: [ExtendedDNSError]
    }

    /// The reason why bytes are not a reply to a query.
    @nonexhaustive
    package enum Fault: Error, Hashable, Sendable {
        case tooLong
        /// The message is a query, or has another ID or another question.
        case notForQuery
        /// The message ends before the data that its header announces.
        case cut
        /// A name is longer than 255 bytes, or a pointer in it does not lead backwards.
        case badName
        /// The data of a record do not match its type.
        case badRecord(DNSRecordType)
        /// The extension occurs twice or is malformed.
        case badExtension
    }

    package var code: DNSResponseCode
    package var flags: DNSFlags
    /// The question as the server repeated it.
    package var question: DNSQuery.Question
    package var answers: [DNSRecord]
    /// The records of the authority section, such as the name's zone or the proof of its absence.
    package var authorities: [DNSRecord]
    /// The extension; `nil` if the server sent none.
    package var edns: EDNS?

    /// The server's explanations of its answer; empty if it gave none.
    package var extendedErrors: [ExtendedDNSError] { edns?.extendedErrors ?? [] }

    /// Returns the answer's records of a type that belong to the name in the question or to its alias target, in order.
    ///
    /// The result is empty if the aliases form a loop.
    package func records(of type: DNSRecordType) -> [DNSRecord] {
        var owner = question.name
        // A chain of aliases without a loop cannot be longer than the number of records.
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

    /// Returns the distinct addresses of a family in the answer, in its order.
    package func addresses(_ family: IPAddress.Family) -> [IPAddress] {
        var addresses: [IPAddress] = []
        for record in records(of: family == .ipv4 ? .a : .aaaa) {
            if case .address(let address) = record.data, !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }
}
