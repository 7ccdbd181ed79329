/// A query message with one question (RFC 1035, section 4.1) and the extension for longer answers (RFC 6891).
package struct DNSQuery: Hashable, Sendable {
    package struct Question: Hashable, Sendable {
        /// The Internet class, which nearly all records have.
        package static let internet: UInt16 = 1

        package var name: DNSName
        package var type: DNSRecordType
        package var recordClass: UInt16

        package init(_ name: DNSName, _ type: DNSRecordType, recordClass: UInt16 = internet) {
            self.name = name
            self.type = type
            self.recordClass = recordClass
        }

        var bytes: [UInt8] { name.bytes + type.rawValue.bytes + recordClass.bytes }
    }

    /// The size of a UDP message that crosses nearly every network without fragmentation, in bytes.
    package static let defaultPayloadSize: UInt16 = 1232

    /// The message ID, which the answer repeats.
    package var id: UInt16
    package var question: Question
    /// Whether the server should ask other servers for unknown names.
    package var isRecursionDesired = true
    /// The maximum size of a UDP answer in bytes; `nil` omits the extension, and with it extended errors.
    package var payloadSize: UInt16? = DNSQuery.defaultPayloadSize
    /// Whether signatures are requested (the flag DO of RFC 3225); it has no effect without the extension.
    package var wantsSignatures = false

    package var bytes: [UInt8] {
        let counts: [UInt16] = [1, 0, 0, payloadSize == nil ? 0 : 1]
        let flags = isRecursionDesired ? DNSFlags.recursionDesired.rawValue : 0
        var bytes = id.bytes + flags.bytes + counts.flatMap(\.bytes) + question.bytes
        if let payloadSize {
            // The root as owner, the size instead of the class, and flags instead of the time to live. This record must
            // stay last and without options: c-ares removes it if a server does not support it.
            let flags: UInt16 = wantsSignatures ? 0x8000 : 0
            bytes += [0] + DNSRecordType.opt.rawValue.bytes + payloadSize.bytes + [0, 0] + flags.bytes + [0, 0]
        }
        return bytes
    }
}

extension UInt16 {
    /// The bytes in network byte order.
    var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xFF)] }
}
