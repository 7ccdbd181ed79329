import ConnectivityCore

/// A reader that makes a tree in one pass, against which the reader of the product is compared.
struct PlainJSONReader {
    private let bytes: [UInt8]
    private let isTolerant: Bool
    /// The first fault for which a strict reader would have rejected the text.
    private(set) var tolerated: PlainFault?
    private let byteCountMax: Int
    private let depthMax: Int
    private let source: UInt16
    private var position = 0
    private var line = 1
    /// The offset from which columns count: the beginning of the line, plus its continuation bytes so far.
    private var lineStart = 0

    /// Creates a reader.
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - byteCountMax: The maximum number of bytes.
    ///   - depthMax: The maximum nesting depth of arrays and objects; each level needs a stack frame.
    ///   - isTolerant: Whether repeated names and bytes that are not UTF-8 are accepted.
    ///   - source: The index of the text among several, which its positions carry.
    init(
        _ bytes: some Collection<UInt8>,
        byteCountMax: Int,
        depthMax: Int = 64,
        isTolerant: Bool = false,
        source: UInt16 = 0
    ) {
        // A text that is too long is not copied.
        self.bytes = bytes.count <= byteCountMax ? Array(bytes) : []
        self.byteCountMax = bytes.count <= byteCountMax ? .max : byteCountMax
        self.depthMax = depthMax
        self.isTolerant = isTolerant
        self.source = source
        if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (position, lineStart) = (3, 3) }
    }

    /// Reads a text that consists of one value.
    /// - Throws: The first ``PlainFault`` found.
    mutating func document() throws(PlainFault) -> JSON {
        guard byteCountMax == .max else {
            let detail = "the text is longer than \(byteCountMax) bytes"
            throw PlainFault(kind: .tooLarge(byteCountMax: byteCountMax), detail: detail, position: place)
        }
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw damage("unexpected text after the end of the JSON value") }
        return value
    }

    /// Reads the next of several consecutive values, in any layout.
    /// - Returns: The value; `nil` after the last one.
    /// - Throws: The first ``PlainFault`` found.
    mutating func next() throws(PlainFault) -> JSON? {
        guard byteCountMax == .max else { return try document() }
        skipSpace()
        return position == bytes.count ? nil : try value(depth: 0)
    }

    private var place: TextPosition {
        var place = TextPosition(line: line, column: position - lineStart + 1)
        place.source = source
        return place
    }
    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func damage(_ detail: String) -> PlainFault {
        let detail = byte == nil ? "the text is incomplete" : startsComment ? Self.noComments : detail
        return PlainFault(kind: .damaged, detail: detail, position: place)
    }

    /// The fault of a text with a comment.
    static let noComments = "JSON has no comments; remove this one"
    private static let commentStarts = ["//", "/*", "#"]

    /// Whether a comment of other languages begins here.
    private var startsComment: Bool { Self.commentStarts.contains { bytes[position...].starts(with: $0.utf8) } }

    private mutating func tolerate(_ fault: PlainFault) throws(PlainFault) {
        guard isTolerant else { throw fault }
        tolerated = tolerated ?? fault
    }

    private mutating func skipSpace() {
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

    private mutating func consume(_ wanted: UInt8) -> Bool {
        skipSpace()
        guard byte == wanted else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(PlainFault) -> JSON {
        skipSpace()
        let start = place
        switch byte {
        case UInt8(ascii: "{"): return JSON(.object(try members(depth: depth + 1)), at: start)
        case UInt8(ascii: "["): return JSON(.array(try elements(depth: depth + 1)), at: start)
        case UInt8(ascii: "\""): return JSON(.string(try text()), at: start)
        case UInt8(ascii: "t"): return JSON(try word("true", .bool(true)), at: start)
        case UInt8(ascii: "f"): return JSON(try word("false", .bool(false)), at: start)
        case UInt8(ascii: "n"): return JSON(try word("null", .null), at: start)
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return JSON(try number(), at: start)
        default: throw damage("a value is missing")
        }
    }

    private mutating func word(_ text: String, _ value: JSON.Value) throws(PlainFault) -> JSON.Value {
        guard bytes[position...].starts(with: text.utf8) else { throw damage("a value is missing") }
        position += text.utf8.count
        return value
    }

    private func enter(_ depth: Int) throws(PlainFault) {
        guard depth <= depthMax else { throw damage("values are nested more than \(depthMax) levels deep") }
    }

    private mutating func members(depth: Int) throws(PlainFault) -> [JSON.Member] {
        try enter(depth)
        var members: [JSON.Member] = []
        var indices: [String: Int] = [:]
        position += 1
        if consume(UInt8(ascii: "}")) { return [] }
        repeat {
            skipSpace()
            let start = place
            guard byte == UInt8(ascii: "\"") else { throw damage("a member name is missing") }
            let name = try text()
            if indices[name] != nil {
                let detail = "the member \"\(name.printable(limit: 40))\" occurs twice"
                try tolerate(PlainFault(kind: .damaged, detail: detail, position: start))
            }
            guard consume(UInt8(ascii: ":")) else { throw damage("\":\" is missing after a member name") }
            let member = JSON.Member(name, try value(depth: depth), at: start)
            if let index = indices[name] {
                members[index] = member
            } else {
                indices[name] = members.count
                members.append(member)
            }
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { throw damage("\",\" or \"}\" is missing after a member") }
        return members
    }

    private mutating func elements(depth: Int) throws(PlainFault) -> [JSON] {
        try enter(depth)
        var elements: [JSON] = []
        position += 1
        if consume(UInt8(ascii: "]")) { return [] }
        repeat { elements.append(try value(depth: depth)) } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "]")) else { throw damage("\",\" or \"]\" is missing after an element") }
        return elements
    }

    // MARK: Numbers

    /// Reads a number by the grammar of RFC 8259, section 6.
    private mutating func number() throws(PlainFault) -> JSON.Value {
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        let whole = position
        try digits()
        guard bytes[whole] != UInt8(ascii: "0") || position == whole + 1 else {
            position = whole + 1
            throw damage("a number has a leading zero")
        }
        var isWhole = true
        if byte == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // No integer has the text of minus zero.
        if isWhole, text != "-0", let integer = Int64(text) { return .integer(integer) }
        return .number(text)
    }

    private mutating func digits() throws(PlainFault) {
        guard let byte, byte.isASCIIDigit else { throw damage("a digit of a number is missing") }
        while let byte = self.byte, byte.isASCIIDigit { position += 1 }
    }

    // MARK: Texts

    private mutating func text() throws(PlainFault) -> String {
        let start = place
        position += 1
        var text: ArraySlice<UInt8> = []
        while true {
            // Plain characters are taken as one run; most texts consist of a single run.
            let run = position
            skipPlainText()
            if text.isEmpty { text = bytes[run..<position] } else if run < position { text += bytes[run..<position] }
            guard let byte else { throw damage("") }
            guard byte >= 0x20 else { throw damage("a string contains an unescaped line break or control character") }
            position += 1
            if byte == UInt8(ascii: "\"") { break }
            let scalar = try escape()
            if scalar.isASCII {
                text.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        if let text = String(validUTF8: text) { return text }
        try tolerate(PlainFault(kind: .damaged, detail: "a string is not valid UTF-8", position: start))
        return String(decoding: text, as: UTF8.self)
    }

    /// Skips everything up to the next quotation mark, backslash or control character.
    private mutating func skipPlainText() {
        var (position, lineStart) = (self.position, self.lineStart)
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
            if byte & 0xC0 == 0x80 { lineStart += 1 }
            position += 1
        }
        (self.position, self.lineStart) = (position, lineStart)
    }

    /// Reads the escape after a backslash.
    private mutating func escape() throws(PlainFault) -> Unicode.Scalar {
        guard let byte else { throw damage("") }
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
            throw damage("a string contains an unknown escape sequence")
        }
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let afterFirst = position
        if unit < 0xDC00, bytes[position...].starts(with: "\\u".utf8) {
            position += 2
            let low = try fourDigits()
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00)
            {
                return scalar
            }
            position = afterFirst
        }
        try tolerate(damage("a string contains an unpaired surrogate"))
        return "\u{FFFD}"
    }

    private mutating func fourDigits() throws(PlainFault) -> UInt32 {
        var unit: UInt32 = 0
        for index in position..<position + 4 {
            guard index < bytes.count, bytes[index].isASCIIHexDigit else {
                throw damage("a string contains an unknown escape sequence")
            }
            let digit = bytes[index]
            unit = unit << 4 | UInt32(digit <= 0x39 ? digit - 0x30 : (digit | 0x20) - 0x57)
        }
        position += 4
        return unit
    }
}

/// A fault, described as those of the product are.
struct PlainFault: Error, CustomStringConvertible {
    var kind: JSONFault.Kind
    var detail: String
    var position: TextPosition?

    var description: String {
        let sentence = kind == .damaged ? "this is not JSON: \(detail)" : detail
        return (position.map { "\($0): " } ?? "") + sentence.printable(limit: 300)
    }
}
