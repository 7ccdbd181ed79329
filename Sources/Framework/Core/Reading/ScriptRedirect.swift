/// An instruction of a script that redirects a browser, found in the text of the script.
///
/// The script is not executed, and its comments, texts and functions that are never called are ignored. The instructions are an
/// assignment to a location, a call that replaces it, and a call that opens a page in the same window. If the value of the first
/// two is not a plain string literal, the target is unknown.
package struct ScriptRedirect: Hashable, Sendable {
    /// The target reference of the instruction; `nil` if it is not a plain string literal.
    package let target: String?
    /// The plain string literal at the beginning of a larger expression.
    package let beginning: String?

    private static let location = Array("location".utf8)
    private static let open = Array("window.open".utf8)

    init?(in script: [UInt8], of page: [UInt8]) {
        guard script.firstOffset(of: Self.location) != nil || script.firstOffset(of: Self.open) != nil else {
            return nil
        }
        var reader = Reader(bytes: script, code: ScriptCode(script, in: page))
        while reader.skip(past: Self.location) {
            guard !reader.precedingIsWord else { continue }
            reader.skipSpace()
            var isCall = false
            if let member = reader.readMember() {
                switch member {
                case "href": break
                case "replace", "assign": isCall = true
                default: continue
                }
                reader.skipSpace()
            }
            if isCall {
                guard reader.consume("(") else { continue }
            } else {
                guard reader.consume("="), !reader.consume("=") else { continue }
            }
            reader.skipSpace()
            target = reader.readString()
            beginning = reader.literal
            return
        }
        reader.position = 0
        while reader.skip(past: Self.open) {
            reader.skipSpace()
            guard reader.consume("(") else { continue }
            reader.skipSpace()
            guard let page = reader.readString(), reader.consume(",") else { continue }
            reader.skipSpace()
            guard let window = reader.readString(), ["_self", "_top", "_parent"].contains(window) else { continue }
            target = page
            beginning = nil
            return
        }
        return nil
    }

    private struct Reader {
        let bytes: [UInt8]
        let code: ScriptCode
        var position = 0
        /// The last literal that is part of a larger expression.
        private(set) var literal: String?
        /// The offset of the last word found.
        private var start = 0

        init(bytes: [UInt8], code: ScriptCode) { (self.bytes, self.code) = (bytes, code) }

        mutating func skip(past word: [UInt8]) -> Bool {
            while let found = bytes.firstOffset(of: word, from: position) {
                start = found
                position = found + word.count
                if code[found] { return true }
                if isIndex(found..<position) {
                    position += 2
                    return true
                }
            }
            return false
        }

        /// Whether a text is the name of a member, as in `window["location"]`.
        private func isIndex(_ text: Range<Int>) -> Bool {
            guard text.lowerBound >= 3, text.upperBound + 1 < bytes.count else { return false }
            let quote = bytes[text.lowerBound - 1]
            return (quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")) && bytes[text.upperBound] == quote
                && bytes[text.upperBound + 1] == UInt8(ascii: "]") && bytes[text.lowerBound - 2] == UInt8(ascii: "[")
                && code[text.lowerBound - 2] && Self.isWord(bytes[text.lowerBound - 3])
        }

        /// Whether the found word is the end of a longer one, such as the name of another variable.
        var precedingIsWord: Bool {
            guard start > 0 else { return false }
            let byte = bytes[start - 1]
            return Self.isWord(byte) || byte == UInt8(ascii: "-")
        }

        mutating func skipSpace() {
            while position < bytes.count, bytes[position].isASCIIWhitespace { position += 1 }
        }

        mutating func consume(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
            position += 1
            return true
        }

        /// Reads a dot and the name of a member, which can be empty; `nil` if no dot follows.
        mutating func readMember() -> String? {
            guard consume(".") else { return nil }
            let begin = position
            while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
            return String(decoding: bytes[begin..<position], as: UTF8.self)
        }

        /// Reads a string literal, or a template without expressions; `nil` if it is part of a larger expression, or if it has an
        /// escape other than that of a punctuation character.
        mutating func readString() -> String? {
            guard position < bytes.count else { return nil }
            let quote = bytes[position]
            guard "\"'`".utf8.contains(quote) else { return nil }
            var value: [UInt8] = []
            var isPlain = true
            var next = position + 1
            while next < bytes.count, bytes[next] != quote {
                if bytes[next] == UInt8(ascii: "\\"), next + 1 < bytes.count {
                    next += 1
                    // Escapes of letters and digits are not decoded.
                    if Self.isWord(bytes[next]) || bytes[next].isASCIIWhitespace { isPlain = false }
                } else if quote == UInt8(ascii: "`"), bytes[next...].starts(with: "${".utf8) {
                    isPlain = false
                }
                value.append(bytes[next])
                next += 1
            }
            guard next < bytes.count else { return nil }
            position = next + 1
            skipSpace()
            guard !value.isEmpty, isPlain else { return nil }
            guard !consume("+") else {
                literal = value[...].prefix(HTTPURL.byteCountMax).text
                return nil
            }
            return value[...].text
        }

        private static func isWord(_ byte: UInt8) -> Bool {
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "$")
        }
    }
}
