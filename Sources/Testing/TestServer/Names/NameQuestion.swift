import ConnectivityCore

/// A DNS message with one question, and the answers to it (RFC 1035, section 4).
struct NameQuestion: Equatable {
    /// The maximum size of a UDP message without EDNS, which this server does not support (RFC 1035, section 4.2.1).
    static let datagramByteCountMax = 512

    /// The reason why bytes are not a question.
    enum Fault: Error, Equatable {
        /// The bytes are not a message, or a message that must not be answered. No answer is sent.
        case unanswerable
        /// The header is valid, but the rest cannot be read. The answer is FORMERR.
        case malformed(id: Int)
        /// The message is not a standard query. The answer is NOTIMP.
        case otherKind(id: Int)
    }

    var id: Int
    /// The name in lower case, without a final dot; empty for the root.
    var name: String
    var type: Int
    /// The name, the type and the class as they were sent.
    private var bytes: ArraySlice<UInt8>
    private var wantsRecursion: Bool

    /// Reads a message.
    ///
    /// The name may contain any bytes, including bytes that no rule contains.
    init(_ message: [UInt8]) throws(Fault) {
        var reader = ByteReader(message)
        guard let id = reader.uint16().map(Int.init), let flags = reader.uint16(),
            let questionCount = reader.uint16(), reader.bytes(6) != nil
        else {
            throw .unanswerable
        }
        // Two servers that answer each other's answers would never stop.
        guard flags & 0x8000 == 0 else { throw .unanswerable }
        guard flags & 0x7800 == 0 else { throw .otherKind(id: id) }
        guard questionCount == 1 else { throw .malformed(id: id) }
        let question = reader.rest
        var labels: [String] = []
        var byteCount = 1
        while true {
            // The two highest bits mark a pointer, which a question does not need.
            guard let length = reader.byte(), length < 64, let label = reader.bytes(Int(length)) else {
                throw .malformed(id: id)
            }
            if length == 0 { break }
            byteCount += label.count + 1
            guard byteCount <= 255 else { throw .malformed(id: id) }
            labels.append(String(decoding: label, as: UTF8.self).lowercased())
        }
        guard let type = reader.uint16(), reader.bytes(2) != nil else { throw .malformed(id: id) }
        self.id = id
        name = labels.joined(separator: ".")
        self.type = Int(type)
        bytes = question[..<reader.position]
        wantsRecursion = flags & 0x0100 != 0
    }

    /// Returns the answer of a rule, or without a rule that the name does not exist; `nil` if no answer is sent.
    func answer(by rule: NameRule?, isDatagram: Bool) -> [UInt8]? {
        switch rule?.result ?? .nxdomain {
        case .silence: return nil
        case .nxdomain: return message(code: 3)
        case .servfail: return message(code: 2)
        case .refused: return message(code: 5)
        case .garbage: return [UInt8](repeating: 0xFF, count: 40)
        case .answer, .otherID, .cut: break
        }
        let addresses = rule?.addresses.filter { $0.family == (type == 1 ? .ipv4 : .ipv6) } ?? []
        let records = type == 1 || type == 28 ? addresses.prefix(1000).map { record($0, ttl: rule?.ttl ?? 0) } : []
        var whole = message(code: 0, records: records)
        if rule?.result == .otherID { whole[1] ^= 0xFF }
        let isTooLong = isDatagram && whole.count > Self.datagramByteCountMax
        return isTooLong || isDatagram && rule?.isTruncated == true ? message(code: 0, isTruncated: true) : whole
    }

    private func message(code: UInt8, isTruncated: Bool = false, records: [[UInt8]] = []) -> [UInt8] {
        // Sets the bits for response and authoritative answer, and copies the bit for recursion from the question.
        let first: UInt8 = 0x84 | (isTruncated ? 0x02 : 0) | (wantsRecursion ? 0x01 : 0)
        let header =
            Self.number(id) + [first, 0x80 | code] + Self.number(1) + Self.number(records.count) + [0, 0, 0, 0]
        return header + bytes + records.joined()
    }

    /// Returns an address record whose name is a pointer to the name of the question.
    private func record(_ address: IPAddress, ttl: UInt32) -> [UInt8] {
        [0xC0, 0x0C] + Self.number(type) + [0, 1] + Self.number(Int(ttl >> 16)) + Self.number(Int(ttl & 0xFFFF))
            + Self.number(address.bytes.count) + address.bytes
    }

    /// Returns the answer to a message that is not a question; `nil` if no answer is sent.
    static func answer(to fault: Fault) -> [UInt8]? {
        switch fault {
        case .unanswerable: nil
        case .malformed(let id): number(id) + [0x80, 0x01] + [UInt8](repeating: 0, count: 8)
        case .otherKind(let id): number(id) + [0x80, 0x04] + [UInt8](repeating: 0, count: 8)
        }
    }

    private static func number(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }
}
