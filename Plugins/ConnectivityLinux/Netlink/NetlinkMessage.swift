#if os(Linux)
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
    private var rest: ArraySlice<UInt8>

    init(_ datagram: ArraySlice<UInt8>) { rest = datagram }

    mutating func next() -> NetlinkMessage? {
        guard let claimed = rest.integer(at: 0, as: UInt32.self), let length = Int(exactly: claimed),
            let type = rest.integer(at: 4, as: UInt16.self), let flags = rest.integer(at: 6, as: UInt16.self),
            let sequence = rest.integer(at: 8, as: UInt32.self),
            let payload = rest.bytes(from: NetlinkMessage.headerSize, to: length)
        else { return nil }
        rest = rest.dropFirst(length.alignedToFour)
        return NetlinkMessage(type: type, flags: flags, sequence: sequence, payload: payload)
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

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> NetlinkAttribute? {
        guard let length = rest.integer(at: 0, as: UInt16.self), let type = rest.integer(at: 2, as: UInt16.self),
            let value = rest.bytes(from: NetlinkAttribute.headerSize, to: Int(length))
        else { return nil }
        rest = rest.dropFirst(Int(length).alignedToFour)
        return NetlinkAttribute(number: Int(type) & Self.numberMask, value: value)
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
        guard let bytes = bytes(from: offset, to: offset + Value.bitWidth / 8) else { return nil }
        var value: Value = 0
        for byte in bytes.reversed() { value = value << 8 | Value(truncatingIfNeeded: byte) }
        return Value(littleEndian: value)
    }

    /// Takes a part of the slice.
    ///
    /// - Returns: `nil` where the bounds are the wrong way round or not inside the slice.
    func bytes(from start: Int, to end: Int) -> ArraySlice<UInt8>? {
        guard start >= 0, start <= end, end <= count else { return nil }
        return self[startIndex + start..<startIndex + end]
    }
}
#endif
