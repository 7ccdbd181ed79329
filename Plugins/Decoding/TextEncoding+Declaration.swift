import ConnectivityCore

extension TextEncoding {
    /// The number of bytes within which pages declare their encoding (WHATWG HTML, "prescan a byte stream").
    private static let prescanByteCount = 1024

    /// Reads the encoding from the parameter `charset` of a `Content-Type` value, or of a `meta` element's `content`.
    init?(inParameterOf text: [UInt8]) {
        var reader = ByteReader(text)
        while reader.skip(past: "charset") {
            reader.skipWhitespace()
            guard reader.skip(if: "=") else { continue }
            reader.skipWhitespace()
            let value = reader.quotedValue() ?? reader.read { $0.isBlank || $0 == UInt8(ascii: ";") }
            self.init(label: value)
            return
        }
        return nil
    }

    /// Reads the encoding that a page declares in a `meta` element or, without one, in an XML declaration.
    ///
    /// A declared UTF-16 is read as UTF-8, because a declaration that is readable as ASCII cannot be in UTF-16.
    init?(declaredIn page: [UInt8]) {
        let beginning = Array(page.prefix(Self.prescanByteCount))
        guard let declared = Self.inMeta(of: beginning) ?? Self.inXMLDeclaration(of: beginning) else { return nil }
        self = declared == .utf16LittleEndian || declared == .utf16BigEndian ? .utf8 : declared
    }

    private static func inMeta(of page: [UInt8]) -> TextEncoding? {
        var reader = ByteReader(page)
        while reader.skip(past: "<") {
            if reader.skip(if: "!--") {
                // The dashes that open a comment may also close it.
                guard reader.skip(if: ">") || reader.skip(if: "->") || reader.skip(past: "-->") else { return nil }
            } else if reader.next == UInt8(ascii: "!") || reader.next == UInt8(ascii: "?") {
                guard reader.skip(past: ">") else { return nil }
            } else if reader.next.map({ $0 == UInt8(ascii: "/") || UnicodeScalar($0).properties.isAlphabetic }) == true
            {
                let name = reader.read { $0.isBlank || "/>".utf8.contains($0) }
                var attributes: [String: ArraySlice<UInt8>] = [:]
                while let (name, value) = reader.attribute() {
                    attributes[name] = attributes[name] ?? value
                }
                guard name.lowercasedText == "meta" else { continue }
                if let label = attributes["charset"] {
                    if let encoding = TextEncoding(label: label) { return encoding }
                } else if attributes["http-equiv"]?.lowercasedText == "content-type",
                    let content = attributes["content"]
                {
                    if let encoding = TextEncoding(inParameterOf: Array(content)) { return encoding }
                }
            }
        }
        return nil
    }

    private static func inXMLDeclaration(of page: [UInt8]) -> TextEncoding? {
        var reader = ByteReader(Array(page.prefix { $0 != UInt8(ascii: ">") }))
        guard reader.skip(if: "<?xml"), reader.skip(past: "encoding") else { return nil }
        reader.skipWhitespace()
        guard reader.skip(if: "=") else { return nil }
        reader.skipWhitespace()
        return reader.quotedValue().flatMap { TextEncoding(label: $0) }
    }
}

extension ByteReader {
    fileprivate mutating func skipWhitespace() { _ = read { !$0.isBlank } }

    /// Reads a value in quotation marks; `nil` if no quotation mark comes next or the closing one is missing.
    fileprivate mutating func quotedValue() -> ArraySlice<UInt8>? {
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        skip(1)
        let value = read { $0 == quote }
        return byte() == nil ? nil : value
    }

    /// Reads an attribute of a tag; `nil` at the end of the tag, which is skipped.
    fileprivate mutating func attribute() -> (name: String, value: ArraySlice<UInt8>)? {
        _ = read { !$0.isBlank && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }
        let name = read { $0.isBlank || "/=>".utf8.contains($0) }
        guard !name.isEmpty else {
            _ = skip(if: ">")
            return nil
        }
        skipWhitespace()
        guard skip(if: "=") else { return (name.lowercasedText, []) }
        skipWhitespace()
        return (name.lowercasedText, quotedValue() ?? read { $0.isBlank || $0 == UInt8(ascii: ">") })
    }
}

extension ArraySlice<UInt8> {
    fileprivate var lowercasedText: String { String(decoding: self, as: UTF8.self).lowercased() }
}

extension UInt8 {
    /// Space, tab, line feed, form feed, carriage return.
    fileprivate var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(self) }
}
