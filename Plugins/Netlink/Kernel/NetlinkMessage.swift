#if os(Linux)
import ConnectivityCore

/// One message of a datagram: the header's fields and the bytes after it.
///
/// Parsing is a pure function of the bytes. Every length is checked against the available bytes; the first invalid
/// length ends the list. Any input therefore ends in a finite number of steps without a trap. See netlink(7).
struct NetlinkMessage {
    static let headerSize = 16

    var type: UInt16
    var flags: UInt16
    var sequence: UInt32
    var payload: ArraySlice<UInt8>

    /// The positive error number of an `NLMSG_ERROR` or `NLMSG_DONE` message; 0 for success.
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
        var rest = reader
        guard let claimed = rest.uint32(.native), let length = Int(exactly: claimed),
            let type = rest.uint16(.native), let flags = rest.uint16(.native),
            // The last number of the header is the sender's port.
            let sequence = rest.uint32(.native), rest.bytes(4) != nil,
            let payload = rest.bytes(length - NetlinkMessage.headerSize)
        else { return nil }
        rest.skip(length.alignedToFour - length)
        reader = rest
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
    // NLA_TYPE_MASK, without the nested and byte-order flags; Swift cannot import this expression of a C macro.
    private static let numberMask = 0x3FFF

    private var reader: ByteReader

    init(_ bytes: ArraySlice<UInt8>) { reader = ByteReader(bytes) }

    mutating func next() -> NetlinkAttribute? {
        var rest = reader
        guard let claimed = rest.uint16(.native), let type = rest.uint16(.native),
            let value = rest.bytes(Int(claimed) - NetlinkAttribute.headerSize)
        else { return nil }
        rest.skip(Int(claimed).alignedToFour - Int(claimed))
        reader = rest
        return NetlinkAttribute(number: Int(type) & Self.numberMask, value: value)
    }
}

extension Int {
    /// The number rounded up to a multiple of four, netlink's alignment; the value is never near the type's limit.
    var alignedToFour: Int { (self &+ 3) & ~3 }
}

extension ArraySlice<UInt8> {
    /// Reads an integer in the host's byte order, as netlink uses, at an offset from the start; `nil` at the end.
    func integer<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value? {
        guard let bytes = bytes(from: offset, to: offset + Value.bitWidth / 8) else { return nil }
        return Value(bigEndian: bytes.reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) })
    }

    /// Returns a part of the slice; `nil` if the bounds are reversed or outside the slice.
    func bytes(from start: Int, to end: Int) -> ArraySlice<UInt8>? {
        var reader = ByteReader(self)
        return reader.bytes(start).flatMap { _ in reader.bytes(end - start) }
    }
}
#endif
