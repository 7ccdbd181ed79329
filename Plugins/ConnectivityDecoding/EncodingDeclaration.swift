extension TextEncoding {
    /// Pages declare their encoding within this many bytes (WHATWG HTML, "prescan a byte stream").
    private static let prescanByteCount = 1024

    /// The encoding that a `charset` parameter names, in a `Content-Type` field or a `meta` element that stands for one.
    /// - Parameter text: The value of the field.
    init?(inParameterOf text: [UInt8]) {
        var cursor = ByteCursor(text)
        while cursor.skip(past: "charset") {
            cursor.skipWhitespace()
            guard cursor.skip(if: "=") else { continue }
            cursor.skipWhitespace()
            let value = cursor.quotedValue() ?? cursor.read { $0.isBlank || $0 == UInt8(ascii: ";") }
            self.init(label: value)
            return
        }
        return nil
    }

    /// The encoding that a page declares of itself, in a `meta` element or else in an XML declaration.
    ///
    /// A page that could be read so far is not in UTF-16, whatever it says; UTF-8 is meant.
    ///
    /// - Parameter page: The bytes of the page.
    init?(declaredIn page: [UInt8]) {
        let beginning = Array(page.prefix(Self.prescanByteCount))
        guard let declared = Self.inMeta(of: beginning) ?? Self.inXMLDeclaration(of: beginning) else { return nil }
        self = declared == .utf16LittleEndian || declared == .utf16BigEndian ? .utf8 : declared
    }

    private static func inMeta(of page: [UInt8]) -> TextEncoding? {
        var cursor = ByteCursor(page)
        while cursor.skip(past: "<") {
            if cursor.skip(if: "!--") {
                // The dashes that open a comment may close it.
                cursor.position -= 2
                guard cursor.skip(past: "-->") else { return nil }
            } else if cursor.byte == UInt8(ascii: "!") || cursor.byte == UInt8(ascii: "?") {
                guard cursor.skip(past: ">") else { return nil }
            } else if cursor.byte.map({ $0 == UInt8(ascii: "/") || UnicodeScalar($0).properties.isAlphabetic }) == true
            {
                let name = cursor.read { $0.isBlank || "/>".utf8.contains($0) }
                var attributes: [String: ArraySlice<UInt8>] = [:]
                while let (name, value) = cursor.attribute() {
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
        var cursor = ByteCursor(Array(page.prefix { $0 != UInt8(ascii: ">") }))
        guard cursor.skip(if: "<?xml"), cursor.skip(past: "encoding") else { return nil }
        cursor.skipWhitespace()
        guard cursor.skip(if: "=") else { return nil }
        cursor.skipWhitespace()
        return cursor.quotedValue().flatMap { TextEncoding(label: $0) }
    }
}
