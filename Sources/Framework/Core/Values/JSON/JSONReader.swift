/// Checks JSON texts (RFC 8259), in linear time and with limits for length and depth.
///
/// By default the reader is strict: it rejects everything that the standard does not allow, bytes that are not UTF-8, half of a
/// surrogate pair, and two members of one name (names that are equal in Swift count as one). A tolerant reader is for untrusted
/// input: if a name is repeated, the last member counts, and invalid characters become U+FFFD. A byte order mark before the text
/// is skipped.
package struct JSONReader {
    private var scanner: JSONScanner
    private let isTolerant: Bool
    /// The first fault for which a strict reader would have rejected the text.
    package private(set) var tolerated: JSONFault?
    private let byteCountMax: Int
    private let depthMax: Int
    /// The ends of the arrays and objects of the checked value, in the order of their beginnings.
    private var ends: [JSONText.Cursor] = []
    /// The names of all objects that are not complete yet, from the outermost to the innermost.
    private var names: [JSONText.Name] = []
    private var hasRepeatedNames = false
    /// Whether this package wrote the text, whose strings then need no check.
    private let isWritten: Bool
    /// The value from which the text was written, if known.
    private let origin: JSON?

    /// Creates a reader.
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - byteCountMax: The maximum number of bytes, at most 4 GiB.
    ///   - depthMax: The maximum nesting depth of arrays and objects; each level needs a stack frame.
    ///   - isTolerant: Whether repeated names and bytes that are not UTF-8 are accepted.
    ///   - source: The index of the text among several, which its positions carry.
    package init(
        _ bytes: some Collection<UInt8>,
        byteCountMax: Int,
        depthMax: Int = 64,
        isTolerant: Bool = false,
        source: UInt16 = 0
    ) {
        self.init(
            bytes,
            byteCountMax: byteCountMax,
            depthMax: depthMax,
            isTolerant: isTolerant,
            source: source,
            isWritten: false,
            of: nil
        )
    }

    package init(written bytes: [UInt8], of origin: JSON?) {
        self.init(
            bytes,
            byteCountMax: .max,
            depthMax: .max,
            isTolerant: true,
            source: 0,
            isWritten: true,
            of: origin
        )
    }

    private init(
        _ bytes: some Collection<UInt8>,
        byteCountMax: Int,
        depthMax: Int,
        isTolerant: Bool,
        source: UInt16,
        isWritten: Bool,
        of origin: JSON?
    ) {
        (self.isWritten, self.origin) = (isWritten, origin)
        let byteCountMax = min(byteCountMax, Int(UInt32.max))
        // A text that is too long is not copied.
        scanner = JSONScanner(bytes.count <= byteCountMax ? Array(bytes) : [], source: source)
        self.byteCountMax = bytes.count <= byteCountMax ? .max : byteCountMax
        self.depthMax = depthMax
        self.isTolerant = isTolerant
        if scanner.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (scanner.position, scanner.lineStart) = (3, 3) }
    }

    /// Reads a text that consists of one value.
    package mutating func document() throws(JSONFault) -> JSON { try text().json }

    /// Reads the next of several consecutive values, in any layout; `nil` after the last one.
    package mutating func next() throws(JSONFault) -> JSON? { try nextText()?.json }

    /// Checks a text that consists of one value.
    package mutating func text() throws(JSONFault) -> JSONText {
        try checkLength()
        let text = try checked()
        scanner.skipSpace()
        guard scanner.byte == nil else { throw damage("unexpected text after the end of the JSON value") }
        return text
    }

    /// Checks the next of several consecutive values, in any layout; `nil` after the last one.
    package mutating func nextText() throws(JSONFault) -> JSONText? {
        try checkLength()
        scanner.skipSpace()
        return scanner.byte == nil ? nil : try checked()
    }

    private func checkLength() throws(JSONFault) {
        guard byteCountMax == .max else {
            let detail = "the text is longer than \(byteCountMax) bytes"
            throw JSONFault(kind: .tooLarge(byteCountMax: byteCountMax), detail: detail, position: scanner.place)
        }
    }

    private mutating func checked() throws(JSONFault) -> JSONText {
        scanner.skipSpace()
        let start = JSONText.Cursor(scanner, container: 0)
        ends = []
        hasRepeatedNames = false
        try checkValue(depth: 0)
        let storage = JSONText.Storage(
            scanner.bytes,
            to: scanner.position,
            source: scanner.source,
            ends: ends,
            hasRepeatedNames: hasRepeatedNames,
            origin: origin
        )
        return JSONText(storage: storage, start: start)
    }

    private func damage(_ detail: String) -> JSONFault {
        let detail = scanner.byte == nil ? "the text is incomplete" : startsComment ? Self.noComments : detail
        return JSONFault(kind: .damaged, detail: detail, position: scanner.place)
    }

    package static let noComments = "JSON has no comments; remove this one"
    private static let commentStarts = ["//", "/*", "#"]

    /// Whether a comment of other languages begins here.
    private var startsComment: Bool { Self.commentStarts.contains { hasNext($0) } }

    private func hasNext(_ text: String) -> Bool { scanner.bytes[scanner.position...].starts(with: text.utf8) }

    private mutating func tolerate(_ fault: JSONFault) throws(JSONFault) {
        guard isTolerant else { throw fault }
        tolerated = tolerated ?? fault
    }

    private mutating func checkValue(depth: Int) throws(JSONFault) {
        scanner.skipSpace()
        switch scanner.byte {
        case UInt8(ascii: "{"): try checkMembers(depth: depth + 1)
        case UInt8(ascii: "["): try checkElements(depth: depth + 1)
        case UInt8(ascii: "\""): _ = try checkString()
        case UInt8(ascii: "t"): try checkWord("true")
        case UInt8(ascii: "f"): try checkWord("false")
        case UInt8(ascii: "n"): try checkWord("null")
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: try checkNumber()
        default: throw damage("a value is missing")
        }
    }

    private mutating func checkWord(_ text: String) throws(JSONFault) {
        guard hasNext(text) else { throw damage("a value is missing") }
        scanner.position += text.utf8.count
    }

    // MARK: Containers

    /// Begins an array or object, and returns its index in the list.
    private mutating func enter(_ depth: Int) throws(JSONFault) -> Int {
        guard depth <= depthMax else { throw damage("values are nested more than \(depthMax) levels deep") }
        ends.append(JSONText.Cursor(scanner, container: 0))
        scanner.position += 1
        return ends.count - 1
    }

    private mutating func leave(_ index: Int) {
        ends[index] = JSONText.Cursor(scanner, container: ends.count)
    }

    private mutating func checkMembers(depth: Int) throws(JSONFault) {
        let container = try enter(depth)
        defer { leave(container) }
        if scanner.consume(UInt8(ascii: "}")) { return }
        let first = names.count
        var known: Set<String>?
        repeat {
            scanner.skipSpace()
            let start = scanner.place
            guard scanner.byte == UInt8(ascii: "\"") else { throw damage("a member name is missing") }
            let name = try checkString()
            if isRepeated(name, since: first, &known) {
                hasRepeatedNames = true
                let detail = "the member \"\(scanner.bytes.text(of: name).printable(limit: 40))\" occurs twice"
                try tolerate(JSONFault(kind: .damaged, detail: detail, position: start))
            }
            guard scanner.consume(UInt8(ascii: ":")) else { throw damage("\":\" is missing after a member name") }
            try checkValue(depth: depth)
        } while scanner.consume(UInt8(ascii: ","))
        guard scanner.consume(UInt8(ascii: "}")) else { throw damage("\",\" or \"}\" is missing after a member") }
        names.removeLast(names.count - first)
    }

    /// Returns whether an object has another member of a name, and records the name.
    ///
    /// The names are stored as texts from the first one that must not be compared by bytes alone, or if there are many.
    private mutating func isRepeated(_ name: JSONText.Name, since first: Int, _ known: inout Set<String>?) -> Bool {
        if known == nil, !name.isPlain || names.count - first == 32 {
            known = Set(names[first...].map(scanner.bytes.text))
        }
        defer { names.append(name) }
        guard known == nil else { return known?.insert(scanner.bytes.text(of: name)).inserted == false }
        return names[first...].contains { scanner.bytes.haveSame($0.range, name.range) }
    }

    private mutating func checkElements(depth: Int) throws(JSONFault) {
        let container = try enter(depth)
        defer { leave(container) }
        if scanner.consume(UInt8(ascii: "]")) { return }
        repeat { try checkValue(depth: depth) } while scanner.consume(UInt8(ascii: ","))
        guard scanner.consume(UInt8(ascii: "]")) else { throw damage("\",\" or \"]\" is missing after an element") }
    }

    // MARK: Numbers

    /// Checks a number by the grammar of RFC 8259, section 6.
    private mutating func checkNumber() throws(JSONFault) {
        if scanner.byte == UInt8(ascii: "-") { scanner.position += 1 }
        let whole = scanner.position
        try checkDigits()
        guard scanner.bytes[whole] != UInt8(ascii: "0") || scanner.position == whole + 1 else {
            scanner.position = whole + 1
            throw damage("a number has a leading zero")
        }
        if scanner.byte == UInt8(ascii: ".") {
            scanner.position += 1
            try checkDigits()
        }
        if scanner.byte == UInt8(ascii: "e") || scanner.byte == UInt8(ascii: "E") {
            scanner.position += 1
            if scanner.byte == UInt8(ascii: "+") || scanner.byte == UInt8(ascii: "-") { scanner.position += 1 }
            try checkDigits()
        }
    }

    private mutating func checkDigits() throws(JSONFault) {
        guard let byte = scanner.byte, byte.isASCIIDigit else { throw damage("a digit of a number is missing") }
        while let byte = scanner.byte, byte.isASCIIDigit { scanner.position += 1 }
    }

    // MARK: Strings

    private mutating func checkString() throws(JSONFault) -> JSONText.Name {
        if isWritten { return scanner.skipString() }
        let start = scanner.place
        scanner.position += 1
        let first = scanner.position
        var (isASCII, hasEscapes) = (true, false)
        while true {
            if scanner.byte != UInt8(ascii: "\\") { isASCII = scanner.skipPlainText() && isASCII }
            guard let byte = scanner.byte else { throw damage("") }
            guard byte >= 0x20 else { throw damage("a string contains an unescaped line break or control character") }
            scanner.position += 1
            if byte == UInt8(ascii: "\"") { break }
            hasEscapes = true
            var isPaired = true
            guard scanner.escape(isPaired: &isPaired) != nil else {
                throw damage("a string contains an unknown escape sequence")
            }
            if !isPaired { try tolerate(damage("a string contains an unpaired surrogate")) }
        }
        let range = first..<scanner.position - 1
        if !isASCII, String(validUTF8: scanner.bytes[range]) == nil {
            try tolerate(JSONFault(kind: .damaged, detail: "a string is not valid UTF-8", position: start))
        }
        return JSONText.Name(range, isPlain: isASCII && !hasEscapes)
    }
}
