/// The statements of a file in the form of dhclient.leases(5): words and texts up to a semicolon, and blocks in braces.
///
/// Comments begin with a number sign. In a text between double quotes a backslash stands before another character, or
/// before three octal digits. A text that is not closed ends with its line, as no text of dhclient has a line end.
struct LeaseStatements: Sequence, IteratorProtocol {
    enum Statement: Equatable {
        /// Words that end with a semicolon.
        case words([[UInt8]])
        /// Words before an opening brace.
        case open([[UInt8]])
        case close
    }

    /// How many words of a statement are kept.
    static let wordCountMax = 256
    /// How many bytes of a word are kept.
    static let wordByteCountMax = 1 << 14

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Statement? {
        var words: [[UInt8]] = []
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x3B, 0x7B, 0x7D:
                position += 1
                if byte == 0x7D { return .close }
                if byte == 0x7B { return .open(words) }
                if !words.isEmpty { return .words(words) }
            // Commas separate the values of a list; an equals sign stands before the value of an unknown option.
            case 0x00...0x20, 0x2C, 0x3D: position += 1
            case 0x23: skipLine()
            default:
                let word = byte == 0x22 ? text() : word()
                if words.count < Self.wordCountMax { words.append(word) }
            }
        }
        return nil
    }

    private mutating func skipLine() {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    }

    private mutating func word() -> [UInt8] {
        let start = position
        while position < bytes.count, ![0x22, 0x23, 0x2C, 0x3B, 0x3D, 0x7B, 0x7D].contains(bytes[position]),
            bytes[position] > 0x20
        {
            position += 1
        }
        return Array(bytes[start..<Swift.min(position, start + Self.wordByteCountMax)])
    }

    private mutating func text() -> [UInt8] {
        var text: [UInt8] = []
        position += 1
        while position < bytes.count, bytes[position] != 0x22, bytes[position] != 0x0A {
            var byte = bytes[position]
            position += 1
            if byte == 0x5C, position < bytes.count {
                let digits = bytes[position...].prefix(3).prefix { (0x30...0x37).contains($0) }
                if digits.count == 3 {
                    byte = UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) })
                    position += 3
                } else {
                    byte = bytes[position]
                    position += 1
                }
            }
            if text.count < Self.wordByteCountMax { text.append(byte) }
        }
        if position < bytes.count, bytes[position] == 0x22 { position += 1 }
        return text
    }
}
