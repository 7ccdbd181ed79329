/// Scans the bytes of a JSON text token by token, and counts lines and columns.
struct JSONScanner {
    let bytes: [UInt8]
    /// The index of the text among several, which its positions carry.
    let source: UInt16
    var position = 0
    var line = 1
    /// The offset from which columns count: the beginning of the line, plus its continuation bytes so far.
    var lineStart = 0

    init(_ bytes: [UInt8], source: UInt16) { (self.bytes, self.source) = (bytes, source) }

    var place: TextPosition {
        var place = TextPosition(line: line, column: position - lineStart + 1)
        place.source = source
        return place
    }

    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0D: position += 1
            case 0x0A:
                position += 1
                line += 1
                lineStart = position
            default: return
            }
        }
    }

    mutating func consume(_ wanted: UInt8) -> Bool {
        skipSpace()
        guard byte == wanted else { return false }
        position += 1
        return true
    }

    /// Skips to the next quotation mark, backslash or control character; returns whether the skipped text is ASCII.
    mutating func skipPlainText() -> Bool {
        var (position, continuations, others) = (self.position, 0, UInt8(0))
        let slice = self.bytes[...]
        let bytes = slice.span
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
            others |= byte
            if byte & 0xC0 == 0x80 { continuations += 1 }
            position += 1
        }
        self.position = position
        lineStart += continuations
        return others < 0x80
    }

    /// Skips a string of a checked text.
    mutating func skipString() -> JSONText.Name {
        position += 1
        let start = position
        var isPlain = true
        while true {
            if bytes[position] != UInt8(ascii: "\\") { isPlain = skipPlainText() && isPlain }
            if bytes[position] == UInt8(ascii: "\"") { break }
            isPlain = false
            position += 2
        }
        position += 1
        return JSONText.Name(start..<position - 1, isPlain: isPlain)
    }

    /// Skips a number or a word of a checked text, at most to the end of the text: consecutive values may have no separator.
    mutating func skipWord(before end: Int) {
        while position < end, bytes[position].isInWord { position += 1 }
    }

    /// Reads the escape after a backslash: U+FFFD for half of a surrogate pair, with `isPaired` set to false.
    mutating func escape(isPaired: inout Bool) -> Unicode.Scalar? {
        guard let byte else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default:
            position -= 1
            return nil
        }
        guard let unit = fourDigits() else { return nil }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let afterFirst = position
        if unit < 0xDC00, bytes[position...].starts(with: "\\u".utf8) {
            position += 2
            guard let low = fourDigits() else { return nil }
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00)
            {
                return scalar
            }
            position = afterFirst
        }
        isPaired = false
        return "\u{FFFD}"
    }

    private mutating func fourDigits() -> UInt32? {
        var unit: UInt32 = 0
        for index in position..<position + 4 {
            guard index < bytes.count, bytes[index].isASCIIHexDigit else { return nil }
            let digit = bytes[index]
            unit = unit << 4 | UInt32(digit <= 0x39 ? digit - 0x30 : (digit | 0x20) - 0x57)
        }
        position += 4
        return unit
    }
}

extension UInt8 {
    /// Whether the byte occurs in a number, a flag or null.
    fileprivate var isInWord: Bool {
        switch self {
        case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
