import ConnectivityCore

// Finds secrets by the names before them: URL parameters, parameters of fields, members of JSON and scripts, in one
// pass over the decoded bytes. Markup is in a separate file.

extension TextRedactor {
    mutating func nameEdits(in text: DecodedText, isField: Bool) -> [DecodedText.Edit] {
        let bytes = text.bytes
        var edits: [DecodedText.Edit] = []
        // Ranges of values and contents of tags after the current position.
        var ahead: [Range<Int>] = []
        var tagEnd = 0
        var opener: UInt8 = 0
        // The end of the array or object whose texts have been collected.
        var containerEnd = 0
        var position = 0
        while position < bytes.count {
            while let next = ahead.last, next.lowerBound <= position {
                ahead.removeLast()
                guard position < next.upperBound else { continue }
                edits.append((position..<next.upperBound, replacement(forValue: bytes[position..<next.upperBound])))
                position = next.upperBound
            }
            guard position < bytes.count else { break }
            let byte = bytes[position]
            guard byte.isNamePart else {
                if byte == UInt8(ascii: "<"), position >= tagEnd {
                    let tag = secrets(ofTagAt: position, in: text)
                    tagEnd = tag.end
                    if !tag.secrets.isEmpty { ahead = (ahead + tag.secrets).sorted { $0.lowerBound > $1.lowerBound } }
                }
                if byte.isBlank || "\"'`<>(".utf8.contains(byte) { opener = byte }
                position += 1
                continue
            }
            let end = bytes.end(from: position) { $0.isNamePart }
            // A longer run of bytes is not a name.
            guard end - position <= 64, end < bytes.count, bytes[end].mayFollowName, isSecret(bytes[position..<end])
            else {
                position = end
                continue
            }
            let name = position..<end
            position = end
            let values =
                parameter(in: text, named: name, opener, isField: isField).map { [$0] }
                ?? member(in: text, named: name, &containerEnd)
            for value in values where !value.isEmpty {
                edits.append((value, replacement(forValue: bytes[value])))
                position = value.upperBound
            }
        }
        return edits
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
        guard bytes.has(UInt8(ascii: "="), at: sign) else { return nil }
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
        if start > 0, bytes[start - 1] == UInt8(ascii: "[") || bytes[start - 1] == UInt8(ascii: ".") {
            while first > 0, start - first < 64, bytes[first - 1].isNamePart || "[].".utf8.contains(bytes[first - 1]) {
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
    private func member(in text: DecodedText, named name: Range<Int>, _ containerEnd: inout Int) -> [Range<Int>] {
        let bytes = text.bytes
        var position = Self.endOfBrackets(in: bytes, from: name.upperBound)
        if position < bytes.count, bytes[position].isQuote { position += 1 }
        position = bytes.end(from: position, limit: 16) { $0.isBlank }
        guard position < bytes.count else { return [] }
        let isColon = bytes[position] == UInt8(ascii: ":")
        guard isColon || bytes[position] == UInt8(ascii: "=") else { return [] }
        position += 1
        if !isColon, bytes.has(UInt8(ascii: ">"), at: position) { position += 1 }
        position = bytes.end(from: position, limit: 16) { $0.isBlank }
        guard position < bytes.count else { return [] }
        if isColon, bytes[position] == UInt8(ascii: "{") || bytes[position] == UInt8(ascii: "[") {
            return position < containerEnd ? [] : scalars(in: text, from: position, &containerEnd)
        }
        return (scalar(in: text, at: position)?.value).map { [$0] } ?? []
    }

    /// Returns the range of a quoted text without its quotation marks, or of a number of two or more digits.
    private func scalar(in text: DecodedText, at start: Int) -> (value: Range<Int>, end: Int)? {
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
    fileprivate var isQuote: Bool {
        self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "`")
    }

    fileprivate var mayFollowName: Bool { isBlank || isQuote || ":=[]".utf8.contains(self) }
}
