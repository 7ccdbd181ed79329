/// Finds the tags of a page that tell something, in one pass, tolerant of everything that gateways send.
///
/// The work is linear in the size of the page whatever its bytes are: nothing is kept of other tags, and of these only the
/// attributes that are asked for.
struct HTMLScanner {
    /// The tags that tell something.
    enum Element: String, CaseIterable {
        case meta, form, formEnd = "/form", input, button, select, frame, iframe, script, style, body
    }

    /// The attributes that tell something.
    enum Attribute: Int, CaseIterable {
        case httpEquiv, content, action, method, type, name, src, width, height, onload

        fileprivate var text: String { self == .httpEquiv ? "http-equiv" : "\(self)" }
    }

    /// A start tag, or an end tag whose name begins with a slash.
    struct Tag {
        let element: Element
        fileprivate let page: [UInt8]
        /// Where the values lie; before the beginning where there is none.
        fileprivate var starts = SIMD16<Int32>(repeating: -1)
        fileprivate var ends = SIMD16<Int32>(repeating: -1)

        /// The value of an attribute, with the one character reference resolved that URLs need; empty where it is too long.
        subscript(attribute: Attribute) -> String? { bytes(attribute).map(text) }

        /// Whether the value of an attribute is this one, written in small letters here.
        func has(_ attribute: Attribute, _ wanted: String) -> Bool {
            bytes(attribute)?.elementsEqual(wanted.utf8) { $0.asciiLowercased == $1 } ?? false
        }

        /// The value of an attribute as it stands in the page.
        func bytes(_ attribute: Attribute) -> ArraySlice<UInt8>? {
            let start = Int(starts[attribute.rawValue])
            return start < 0 ? nil : page[start..<Int(ends[attribute.rawValue])]
        }

        private func text(of value: ArraySlice<UInt8>) -> String {
            guard value.count <= HTMLScanner.valueByteCountMax else { return "" }
            guard value.contains(UInt8(ascii: "&")) else { return String(decoding: value, as: UTF8.self) }
            let reference = Array("&amp;".utf8)
            var text: [UInt8] = []
            var rest = value
            while let byte = rest.first {
                text.append(byte)
                rest = rest.dropFirst(rest.starts(with: reference) ? reference.count : 1)
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// The longest value that is read, in bytes; nothing that counts is longer.
    private static let valueByteCountMax = HTTPURL.byteCountMax
    private static let elements = Element.allCases.map { ($0, Array($0.rawValue.utf8)) }
    private static let attributes = Attribute.allCases.map { ($0, Array($0.text.utf8)) }
    private static let commentStart = Array("!--".utf8)
    private static let commentEnd = Array("-->".utf8)
    private static let scriptEnd = Array("</script".utf8)
    private static let styleEnd = Array("</style".utf8)

    /// The text of the script whose tag was found last.
    private(set) var scriptText: ArraySlice<UInt8> = []

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Tag? {
        while let open = offset(of: UInt8(ascii: "<")) {
            position = open + 1
            if matches(Self.commentStart) {
                position = end(of: Self.commentEnd, from: position + Self.commentStart.count)
                continue
            }
            guard let first = byte, first == UInt8(ascii: "/") || first.isASCIILetter else { continue }
            guard let tag = readTag() else { continue }
            switch tag.element {
            case .script:
                let start = position
                position = end(of: Self.scriptEnd, from: start)
                scriptText = bytes[start..<position]
            case .style:
                position = end(of: Self.styleEnd, from: position)
                continue
            default:
                break
            }
            return tag
        }
        return nil
    }

    /// Reads past a tag, and returns it if it tells something.
    private mutating func readTag() -> Tag? {
        let name = readRange { $0.isASCIIWhitespace || $0 == UInt8(ascii: ">") }
        var tag = Self.elements.first { equals($0.1, name) }.map { Tag(element: $0.0, page: bytes) }
        while let current = byte, current != UInt8(ascii: ">") {
            if current.isASCIIWhitespace || current == UInt8(ascii: "/") || current == UInt8(ascii: "=") {
                position += 1
                continue
            }
            let name = readRange { $0.isASCIIWhitespace || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") }
            let value = readValue()
            guard tag != nil, let attribute = Self.attributes.first(where: { equals($0.1, name) })?.0,
                tag?.bytes(attribute) == nil
            else { continue }
            tag?.starts[attribute.rawValue] = Int32(value.lowerBound)
            tag?.ends[attribute.rawValue] = Int32(value.upperBound)
        }
        position = min(position + 1, bytes.count)
        return tag
    }

    private mutating func readValue() -> Range<Int> {
        skipWhitespace()
        guard byte == UInt8(ascii: "=") else { return 0..<0 }
        position += 1
        skipWhitespace()
        guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return readRange { $0.isASCIIWhitespace || $0 == UInt8(ascii: ">") }
        }
        position += 1
        let value = readRange { $0 == quote }
        position = min(position + 1, bytes.count)
        return value
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

    private func offset(of wanted: UInt8) -> Int? {
        var index = position
        while index < bytes.count {
            if bytes[index] == wanted { return index }
            index += 1
        }
        return nil
    }

    /// Where some small letters begin, in either case, from an offset on; the end of the page where they do not.
    private func end(of wanted: [UInt8], from start: Int) -> Int {
        var index = start
        while index + wanted.count <= bytes.count {
            if bytes[index] == wanted[0], equals(wanted, index..<index + wanted.count) { return index }
            index += 1
        }
        return bytes.count
    }

    private func matches(_ wanted: [UInt8]) -> Bool {
        position + wanted.count <= bytes.count && equals(wanted, position..<position + wanted.count)
    }

    /// Whether the bytes are these small letters, in either case.
    private func equals(_ wanted: [UInt8], _ range: Range<Int>) -> Bool {
        guard wanted.count == range.count else { return false }
        for offset in wanted.indices where bytes[range.lowerBound + offset].asciiLowercased != wanted[offset] {
            return false
        }
        return true
    }
}
