/// A JSON text (RFC 8259), as far as a portal's answer needs it: small, strict and safe on any bytes.
///
/// At most ``byteCountMax`` bytes and ``depthMax`` levels are read, in time linear in the bytes. Of a name that is
/// repeated, the last member counts, as with most readers. White space and a byte order mark before the value are passed
/// over, and bytes that are not UTF-8 are repaired; everything else that RFC 8259 does not allow is refused.
enum JSON: Equatable {
    case null
    case bool(Bool)
    /// The number where it is written as a whole one that an `Int` holds.
    ///
    /// Nothing else is needed, and what rounds a `Double` would need the C library.
    case number(Int?)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// The longest text that is read; a portal's answer has a few hundred bytes.
    static let byteCountMax = 64 * 1024
    /// The levels of arrays and objects that are read.
    static let depthMax = 16

    /// Reads a text; `nil` where the bytes are none within the limits.
    /// - Parameter bytes: Any bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.byteCountMax else { return nil }
        var reader = Reader(bytes: bytes)
        guard let value = reader.document() else { return nil }
        self = value
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        mutating func document() -> JSON? {
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
            guard let value = value(depth: 0) else { return nil }
            skipSpace()
            return position == bytes.count ? value : nil
        }

        private mutating func value(depth: Int) -> JSON? {
            skipSpace()
            guard depth < JSON.depthMax, let byte else { return nil }
            switch byte {
            case UInt8(ascii: "{"): return object(depth: depth)
            case UInt8(ascii: "["): return array(depth: depth)
            case UInt8(ascii: "\""): return string().map { .string($0) }
            case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
            case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
            case UInt8(ascii: "n"): return take("null") ? .null : nil
            default: return number()
            }
        }

        private mutating func object(depth: Int) -> JSON? {
            var members: [String: JSON] = [:]
            position += 1
            skipSpace()
            if take("}") { return .object(members) }
            repeat {
                skipSpace()
                guard byte == UInt8(ascii: "\""), let name = string() else { return nil }
                skipSpace()
                guard take(":"), let value = value(depth: depth + 1) else { return nil }
                members[name] = value
                skipSpace()
            } while take(",")
            return take("}") ? .object(members) : nil
        }

        private mutating func array(depth: Int) -> JSON? {
            var elements: [JSON] = []
            position += 1
            skipSpace()
            if take("]") { return .array(elements) }
            repeat {
                guard let value = value(depth: depth + 1) else { return nil }
                elements.append(value)
                skipSpace()
            } while take(",")
            return take("]") ? .array(elements) : nil
        }

        private mutating func string() -> String? {
            position += 1
            var text: [UInt8] = []
            while let byte {
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let scalar = escape() else { return nil }
                    text += Array(String(scalar).utf8)
                case ..<0x20: return nil
                default: text.append(byte)
                }
            }
            return nil
        }

        /// The character behind a backslash; half of a surrogate pair becomes U+FFFD.
        private mutating func escape() -> Unicode.Scalar? {
            guard let byte else { return nil }
            position += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "u"):
                guard let unit = unit() else { return nil }
                let afterFirst = position
                if (0xD800...0xDBFF).contains(unit), take("\\u"), let second = self.unit(),
                    (0xDC00...0xDFFF).contains(second)
                {
                    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
                }
                position = afterFirst
                return Unicode.Scalar(unit) ?? "\u{FFFD}"
            default: return nil
            }
        }

        private mutating func unit() -> UInt32? {
            let digits = bytes[position...].prefix(4)
            guard digits.count == 4, digits.allSatisfy(\.isASCIIHexDigit) else { return nil }
            position += 4
            return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        }

        private mutating func number() -> JSON? {
            let start = position
            _ = take("-")
            let isZero = byte == UInt8(ascii: "0")
            let count = digits()
            guard count > 0, count == 1 || !isZero else { return nil }
            if take("."), digits() == 0 { return nil }
            if take("e") || take("E") {
                if !take("+") { _ = take("-") }
                guard digits() > 0 else { return nil }
            }
            return .number(Int(String(decoding: bytes[start..<position], as: UTF8.self)))
        }

        private mutating func digits() -> Int {
            let start = position
            while let byte, byte.isASCIIDigit { position += 1 }
            return position - start
        }

        private mutating func take(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            let matches = text.withUTF8Buffer { unsafe bytes[position...].starts(with: $0) }
            if matches { position += count }
            return matches
        }

        private mutating func skipSpace() {
            while let byte, byte.isASCIIWhitespace { position += 1 }
        }

        private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }
    }
}
