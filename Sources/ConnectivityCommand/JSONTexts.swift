/// The JSON texts of a file that holds one, or one a line, or several in any layout.
struct JSONTexts: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes of the next text and the number of the line on which it begins.
    ///
    /// A text ends where its outermost bracket closes. What is no text at all runs to the end of its line.
    mutating func next() -> (bytes: ArraySlice<UInt8>, line: Int)? {
        while position < bytes.count, isSpace(bytes[position]) { step() }
        guard position < bytes.count else { return nil }
        let (start, startLine) = (position, line)
        var depth = 0
        var isInString = false
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\\") where isInString: step()
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            step()
            if depth <= 0, !isInString, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == 0x0A { break }
        }
        return (bytes[start..<position], startLine)
    }

    private mutating func step() {
        guard position < bytes.count else { return }
        if bytes[position] == 0x0A { line += 1 }
        position += 1
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
