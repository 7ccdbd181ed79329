import ConnectivityCore

/// The statements of a file in the format of dhclient.leases(5).
///
/// A statement is words and texts up to a semicolon, or a block in braces. Comments begin with a number sign. In a text
/// in double quotes, a backslash escapes another character, or is followed by three octal digits. An unclosed text ends
/// with its line, because no text of dhclient contains a line end.
struct LeaseStatements: Sequence, IteratorProtocol {
    enum Statement: Equatable {
        /// Words before a semicolon.
        case words([ArraySlice<UInt8>])
        /// Words before an opening brace.
        case open([ArraySlice<UInt8>])
        case close
    }

    static let wordCountMax = 256
    static let wordByteCountMax = 1 << 14

    private var reader: ByteReader

    init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }

    mutating func next() -> Statement? {
        var words: [ArraySlice<UInt8>] = []
        while let byte = reader.next {
            switch byte {
            case 0x3B, 0x7B, 0x7D:
                reader.skip(1)
                if byte == 0x7D { return .close }
                if byte == 0x7B { return .open(words) }
                if !words.isEmpty { return .words(words) }
            // Commas separate the values of a list; an equals sign precedes the value of an unknown option.
            case 0x00...0x20, 0x2C, 0x3D: reader.skip(1)
            case 0x23: _ = reader.read { $0 == 0x0A }
            default:
                let word = byte == 0x22 ? text() : word()
                if words.count < Self.wordCountMax { words.append(word) }
            }
        }
        return nil
    }

    private mutating func word() -> ArraySlice<UInt8> {
        let word = reader.read { $0 <= 0x20 || [0x22, 0x23, 0x2C, 0x3B, 0x3D, 0x7B, 0x7D].contains($0) }
        return word.prefix(Self.wordByteCountMax)
    }

    private mutating func text() -> ArraySlice<UInt8> {
        var text: [UInt8] = []
        reader.skip(1)
        while let next = reader.next, next != 0x22, next != 0x0A {
            var byte = next
            reader.skip(1)
            if byte == 0x5C, let escaped = reader.next {
                let digits = reader.rest.prefix(3).prefix { (0x30...0x37).contains($0) }
                let isNumber = digits.count == 3
                byte = isNumber ? UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }) : escaped
                reader.skip(isNumber ? 3 : 1)
            }
            if text.count < Self.wordByteCountMax { text.append(byte) }
        }
        _ = reader.skip(if: "\"")
        return text[...]
    }
}
