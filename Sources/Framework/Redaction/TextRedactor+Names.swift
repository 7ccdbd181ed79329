import ConnectivityCore

// Finds secrets by the names before them: URL parameters, parameters of fields, members of JSON and scripts, in one
// pass over the decoded bytes. Markup is in a separate file.

extension TextRedactor {
    mutating func nameEdits(in text: DecodedText, isField: Bool) -> [DecodedText.Edit] {
        let bytes = text.bytes
        let places =
            valuesOfNames(in: text, isField: isField) + valuesOfTags(in: text) + valuesOfLines(in: text)
            + valuesOfPhrases(in: text)
        var edits: [DecodedText.Edit] = []
        var end = 0
        for place in places.sorted(by: { ($0.lowerBound, -$0.count) < ($1.lowerBound, -$1.count) }) {
            let place = max(place.lowerBound, end)..<max(place.upperBound, end)
            guard !place.isEmpty, !Self.isPublic(bytes[place]) else { continue }
            edits.append((place, replacement(forValue: bytes[place])))
            end = place.upperBound
        }
        return edits
    }

    /// Returns the ranges of the values after listed names in URLs, forms, JSON, scripts and paths.
    private func valuesOfNames(in text: DecodedText, isField: Bool) -> [Range<Int>] {
        let bytes = text.bytes
        var found: [Range<Int>] = []
        var opener: UInt8 = 0
        var quote = 0
        // The end of the array or object whose texts have been collected.
        var containerEnd = 0
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            guard byte.isNamePart else {
                if byte.isBlank || "\"'`<>(".utf8.contains(byte) { opener = byte }
                if byte.isQuote { quote = position }
                position += 1
                continue
            }
            let end = bytes.end(from: position) { $0.isNamePart }
            var name = position..<end
            // A name of several words, as in `"Voucher Code": "X"`.
            if opener == 0x20, end < bytes.count, bytes[end].isQuote, bytes[end] == bytes[quote], end - quote <= 40,
                isSecret(bytes[(quote + 1)..<end])
            {
                (name, opener) = (quote + 1..<end, bytes[quote])
            }
            position = end
            // A longer run of bytes is not a name.
            guard name.count <= 64, end < bytes.count else { continue }
            // A source of a policy (CSP 3, section 2.3.1).
            if opener == UInt8(ascii: "'"), bytes[name].starts(with: "nonce-".utf8) {
                found.append(name.lowerBound + 6..<bytes.end(from: end, limit: 4) { $0 != opener })
            }
            guard bytes[end].mayFollowName, isSecret(bytes[name]) else {
                if let grant = grant(in: text, named: name) { found.append(grant) }
                continue
            }
            let values =
                parameter(in: text, named: name, opener, isField: isField).map { [$0] }
                ?? member(in: text, named: name, opener, &containerEnd)
            // The key of a pair has the name as its value.
            let isKey = bytes[name].map(\.asciiLowercased) == Array("key".utf8)
            let stated = values.filter { !isKey || !isListed(bytes[$0]) }
            found += stated
            if stated.isEmpty {
                if !isField { found += self.values(after: name, in: text).filter { !isListed(bytes[$0]) } }
                if let segment = segment(after: name, in: bytes) { found.append(segment) }
            }
            position = stated.map(\.upperBound).max() ?? position
        }
        return found
    }

    /// Whether a value is a word of a program, or an expression in the place of a value.
    private static func isPublic(_ value: ArraySlice<UInt8>) -> Bool {
        let isTemplate = ["$", "{", "<?", "<%", "#{"].contains { value.starts(with: $0.utf8) }
        if isTemplate, value.last.map({ "}>".utf8.contains($0) }) == true { return true }
        return value.count <= 9 && words.contains(String(decoding: value.trimmed.map(\.asciiLowercased), as: UTF8.self))
    }

    private static let words: Set<String> = [
        "true", "false", "null", "none", "nil", "undefined", "required", "optional", "yes", "no", "on", "off", "string",
        "number", "integer", "boolean", "password", "text", "hidden", "username", "(self)", "bearer", "basic",
    ]

    /// Whether a value is itself a name, as in a list of fields.
    private func isListed(_ value: ArraySlice<UInt8>) -> Bool {
        value.allSatisfy { $0.isNamePart && !$0.isASCIIDigit } && isSecret(value)
    }

    /// Whether a name, or one of its parts between brackets, dots, colons and the like, is listed.
    func isSecretName(_ name: ArraySlice<UInt8>) -> Bool {
        isSecret(name) || name.split { !$0.isNamePart }.contains(where: isSecret)
    }

    /// Returns the value of `code` or `state` in the redirects of OAuth (RFC 6749, section 4.1.2), and of a voucher's code.
    private func grant(in text: DecodedText, named name: Range<Int>) -> Range<Int>? {
        let bytes = text.bytes
        guard name.count == 4 || name.count == 5 else { return nil }
        let word = String(decoding: bytes[name].map(\.asciiLowercased), as: UTF8.self)
        guard word == "code" || word == "state", bytes[name.upperBound] == UInt8(ascii: "="), name.lowerBound > 0,
            "?&#".utf8.contains(bytes[name.lowerBound - 1]),
            let value = parameter(in: text, named: name, 0, isField: false)
        else { return nil }
        return isGrant(bytes[value], of: word) ? value : nil
    }

    /// Whether a value of `code` or `state` is neither a number nor a word of a protocol.
    func isGrant(_ value: ArraySlice<UInt8>, of name: String) -> Bool {
        guard value.count >= (name == "code" ? 4 : 8) else { return false }
        return value.contains { !$0.isASCIILetter && $0 != UInt8(ascii: "_") || (0x41...0x5A).contains($0) }
    }

    /// Returns the replacement of a value: a number stays a number, so that JSON stays JSON.
    private mutating func replacement(forValue value: ArraySlice<UInt8>) -> [UInt8] {
        // An address that was replaced by its shape keeps its form.
        let digits = value.filter(\.isASCIIHexDigit).map(\.asciiLowercased)
        if digits.count == 12, digits.starts(with: "00005e0053".utf8) { return Array(value) }
        if digits.count == 16, digits.starts(with: "00005efffe0053".utf8) { return Array(value) }
        let isNumber =
            value.contains(where: \.isASCIIDigit) && value.allSatisfy { $0.isASCIIDigit || "-.".utf8.contains($0) }
        return isNumber ? replacement(forNumber: value) : replacement(forToken: value)
    }

    // MARK: name=value

    /// Returns the range of a parameter's value in a URL, a form or a field.
    private func parameter(
        in text: DecodedText,
        named name: Range<Int>,
        _ opener: UInt8,
        isField: Bool
    ) -> Range<Int>? {
        let bytes = text.bytes
        guard Self.mayBeginParameter(in: text, name.lowerBound, isField: isField) else { return nil }
        let sign = Self.endOfBrackets(in: bytes, from: name.upperBound)
        guard bytes.has(UInt8(ascii: "="), at: sign), !bytes.has(UInt8(ascii: "="), at: sign + 1) else { return nil }
        let layers = text.layers(at: sign)
        var end = sign + 1
        while end < bytes.count {
            let byte = bytes[end]
            let isEnd =
                switch byte {
                case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "`"),
                    UInt8(ascii: "<"), UInt8(ascii: ">"), 0...0x20:
                    true
                case UInt8(ascii: "'"): opener == byte
                case UInt8(ascii: ")"): opener == UInt8(ascii: "(")
                case UInt8(ascii: ","): isField && Self.beginsParameter(in: bytes, at: end + 1)
                default: false
                }
            // A delimiter that is escaped more often than the sign before the value belongs to the value.
            if isEnd, text.layers(at: end).isPercentWithin(layers) { break }
            end += 1
        }
        return sign + 1 < end ? sign + 1..<end : nil
    }

    /// Whether a parameter may begin with a name, which may be within brackets or after a dot.
    private static func mayBeginParameter(in text: DecodedText, _ start: Int, isField: Bool) -> Bool {
        let bytes = text.bytes
        var first = start
        if start > 0, "[.$:".utf8.contains(bytes[start - 1]) {
            while first > 0, start - first < 64, bytes[first - 1].isNamePart || "[].$:".utf8.contains(bytes[first - 1])
            {
                first -= 1
            }
        }
        guard first > 0 else { return true }
        switch bytes[first - 1] {
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): return true
        // In scripts, brackets and dots follow these characters too.
        case UInt8(ascii: ";"), UInt8(ascii: "#"), UInt8(ascii: "`"), 0x0A: return first == start
        case UInt8(ascii: " "), UInt8(ascii: ","), 0x09: return isField && first == start
        case UInt8(ascii: ">"): return !bytes.has(UInt8(ascii: "="), at: first - 2)
        // A form within the value of a parameter has one more layer of escapes.
        case UInt8(ascii: "="):
            let sign = bytes.end(from: start, limit: 64 + 1) { $0 != UInt8(ascii: "=") }
            return sign < bytes.count && !text.layers(at: sign).isPercentWithin(text.layers(at: first - 1))
        // The end of a byte order mark.
        case 0xBF: return first == 3
        default: return false
        }
    }

    /// Skips brackets after a name, as in `user[password]=` or `token[value]=`.
    private static func endOfBrackets(in bytes: [UInt8], from start: Int) -> Int {
        var position = start
        if bytes.has(UInt8(ascii: "]"), at: position) { position += 1 }
        while bytes.has(UInt8(ascii: "["), at: position) {
            let end = bytes.end(from: position + 1, limit: 64) { $0.isNamePart || $0 == UInt8(ascii: ".") }
            guard bytes.has(UInt8(ascii: "]"), at: end) else { break }
            position = end + 1
        }
        return position
    }

    /// Whether another parameter of a field begins at an index, or the field ends there.
    private static func beginsParameter(in bytes: [UInt8], at start: Int) -> Bool {
        guard start < bytes.count, !bytes[start].isBlank else { return true }
        let end = bytes.end(from: start, limit: 64) { $0.isNamePart }
        return end > start && bytes.has(UInt8(ascii: "="), at: end)
    }

    // MARK: "name": "value"

    /// Returns the ranges of the quoted text or the number after a name and a colon or `=`, or of all texts and numbers in
    /// the array or object there.
    private func member(
        in text: DecodedText,
        named name: Range<Int>,
        _ opener: UInt8,
        _ containerEnd: inout Int
    ) -> [Range<Int>] {
        let bytes = text.bytes
        var position = Self.endOfBrackets(in: bytes, from: name.upperBound)
        if position < bytes.count, bytes[position].isQuote { position += 1 }
        position = bytes.end(from: position, limit: 16) { $0.isBlank }
        guard position < bytes.count else { return [] }
        let isColon = bytes[position] == UInt8(ascii: ":")
        guard isColon || bytes[position] == UInt8(ascii: "=") else { return [] }
        position += 1
        if !isColon, bytes.has(UInt8(ascii: ">"), at: position) { position += 1 }
        // `"/x?pin=" + "X"`: the quotation mark ends the text with the name, and a further text may follow.
        if !isColon, position == name.upperBound + 1, opener.isQuote, bytes.has(opener, at: position),
            name.lowerBound > 0, "?&#".utf8.contains(bytes[name.lowerBound - 1]) || bytes[name.lowerBound - 1] == opener
        {
            position = bytes.end(from: position + 1, limit: 16) { $0.isBlank || $0 == UInt8(ascii: "+") }
            if bytes[position...].starts(with: "encodeURIComponent(".utf8) { position += 19 }
            guard position < bytes.count, bytes[position].isQuote else { return [] }
        }
        position = bytes.end(from: position, limit: 16) { $0.isBlank }
        guard position < bytes.count else { return [] }
        if isColon, bytes[position] == UInt8(ascii: "{") || bytes[position] == UInt8(ascii: "[") {
            return position < containerEnd ? [] : scalars(in: text, from: position, &containerEnd)
        }
        return (scalar(in: text, at: position)?.value).map { [$0] } ?? []
    }

    /// Returns the range of a quoted text without its quotation marks, or of a number of two or more digits.
    func scalar(in text: DecodedText, at start: Int) -> (value: Range<Int>, end: Int)? {
        let bytes = text.bytes
        let first = bytes[start]
        guard first.isQuote else {
            let sign = first == UInt8(ascii: "-") ? start + 1 : start
            let end = bytes.end(from: sign) { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
            guard end - sign >= 2, bytes[sign].isASCIIDigit, end == bytes.count || !bytes[end].isNamePart else {
                return nil
            }
            return (sign..<(bytes[end - 1].isASCIIDigit ? end : end - 1), end)
        }
        let layers = text.layers(at: start)
        // Three quotation marks begin a text of several lines.
        let start = bytes.has(first, at: start + 1) && bytes.has(first, at: start + 2) ? start + 2 : start
        var end = start + 1
        // A text that was cut has no end; a line break ends a run that is not a text.
        while end < bytes.count, bytes[end] != first && bytes[end] != 0x0A || !text.layers(at: end).isWithin(layers) {
            end += 1
        }
        return (start + 1..<end, min(end + 1, bytes.count))
    }

    /// Returns the ranges of all texts and numbers in an array or object, without the names of members.
    private func scalars(in text: DecodedText, from start: Int, _ end: inout Int) -> [Range<Int>] {
        let bytes = text.bytes
        var values: [Range<Int>] = []
        var depth = 0
        var position = start
        defer { end = position }
        while position < bytes.count {
            let byte = bytes[position]
            if byte.isQuote || byte.isASCIIDigit || byte == UInt8(ascii: "-"),
                let found = scalar(in: text, at: position)
            {
                let next = bytes.end(from: found.end, limit: 16) { $0.isBlank }
                if !bytes.has(UInt8(ascii: ":"), at: next) { values.append(found.value) }
                position = found.end
                continue
            }
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
            if depth == 0 { break }
            position += 1
        }
        return values
    }
}

extension UInt8 {
    var isQuote: Bool {
        self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "`")
    }

    fileprivate var mayFollowName: Bool { isBlank || isQuote || ":=[],/$.-)".utf8.contains(self) }
}
