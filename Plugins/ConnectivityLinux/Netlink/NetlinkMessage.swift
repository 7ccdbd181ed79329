#if os(Linux)
internal import ConnectivityCore

/// One message of a datagram: the header's fields and the bytes after it.
///
/// Parsing is a pure function of the bytes. Every length is a claim that is checked against what is there; the first one
/// that does not fit ends the list, so that any input ends in a finite number of steps and none traps. See netlink(7).
struct NetlinkMessage {
    static let headerSize = 16

    var type: UInt16
    var flags: UInt16
    var sequence: UInt32
    var payload: ArraySlice<UInt8>

    /// The error number of an `NLMSG_ERROR` or `NLMSG_DONE` message, positive; 0 is success.
    var errorCode: Int32 {
        guard let code = payload.integer(at: 0, as: Int32.self), code < 0, code != .min else { return 0 }
        return -code
    }
}

/// The messages of one datagram, in order.
struct NetlinkMessages: Sequence, IteratorProtocol {
    private var reader: ByteReader

    init(_ datagram: ArraySlice<UInt8>) { reader = ByteReader(datagram) }

    mutating func next() -> NetlinkMessage? {
        reader.whole { reader in
            guard let claimed = reader.integer(UInt32.self, .machine), let length = Int(exactly: claimed),
                let type = reader.integer(UInt16.self, .machine), let flags = reader.integer(UInt16.self, .machine),
                // The last number of the header is the sender's.
                let sequence = reader.integer(UInt32.self, .machine), reader.bytes(4) != nil,
                let payload = reader.bytes(length - NetlinkMessage.headerSize)
            else { return nil }
            reader.skip(length.alignedToFour - length)
            return NetlinkMessage(type: type, flags: flags, sequence: sequence, payload: payload)
        }
    }
}

/// One attribute: its number without the flag bits, and its value.
struct NetlinkAttribute {
    static let headerSize = 4

    var number: Int
    var value: ArraySlice<UInt8>

    /// The value as text up to its first zero byte.
    var text: String { String(decoding: value.prefix { $0 != 0 }, as: UTF8.self) }
}

/// The attributes in a run of bytes, in order.
struct NetlinkAttributes: Sequence, IteratorProtocol {
    // NLA_TYPE_MASK, without the nested and byte-order flags: the C macro is an expression that does not import.
    private static let numberMask = 0x3FFF

    private var reader: ByteReader

    init(_ bytes: ArraySlice<UInt8>) { reader = ByteReader(bytes) }

    mutating func next() -> NetlinkAttribute? {
        reader.whole { reader in
            guard let claimed = reader.integer(UInt16.self, .machine), let type = reader.integer(UInt16.self, .machine),
                let value = reader.bytes(Int(claimed) - NetlinkAttribute.headerSize)
            else { return nil }
            reader.skip(Int(claimed).alignedToFour - Int(claimed))
            return NetlinkAttribute(number: Int(type) & Self.numberMask, value: value)
        }
    }
}

extension Int {
    /// Netlink pads everything to four bytes; the value is never near the limit of the type.
    var alignedToFour: Int { (self &+ 3) & ~3 }
}

extension ArraySlice<UInt8> {
    /// Reads an integer in the machine's byte order, which is netlink's.
    ///
    /// - Parameters:
    ///   - offset: Where it starts, counted from the start of the slice.
    ///   - type: The type, whose width is how much is read.
    /// - Returns: `nil` where the slice ends before the integer does.
    func integer<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value? {
        var reader = ByteReader(dropFirst(offset))
        return reader.integer(type, .machine)
    }

    /// Takes a part of the slice.
    ///
    /// - Returns: `nil` where the bounds are the wrong way round or not inside the slice.
    func bytes(from start: Int, to end: Int) -> ArraySlice<UInt8>? {
        var reader = ByteReader(self)
        return reader.bytes(start).flatMap { _ in reader.bytes(end - start) }
    }
}
#endif
