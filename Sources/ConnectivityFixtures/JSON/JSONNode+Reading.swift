import ConnectivityCore

extension JSONNode {
    /// Why bytes are no JSON text, and on which line that shows.
    struct Damage: Error {
        var line: Int
        var detail: String
    }

    /// The levels of arrays and objects that are read.
    static let depthMax = 64

    /// Reads a JSON text (RFC 8259) in time linear in its bytes.
    ///
    /// Refused is what the standard does not allow, also bytes that are not UTF-8 and members of the same name.
    ///
    /// - Parameter bytes: The text; a byte order mark before it is passed over.
    /// - Throws: The first ``Damage`` met.
    init(parsing bytes: [UInt8]) throws(Damage) {
        var reader = JSONReader(bytes)
        self = try reader.document()
    }
}

/// Takes a JSON text apart from its beginning to its end.
private struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONNode.Damage) -> JSONNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let node = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw damage("something stands behind the end of the JSON text") }
        return node
    }

    private func damage(_ detail: String) -> JSONNode.Damage { JSONNode.Damage(line: line, detail: detail) }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        let end = bytes.count
        while position < end {
            let byte = bytes[position]
            // Nothing above a space is one, and most of what is met is above.
            if byte > 0x20 { return }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            if byte == 0x0A { line += 1 }
            position += 1
        }
    }

    /// Takes one byte, or says what is missing.
    private mutating func take(_ wanted: UInt8, _ where: String) throws(JSONNode.Damage) {
        skipSpace()
        guard byte == wanted else { throw damage(ending(or: "\(quoted(wanted)) is missing \(`where`)")) }
        position += 1
    }

    private func ending(or detail: String) -> String { byte == nil ? "the file ends in the middle" : detail }
    private func quoted(_ byte: UInt8) -> String { "\"\(Character(Unicode.Scalar(byte)))\"" }

    private mutating func value(depth: Int) throws(JSONNode.Damage) -> JSONNode {
        skipSpace()
        let start = line
        guard depth < JSONNode.depthMax else { throw damage("more than \(JSONNode.depthMax) levels are nested") }
        let value: JSONNode.Value
        switch byte {
        case UInt8(ascii: "{"): value = .object(try members(depth: depth))
        case UInt8(ascii: "["): value = .array(try elements(depth: depth))
        case UInt8(ascii: "\""): value = .string(try text())
        case UInt8(ascii: "t"): value = .bool(try word("true", true))
        case UInt8(ascii: "f"): value = .bool(try word("false", false))
        case UInt8(ascii: "n"): value = try word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: value = .number(try number())
        default: throw damage(ending(or: "this is no JSON value"))
        }
        return JSONNode(value: value, line: start)
    }

    private mutating func word<Value>(_ text: StaticString, _ value: Value) throws(JSONNode.Damage) -> Value {
        let wanted = text.description.utf8
        guard bytes[position...].starts(with: wanted) else { throw damage("this is no JSON value") }
        position += wanted.count
        return value
    }

    private mutating func members(depth: Int) throws(JSONNode.Damage) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        var names: Set<String> = []
        position += 1
        skipSpace()
        if byte == UInt8(ascii: "}") {
            position += 1
            return []
        }
        while true {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw damage(ending(or: "the name of a member is missing")) }
            let start = line
            let name = try text()
            guard names.insert(name).inserted else {
                throw damage("the member \"\(name.printable(limit: 40))\" stands there twice")
            }
            try take(UInt8(ascii: ":"), "behind the name of a member")
            members.append(JSONNode.Member(name: name, line: start, value: try value(depth: depth + 1)))
            skipSpace()
            if byte == UInt8(ascii: "}") { break }
            try take(UInt8(ascii: ","), "between two members")
        }
        position += 1
        return members
    }

    private mutating func elements(depth: Int) throws(JSONNode.Damage) -> [JSONNode] {
        var elements: [JSONNode] = []
        position += 1
        skipSpace()
        if byte == UInt8(ascii: "]") {
            position += 1
            return []
        }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if byte == UInt8(ascii: "]") { break }
            try take(UInt8(ascii: ","), "between two elements")
        }
        position += 1
        return elements
    }

    /// A number by the grammar of RFC 8259, section 6.
    private mutating func number() throws(JSONNode.Damage) -> String {
        let start = position
        func isDigit(_ byte: UInt8?) -> Bool { byte?.isASCIIDigit ?? false }
        if byte == UInt8(ascii: "-") { position += 1 }
        let whole = position
        while isDigit(byte) { position += 1 }
        guard position > whole, bytes[whole] != 0x30 || position == whole + 1 else { throw damage("this is no number") }
        if byte == UInt8(ascii: ".") {
            position += 1
            guard isDigit(byte) else { throw damage("this is no number") }
            while isDigit(byte) { position += 1 }
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            guard isDigit(byte) else { throw damage("this is no number") }
            while isDigit(byte) { position += 1 }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func text() throws(JSONNode.Damage) -> String {
        position += 1
        var text: ArraySlice<UInt8> = []
        while true {
            // What stands for itself is taken as a run; most texts are one.
            let start = position
            position = endOfPlainText(from: start)
            if text.isEmpty { text = bytes[start..<position] } else { text += bytes[start..<position] }
            guard let byte else { throw damage("the file ends in the middle of a text") }
            guard byte >= 0x20 else { throw damage("a text holds a line break or a control character") }
            position += 1
            if byte == UInt8(ascii: "\"") { break }
            text += try escape()
        }
        guard let text = String(validating: text, as: UTF8.self) else { throw damage("a text is not UTF-8") }
        return text
    }

    /// The place of the next quotation mark, backslash or control character.
    private func endOfPlainText(from start: Int) -> Int {
        var position = start
        let end = bytes.count
        while position < end {
            let byte = bytes[position]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
            position += 1
        }
        return position
    }

    private mutating func escape() throws(JSONNode.Damage) -> [UInt8] {
        guard let byte else { throw damage("the file ends in the middle of a text") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var unit = try fourDigits()
            if (0xD800...0xDBFF).contains(unit), bytes[position...].starts(with: "\\u".utf8) {
                position += 2
                let low = try fourDigits()
                guard (0xDC00...0xDFFF).contains(low) else { throw damage("a text holds half a character") }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw damage("a text holds half a character") }
            return Array(String(scalar).utf8)
        default: throw damage("a text holds an unknown escape")
        }
    }

    private mutating func fourDigits() throws(JSONNode.Damage) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.isASCIIHexDigit),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw damage("a text holds an unknown escape") }
        position += 4
        return unit
    }
}
