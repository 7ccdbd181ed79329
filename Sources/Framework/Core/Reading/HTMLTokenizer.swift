/// Splits an HTML page into texts and tags, in one pass, tolerant of all errors in gateways' pages.
///
/// The run time is linear in the size of the page, for any bytes: comments and styles are skipped, and only the listed attributes
/// of a tag are kept. Names are ASCII in UTF-8 and in every other character set except UTF-16, which a decoding prober converts
/// to UTF-8 first.
package struct HTMLTokenizer {
    package enum Token {
        /// The text between two tags.
        case text(Range<Int>)
        /// The content between a `script` tag and its end tag.
        case script(Range<Int>)
        /// A start tag or an end tag, with its element if known; the tokenizer has its attributes.
        case tag(Element?, isEnd: Bool)
    }

    package enum Element: String, CaseIterable {
        case meta, form, input, button, select, frame, iframe, img, script, style, body, title, h1, h2, h3
        case a, b, i, u, em, font, small, span, strong, sup

        var isHeading: Bool { self == .h1 || self == .h2 || self == .h3 }

        /// Whether the tag may occur within a word without splitting it.
        var isInline: Bool {
            switch self {
            case .a, .b, .i, .u, .em, .font, .small, .span, .strong, .sup: true
            default: false
            }
        }
    }

    enum Attribute: Int, CaseIterable {
        case httpEquiv, content, action, method, type, name, value, src, width, height, onload, href
    }

    /// The maximum size of a value in bytes; no relevant value is longer.
    private static let valueByteCountMax = HTTPURL.byteCountMax
    private static let elements = NameTable(Element.allCases.map { ($0.rawValue, $0) })
    private static let attributes = NameTable<Attribute>([
        ("http-equiv", .httpEquiv), ("content", .content), ("action", .action), ("method", .method), ("type", .type),
        ("name", .name), ("value", .value), ("src", .src), ("width", .width), ("height", .height), ("onload", .onload),
        ("href", .href),
    ])
    private static let commentStart = Array("!--".utf8)
    private static let commentEnd = Array("-->".utf8)
    private static let scriptEnd = Array("</script".utf8)
    private static let styleEnd = Array("</style".utf8)

    private let bytes: [UInt8]
    private let elements = Self.elements
    private let attributes = Self.attributes
    private var position = 0
    /// The ranges of the values of the last tag; negative if an attribute is missing.
    private var starts = Self.nowhere
    private var ends = Self.nowhere
    private static let nowhere = SIMD16<Int32>(repeating: -1)
    /// The element whose raw content, without markup, comes next.
    private var raw: Element?
    /// The place of the name of the last tag.
    package private(set) var tagName = 0..<0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next token; `nil` at the end of the page.
    package mutating func next() -> Token? {
        if let element = raw.take() {
            let start = position
            let end = element == .script ? Self.scriptEnd : Self.styleEnd
            position = bytes.firstOffset(ofLowercased: end, from: start) ?? bytes.count
            if element == .script { return .script(start..<position) }
        }
        var start = position
        while let open = bytes.offset(of: UInt8(ascii: "<"), from: position), open + 1 < bytes.count {
            let first = bytes[open + 1]
            let isDeclaration = first == UInt8(ascii: "!") || first == UInt8(ascii: "?")
            guard isDeclaration || first == UInt8(ascii: "/") || first.isASCIILetter else {
                position = open + 1
                continue
            }
            // The text before the markup is returned first; the next call reads the markup.
            guard start == open else {
                position = open
                return .text(start..<open)
            }
            position = open + 1
            guard isDeclaration else { return readTag() }
            skipDeclaration()
            start = position
        }
        position = bytes.count
        return start < position ? .text(start..<position) : nil
    }

    /// Skips a comment, a declaration or an instruction.
    private mutating func skipDeclaration() {
        if matches(Self.commentStart) {
            // The dashes that open a comment may also close it.
            let end = bytes.firstOffset(of: Self.commentEnd, from: position + 1)
            position = end.map { $0 + Self.commentEnd.count } ?? bytes.count
        } else {
            position = bytes.offset(of: UInt8(ascii: ">"), from: position).map { $0 + 1 } ?? bytes.count
        }
    }

    /// Reads a tag; a value in which the page ends is dropped, because it may be cut.
    private mutating func readTag() -> Token {
        let isEnd = byte == UInt8(ascii: "/")
        if isEnd { position += 1 }
        tagName = readRange { $0.endsName }
        let element = elements.value(in: bytes, tagName)
        if element != nil { (starts, ends) = (Self.nowhere, Self.nowhere) }
        while let (name, value) = readAttribute() {
            guard element != nil, byte != nil, let attribute = attributes.value(in: bytes, name)?.rawValue,
                starts[attribute] < 0
            else { continue }
            starts[attribute] = Int32(value.lowerBound)
            ends[attribute] = Int32(value.upperBound)
        }
        position = min(position + 1, bytes.count)
        if !isEnd, element == .script || element == .style { raw = element }
        return .tag(element, isEnd: isEnd)
    }

    /// Reads the next attribute of the tag at the position; `nil` at the end of the tag.
    @inline(__always)
    private mutating func readAttribute() -> (name: Range<Int>, value: Range<Int>)? {
        while let current = byte, current != UInt8(ascii: ">") {
            if current.isASCIIWhitespace || current == UInt8(ascii: "/") || current == UInt8(ascii: "=") {
                position += 1
                continue
            }
            let name = readRange { $0.endsName || $0 == UInt8(ascii: "=") }
            return (name, readValue())
        }
        return nil
    }

    private mutating func readValue() -> Range<Int> {
        skipWhitespace()
        guard byte == UInt8(ascii: "=") else { return 0..<0 }
        position += 1
        skipWhitespace()
        guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return readRange { $0.endsName }
        }
        position += 1
        let start = position
        position = bytes.offset(of: quote, from: start) ?? bytes.count
        defer { position = min(position + 1, bytes.count) }
        return start..<position
    }

    private mutating func readRange(until isEnd: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
        return start..<position
    }

    private mutating func skipWhitespace() {
        while position < bytes.count, bytes[position].isASCIIWhitespace { position += 1 }
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func matches(_ wanted: [UInt8]) -> Bool { bytes[position...].starts(with: wanted) }

    /// Skips content without markup, such as that of a `textarea`, up to an end tag, given in lower case as in `</textarea`, and
    /// returns its range.
    package mutating func skipContent(to end: [UInt8]) -> Range<Int> {
        let start = position
        position = bytes.firstOffset(ofLowercased: end, from: start) ?? bytes.count
        return start..<position
    }

    // MARK: Attributes of the last tag

    /// Calls a function for each attribute of the last tag, in order, known or not.
    package func eachAttribute(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
        var copy = self
        copy.position = tagName.upperBound
        // A value in which the page ends may be cut.
        while let (name, value) = copy.readAttribute(), copy.byte != nil { body(name, value) }
    }

    /// The value of an attribute; empty if it is too long, `nil` if the attribute is missing.
    subscript(attribute: Attribute) -> String? {
        bytes(attribute).map { $0.count <= Self.valueByteCountMax ? Self.text(of: $0) : "" }
    }

    /// Returns whether an attribute has a value, given in lower case and compared without case.
    func has(_ attribute: Attribute, _ wanted: String) -> Bool {
        bytes(attribute)?.elementsEqual(wanted.utf8) { $0.asciiLowercased == $1 } ?? false
    }

    /// Returns the unmodified value of an attribute; `nil` if it is missing.
    func bytes(_ attribute: Attribute) -> ArraySlice<UInt8>? {
        let start = Int(starts[attribute.rawValue])
        return start < 0 ? nil : bytes[start..<Int(ends[attribute.rawValue])]
    }

    /// Returns the text of a value, with its character references resolved.
    package static func text(of value: ArraySlice<UInt8>) -> String {
        guard value.contains(UInt8(ascii: "&")) else { return value.text }
        var text: [UInt8] = []
        var rest = value
        while let byte = rest.first {
            if byte == UInt8(ascii: "&"), let reference = CharacterReference(at: rest) {
                text += Array(String(reference.character).utf8)
                rest = rest.dropFirst(reference.byteCount)
            } else {
                text.append(byte)
                rest = rest.dropFirst()
            }
        }
        return text[...].text
    }
}

extension UInt8 {
    /// Whether a name or an unquoted value ends before the byte.
    fileprivate var endsName: Bool { isASCIIWhitespace || self == UInt8(ascii: ">") }
}
