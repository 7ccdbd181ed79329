/// A message with one question (RFC 1035, section 4.1), and the extension that allows longer answers (RFC 6891).
public struct DNSQuery: Hashable, Sendable {
    /// What is asked of a name server, as a message holds it.
    public struct Question: Hashable, Sendable {
        /// The class of the Internet, which nearly all records have.
        public static let internet: UInt16 = 1

        /// The name that is asked for.
        public var name: DNSName
        /// The type of the records that are asked for.
        public var type: DNSRecordType
        /// The class of the records, as its number.
        public var recordClass: UInt16

        /// Creates a question.
        /// - Parameters:
        ///   - name: The name that is asked for.
        ///   - type: The type of the records.
        ///   - recordClass: The class of the records, as its number.
        public init(_ name: DNSName, _ type: DNSRecordType, recordClass: UInt16 = internet) {
            self.name = name
            self.type = type
            self.recordClass = recordClass
        }

        var bytes: [UInt8] { name.bytes + type.rawValue.bytes + recordClass.bytes }
    }

    /// The size that crosses nearly every network in one piece.
    public static let defaultPayloadSize: UInt16 = 1232

    /// The number that the answer repeats.
    public var id: UInt16
    /// What is asked.
    public var question: Question
    /// Whether the server is to ask others for what it does not know.
    public var isRecursionDesired: Bool
    /// The most bytes of an answer over UDP; `nil` leaves the extension out, and with it extended errors.
    public var payloadSize: UInt16?
    /// Whether signatures are wanted too (the flag DO of RFC 3225); without the extension it has no effect.
    public var wantsSignatures: Bool

    /// Creates a message.
    /// - Parameters:
    ///   - id: The number that the answer repeats.
    ///   - question: What is asked.
    ///   - isRecursionDesired: Whether the server is to ask others for what it does not know.
    ///   - payloadSize: The most bytes of an answer over UDP; `nil` leaves the extension out.
    ///   - wantsSignatures: Whether signatures are wanted too.
    public init(
        id: UInt16,
        _ question: Question,
        isRecursionDesired: Bool = true,
        payloadSize: UInt16? = defaultPayloadSize,
        wantsSignatures: Bool = false
    ) {
        self.id = id
        self.question = question
        self.isRecursionDesired = isRecursionDesired
        self.payloadSize = payloadSize
        self.wantsSignatures = wantsSignatures
    }

    /// The message as it is sent.
    public var bytes: [UInt8] {
        let counts: [UInt16] = [1, 0, 0, payloadSize == nil ? 0 : 1]
        let flags = isRecursionDesired ? DNSReply.Flags.recursionDesired.rawValue : 0
        var bytes = id.bytes + flags.bytes + counts.flatMap(\.bytes) + question.bytes
        if let payloadSize {
            // The root as owner, the size in place of the class, and flags in place of the time to live. It must stay last and
            // without options: c-ares cuts it off if a server does not know it.
            let flags: UInt16 = wantsSignatures ? 0x8000 : 0
            bytes += [0] + DNSRecordType.opt.rawValue.bytes + payloadSize.bytes + [0, 0] + flags.bytes + [0, 0]
        }
        return bytes
    }
}

extension UInt16 {
    /// The bytes in network order.
    var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xFF)] }
}
