/// Finds the tags of a page in one pass, tolerant of everything that gateways send.
struct HTMLScanner {
    /// A start tag, or an end tag whose name begins with a slash.
    struct Tag {
        /// The name in lower case.
        var name: String
        fileprivate var attributes: [(name: String, value: String)] = []

        /// The value of an attribute.
        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// Attributes read from one tag; more are passed over.
    private static let attributeCountMax = 64

    /// The text of the script or style whose tag was found last.
    private(set) var rawText: [UInt8] = []

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Tag? {
        while let open = find("<", from: position) {
            position = open + 1
            if matches("!--", at: position) {
                position = find("-->", from: position + 3).map { $0 + 3 } ?? bytes.count
                continue
            }
            guard let first = byte(position), first == UInt8(ascii: "/") || Self.isLetter(first) else { continue }
            let tag = readTag()
            if tag.name == "script" || tag.name == "style" {
                let end = find("</\(tag.name)", from: position) ?? bytes.count
                rawText = Array(bytes[position..<end])
                position = end
            }
            return tag
        }
        return nil
    }

    private mutating func readTag() -> Tag {
        var tag = Tag(name: readName(until: { $0.isASCIIWhitespace || $0 == UInt8(ascii: ">") }).lowercased())
        while let current = byte(position), current != UInt8(ascii: ">") {
            if current.isASCIIWhitespace || current == UInt8(ascii: "/") || current == UInt8(ascii: "=") {
                position += 1
                continue
            }
            let name = readName { $0.isASCIIWhitespace || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") }
            let value = readValue()
            if tag.attributes.count < Self.attributeCountMax { tag.attributes.append((name.lowercased(), value)) }
        }
        position = min(position + 1, bytes.count)
        return tag
    }

    private mutating func readValue() -> String {
        skipWhitespace()
        guard byte(position) == UInt8(ascii: "=") else { return "" }
        position += 1
        skipWhitespace()
        if let quote = byte(position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            position += 1
            let value = readName { $0 == quote }
            position = min(position + 1, bytes.count)
            return Self.unescaped(value)
        }
        return Self.unescaped(readName { $0.isASCIIWhitespace || $0 == UInt8(ascii: ">") })
    }

    private mutating func readName(until isEnd: (UInt8) -> Bool) -> String {
        let start = position
        while let current = byte(position), !isEnd(current) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipWhitespace() {
        while let current = byte(position), current.isASCIIWhitespace { position += 1 }
    }

    private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func matches(_ text: StaticString, at index: Int) -> Bool { matches(Array("\(text)".utf8), at: index) }

    private func matches(_ text: [UInt8], at index: Int) -> Bool {
        guard index + text.count <= bytes.count else { return false }
        for offset in text.indices where bytes[index + offset].asciiLowercased != text[offset] { return false }
        return true
    }

    private func find(_ text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        var index = start
        while index + wanted.count <= bytes.count {
            if matches(wanted, at: index) { return index }
            index += 1
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte.asciiLowercased) }

    /// The one character reference that URLs need.
    private static func unescaped(_ text: String) -> String {
        text.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
    }
}
