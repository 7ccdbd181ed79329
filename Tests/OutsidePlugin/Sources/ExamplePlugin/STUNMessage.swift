import ConnectivityCore

/// STUN messages in wire format (RFC 8489, sections 5 and 14).
///
/// Data from the network is read with a limit for every length; data that does not fit is not a message.
enum STUNMessage {
    /// Twelve unpredictable bytes that match a response to its request.
    struct TransactionID: Hashable {
        var bytes: [UInt8]

        /// Creates a random identifier.
        init() {
            var random = SystemRandomNumberGenerator()
            bytes = (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    private static let cookie: [UInt8] = [0x21, 0x12, 0xA4, 0x42]

    /// Returns a binding request without attributes.
    static func request(_ id: TransactionID) -> [UInt8] { [0, 1, 0, 0] + cookie + id.bytes }

    /// Reads the response to a request.
    /// - Parameters:
    ///   - bytes: A datagram.
    ///   - id: The identifier of the request.
    /// - Returns: The answer; `nil` if the datagram is not a response to this request.
    static func answer(_ bytes: [UInt8], to id: TransactionID) -> STUNAnswer? {
        guard bytes.count >= 20, bytes.count % 4 == 0, Array(bytes[4..<8]) == cookie, Array(bytes[8..<20]) == id.bytes,
            number(bytes[2..<4]) == bytes.count - 20
        else { return nil }
        var answer = STUNAnswer()
        var rest = bytes[20...]
        while rest.count >= 4 {
            let start = rest.startIndex
            let (type, count) = (number(rest[start..<start + 2]), number(rest[start + 2..<start + 4]))
            guard rest.count >= 4 + count else { return nil }
            let value = Array(rest[start + 4..<start + 4 + count])
            // If an attribute occurs several times, the first one counts (section 14).
            switch type {
            case 0x0001: answer.plain = answer.plain ?? transport(value)
            case 0x0020: answer.mapped = answer.mapped ?? transport(value, mask: cookie + id.bytes)
            case 0x0009 where value.count >= 4:
                answer.errorCode = answer.errorCode ?? Int(value[2] & 7) * 100 + Int(value[3])
            case 0x8022: answer.software = answer.software ?? String(decoding: value.prefix(128), as: UTF8.self)
            default: break
            }
            rest = rest.dropFirst(4 + (count + 3) / 4 * 4)
        }
        switch number(bytes[0..<2]) {
        case 0x0101:
            answer.errorCode = nil
            return answer.mapped == nil ? nil : answer
        case 0x0111:
            answer.mapped = nil
            return answer.errorCode == nil ? nil : answer
        default:
            return nil
        }
    }

    /// Reads an address, whose port and bytes are combined with a mask by XOR.
    private static func transport(_ value: [UInt8], mask: [UInt8] = []) -> STUNAnswer.Transport? {
        guard value.count == 8 || value.count == 20, value[1] == (value.count == 8 ? 1 : 2) else { return nil }
        func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            mask.isEmpty ? Array(bytes) : zip(bytes, mask).map { $0 ^ $1 }
        }
        guard let address = IPAddress(bytes: plain(value[4...])) else { return nil }
        return STUNAnswer.Transport(address, port: UInt16(number(plain(value[2..<4])[...])))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
