/// Bytes in the text form of RFC 4648, section 4, with padding.
package struct Base64: Codable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(from decoder: any Decoder) throws {
        bytes = try decoder.value(orThrow: "is not Base64", Self.decoded)
    }

    package func encode(to encoder: any Encoder) throws { try Self.encoded(bytes).encode(to: encoder) }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// The value of each byte; 255 for bytes that are not in the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        return values
    }()

    package static func encoded(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group = 0
            for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[start + offset]) : 0) }
            for place in 0..<4 {
                output.append(place > count ? UInt8(ascii: "=") : alphabet[group >> (18 - 6 * place) & 63])
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the bytes; `nil` unless ``encoded(_:)`` writes exactly this text.
    package static func decoded(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
        var output: [UInt8] = []
        output.reserveCapacity(digits.count / 4 * 3)
        var group = 0
        for (index, digit) in digits.dropLast(padding).enumerated() {
            let value = values[Int(digit)]
            guard value != 255 else { return nil }
            group = group << 6 | Int(value)
            guard index % 4 == 3 else { continue }
            output += [UInt8(group >> 16), UInt8(group >> 8 & 255), UInt8(group & 255)]
            group = 0
        }
        switch padding {
        case 1: output += [UInt8(group >> 10), UInt8(group >> 2 & 255)]
        case 2: output.append(UInt8(group >> 4))
        default: break
        }
        // Unused bits must be zero, so each byte sequence has only one text.
        return padding == 0 || group & (padding == 1 ? 3 : 15) == 0 ? output : nil
    }
}
