#if os(Linux)
/// A question for the kernel.
protocol KernelRequest {
    /// The type of the messages that answer it.
    var answer: UInt16 { get }
    /// Whether the kernel may refuse because there is no such thing: no way, no object, no such family.
    var mayBeRefused: Bool { get }

    /// The bytes of the question.
    ///
    /// - Parameter sequence: The number that marks the messages of the answer.
    /// - Returns: The bytes.
    func message(sequence: UInt32) -> [UInt8]
}

extension KernelRequest {
    /// A message with its header, see netlink(7); the kernel's side has port 0.
    static func message(type: UInt16, flags: Int32, sequence: UInt32, _ body: [UInt8]) -> [UInt8] {
        bytes(UInt32(NetlinkMessage.headerSize + body.count)) + bytes(type) + bytes(UInt16(truncatingIfNeeded: flags))
            + bytes(sequence) + bytes(UInt32(0)) + body
    }

    var mayBeRefused: Bool { false }

    static func attribute(_ number: Int, _ value: UInt32) -> [UInt8] { attribute(number, bytes(value)) }

    static func attribute(_ number: Int, _ value: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: value.count.alignedToFour - value.count)
        return bytes(UInt16(NetlinkAttribute.headerSize + value.count)) + bytes(UInt16(truncatingIfNeeded: number))
            + value + padding
    }

    /// An integer in the machine's byte order.
    static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value.littleEndian >> ($0 * 8)) }
    }
}
#endif
