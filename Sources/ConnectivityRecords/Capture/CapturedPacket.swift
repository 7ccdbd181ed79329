import ConnectivityCore

/// A packet of a capture, read from a line that `tshark -T fields` prints.
struct CapturedPacket {
    /// What a packet carries.
    enum Content {
        case segment(CapturedSegment)
        case names(CapturedNames)
        /// A report that a packet of a connection could not be delivered; the ports are those of that packet.
        case undeliverable(from: UInt16, to: UInt16, isPortClosed: Bool)
    }

    /// The fields of tshark that are read, in the order of the columns.
    static let fields = [
        "frame.time_epoch", "frame.interface_name", "frame.cap_len", "frame.len", "ip.src", "ip.dst", "ipv6.src",
        "ipv6.dst", "tcp.stream", "tcp.srcport", "tcp.dstport", "tcp.flags", "tcp.seq_raw", "tcp.payload",
        "udp.srcport",
        "udp.dstport", "icmp.type", "icmp.code", "icmpv6.type", "icmpv6.code", "dns.flags.response", "dns.flags.rcode",
        "dns.qry.name", "dns.qry.type", "dns.a", "dns.aaaa", "eth.src", "sll.src.eth",
    ]

    /// The time since the epoch.
    let at: Duration
    /// The name of the interface; empty if the capture does not name it.
    let interface: String
    /// The hardware address of the sender; empty if the capture has none.
    let hardware: String
    /// Whether the capture has only the beginning of the packet.
    let isCut: Bool
    /// The addresses; of a report, those of the packet that was not delivered.
    let source, destination: IPAddress
    let content: Content

    /// Reads a line; `nil` if it is of no use, such as one of a protocol that is not read.
    init?(_ line: ArraySlice<UInt8>) {
        let columns = Columns(line)
        guard columns.count == Self.fields.count, let at = columns.time(0) else { return nil }
        let isIPv6 = !columns[6].isEmpty
        guard let source = IPAddress(columns.last(isIPv6 ? 6 : 4)),
            let destination = IPAddress(columns.last(isIPv6 ? 7 : 5)), let content = Content(columns)
        else { return nil }
        (self.at, self.source, self.destination, self.content) = (at, source, destination, content)
        interface = columns.text(1)
        hardware = columns.last(26) + columns.last(27)
        isCut = columns.number(2) ?? 0 < columns.number(3) ?? 0
    }
}

/// A segment of a TCP connection.
struct CapturedSegment {
    var stream: Int
    var from, to: UInt16
    var sequence: UInt32
    var payload: [UInt8]
    var isFirst, isLast, isReset, acknowledges: Bool
}

/// A question for the addresses of a name, or its answer.
struct CapturedNames {
    var name: String
    var isAnswer: Bool
    var code: Int
    var addresses: [IPAddress]
}

/// The columns of a line, each with values that are separated by commas.
private struct Columns {
    private let columns: [ArraySlice<UInt8>]

    init(_ line: ArraySlice<UInt8>) { columns = line.split(separator: 0x09, omittingEmptySubsequences: false) }

    var count: Int { columns.count }

    subscript(index: Int) -> ArraySlice<UInt8> { columns[index] }

    func text(_ index: Int) -> String { String(decoding: columns[index], as: UTF8.self) }

    func texts(_ index: Int) -> [String] { text(index).split(separator: ",").map(String.init) }

    /// The last value, which is that of the innermost packet.
    func last(_ index: Int) -> String { texts(index).last ?? "" }

    func number(_ index: Int) -> Int? { Int(last(index)) }

    func port(_ index: Int) -> UInt16? { UInt16(last(index)) }

    /// A number of seconds since the epoch with a decimal point.
    func time(_ index: Int) -> Duration? {
        let parts = columns[index].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.joined().allSatisfy(\.isASCIIDigit),
            let seconds = Int64(String(decoding: parts[0], as: UTF8.self)), seconds < 1 << 36
        else { return nil }
        let digits = String(decoding: parts.count > 1 ? parts[1].prefix(9) : [], as: UTF8.self)
        let fraction = Int64((digits + "000000000").prefix(9)) ?? 0
        return .seconds(seconds) + .nanoseconds(fraction)
    }

    /// Bytes in hexadecimal digits, which may have colons between them.
    func bytes(_ index: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in columns[index] {
            guard let value = digit.hexDigitValue else { continue }
            if let first = high { bytes.append(first << 4 | value) }
            high = high == nil ? value : nil
        }
        return bytes
    }
}

extension UInt8 {
    fileprivate var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}

extension CapturedPacket.Content {
    fileprivate init?(_ columns: Columns) {
        if let type = columns.number(16) ?? columns.number(18) {
            // Destination unreachable: RFC 792 and RFC 4443, section 3.1. A packet that is too large is sent again.
            let isIPv6 = columns[16].isEmpty
            let code = columns.number(isIPv6 ? 19 : 17)
            guard type == (isIPv6 ? 1 : 3), isIPv6 || code != 4, let from = columns.port(9), let to = columns.port(10)
            else { return nil }
            self = .undeliverable(from: from, to: to, isPortClosed: code == (isIPv6 ? 4 : 3))
        } else if let stream = columns.number(8) {
            guard let from = columns.port(9), let to = columns.port(10), let sequence = UInt32(columns.last(12)),
                let flags = UInt16(columns.last(11).dropFirst(2), radix: 16)
            else { return nil }
            self = .segment(
                CapturedSegment(
                    stream: stream,
                    from: from,
                    to: to,
                    sequence: sequence,
                    payload: columns.bytes(13),
                    isFirst: flags & 0x02 != 0,
                    isLast: flags & 0x01 != 0,
                    isReset: flags & 0x04 != 0,
                    acknowledges: flags & 0x10 != 0
                )
            )
        } else {
            // Other ports are those of lookups within one link, such as mDNS.
            guard columns.port(14) == 53 || columns.port(15) == 53, columns.texts(22).count == 1,
                let type = columns.number(23), type == 1 || type == 28
            else { return nil }
            self = .names(
                CapturedNames(
                    name: columns.last(22).lowercased(),
                    isAnswer: ["1", "True"].contains(columns.last(20)),
                    code: columns.number(21) ?? 0,
                    addresses: (columns.texts(24) + columns.texts(25)).compactMap { IPAddress($0) }
                )
            )
        }
    }
}
