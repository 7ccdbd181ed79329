#if os(Linux)
internal import CNetlink

/// A question for one of the kernel's tables, see rtnetlink(7).
enum DumpRequest {
    case links, addresses
    /// The routes of the main table, of a family.
    case routes(Int32)

    /// The type of the messages that answer it.
    var answer: UInt16 {
        switch self {
        case .links: UInt16(RTM_NEWLINK)
        case .addresses: UInt16(RTM_NEWADDR)
        case .routes: UInt16(RTM_NEWROUTE)
        }
    }

    /// The bytes of the question.
    ///
    /// - Parameter sequence: The number that marks the messages of the answer.
    /// - Returns: The bytes.
    func message(sequence: UInt32) -> [UInt8] {
        let type: UInt16
        let body: [UInt8]
        switch self {
        case .links:
            type = UInt16(RTM_GETLINK)
            // struct ifinfomsg; counters are most of an answer and change all the time.
            body = [UInt8](repeating: 0, count: 16) + Self.attribute(IFLA_EXT_MASK, UInt32(RTEXT_FILTER_SKIP_STATS))
        case .addresses:
            type = UInt16(RTM_GETADDR)
            // struct ifaddrmsg
            body = [UInt8](repeating: 0, count: 8)
        case .routes(let family):
            type = UInt16(RTM_GETROUTE)
            // struct rtmsg
            body =
                [UInt8(truncatingIfNeeded: family)] + [UInt8](repeating: 0, count: 11)
                + Self.attribute(Int(RTA_TABLE.rawValue), UInt32(RT_TABLE_MAIN.rawValue))
        }
        return Self.bytes(UInt32(NetlinkMessage.headerSize + body.count)) + Self.bytes(type)
            + Self.bytes(UInt16(NLM_F_REQUEST | NLM_F_DUMP)) + Self.bytes(sequence) + Self.bytes(UInt32(0)) + body
    }

    private static func attribute(_ number: Int, _ value: UInt32) -> [UInt8] {
        bytes(UInt16(NetlinkAttribute.headerSize + 4)) + bytes(UInt16(truncatingIfNeeded: number)) + bytes(value)
    }

    /// An integer in the machine's byte order.
    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value.littleEndian >> ($0 * 8)) }
    }
}
#endif
