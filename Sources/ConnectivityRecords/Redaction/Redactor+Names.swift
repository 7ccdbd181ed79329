import ConnectivityCore

// Finds secrets by the names before them: URL parameters, members of JSON and scripts, form fields, XML elements. It
// takes one pass over the bytes, in linear time.

extension Redactor {
    /// Replaces every occurrence of a text.
    mutating func replacingText(_ text: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if bytes[position] == text[0], bytes[position...].starts(with: text) {
                output += replacement(forToken: text[...])
                position += text.count
            } else {
                output.append(bytes[position])
                position += 1
            }
        }
        return output
    }

    mutating func replacingNamed(in bytes: [UInt8]) -> [UInt8] {
        guard !rules.parameterNames.isEmpty else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var position = 0
        var tagEnd = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), position >= tagEnd {
                tagEnd = Self.tagEnd(in: bytes, from: position)
                if let value = fieldValue(in: bytes, position..<tagEnd) {
                    output += bytes[position..<value.lowerBound] + replacement(forValue: bytes[value])
                    position = value.upperBound
                    continue
                }
                output.append(bytes[position])
                position += 1
                continue
            }
            // The digits of a percent-encoded byte do not belong to a name.
            if bytes.isPercentEncoded(before: position + 3) {
                output += bytes[position..<position + 3]
                position += 3
                continue
            }
            guard bytes[position].isNameByte else {
                output.append(bytes[position])
                position += 1
                continue
            }
            let end = bytes.end(from: position) { $0.isNameByte }
            // A longer run of bytes does not count as a name.
            if end - position <= 64, end < bytes.count, bytes[end].mayFollowName, isSecret(bytes[position..<end]),
                let value = value(in: bytes, named: position..<end)
            {
                output += bytes[position..<value.lowerBound] + replacement(forValue: bytes[value])
                position = value.upperBound
            } else {
                output += bytes[position..<end]
                position = end
            }
        }
        return output
    }

    func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        var letters: [UInt8] = []
        for index in name.indices where name[index].isASCIILetter { letters.append(name[index].lowercased) }
        return !letters.isEmpty && parameterNames.contain(String(decoding: letters, as: UTF8.self))
    }

    private mutating func replacement(forValue value: ArraySlice<UInt8>) -> [UInt8] {
        // A hardware address that the shapes have replaced keeps its form.
        let digits = value.filter(\.isASCIIHexDigit).map(\.lowercased)
        if digits.count == 12, digits.starts(with: "00005e0053".utf8) { return Array(value) }
        return value.allSatisfy(\.isASCIIDigit) && value.count >= 4
            ? replacement(forNumber: value) : replacement(forToken: value)
    }

    // MARK: name=value and "name": "value"

    private func value(in bytes: [UInt8], named name: Range<Int>) -> Range<Int>? {
        parameter(in: bytes, named: name) ?? quoted(in: bytes, named: name)
    }

    /// Returns the range of a parameter's value in a URL or a form; the URL may itself be percent-encoded.
    private func parameter(in bytes: [UInt8], named name: Range<Int>) -> Range<Int>? {
        let isEncoded = bytes.isPercentEncoded(before: name.lowerBound)
        let before = name.lowerBound > 0 ? bytes[name.lowerBound - 1] : UInt8(ascii: "?")
        guard isEncoded || "?&;#\"'`".utf8.contains(before) else { return nil }
        var start = name.upperBound
        if bytes[start...].starts(with: "=".utf8) {
            start += 1
        } else if bytes[start...].starts(with: "%3D".utf8) || bytes[start...].starts(with: "%3d".utf8) {
            start += 3
        } else {
            return nil
        }
        var end = start
        while end < bytes.count, bytes[end] > 0x20, !"&;\"'`<>#\\,)|".utf8.contains(bytes[end]) {
            // In a URL within a URL, the next parameter begins after %26.
            if bytes[end] == UInt8(ascii: "%"), bytes[end...].starts(with: "%26".utf8) { break }
            end += 1
        }
        return start < end ? start..<end : nil
    }

    /// Returns the range of a quoted text, or of a number from four digits on, after a name and a colon or `=`.
    private func quoted(in bytes: [UInt8], named name: Range<Int>) -> Range<Int>? {
        var position = name.upperBound
        let quotes = Array("\"'`".utf8)
        func skip(_ belongs: (UInt8) -> Bool, limit: Int) {
            let end = Swift.min(bytes.count, position + limit)
            while position < end, belongs(bytes[position]) { position += 1 }
        }
        skip({ quotes.contains($0) || $0 == UInt8(ascii: "\\") }, limit: 2)
        skip({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }, limit: 16)
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") || bytes[position] == UInt8(ascii: "=")
        else {
            return nil
        }
        position += 1
        skip({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }, limit: 16)
        skip({ $0 == UInt8(ascii: "\\") }, limit: 1)
        guard position < bytes.count else { return nil }
        guard quotes.contains(bytes[position]) else {
            let end = bytes.end(from: position) { $0.isASCIIDigit }
            let isNumber = end - position >= 4 && (end == bytes.count || !bytes[end].isNameByte)
            return isNumber ? position..<end : nil
        }
        let start = position + 1
        let end = bytes[start...].firstIndex { $0 == bytes[position] || $0 == 0x0A || $0 == UInt8(ascii: "\\") }
        return end.flatMap { start < $0 ? start..<$0 : nil }
    }

    // MARK: Markup

    private static let tagByteCountMax = 4096

    private static func tagEnd(in bytes: [UInt8], from start: Int) -> Int {
        let limit = Swift.min(bytes.count, start + tagByteCountMax)
        return bytes[start..<limit].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? limit
    }

    /// Returns the range of the secret in a form field or element.
    ///
    /// Examples are `<input name="token" value="...">` and `<Token>...</Token>`.
    private func fieldValue(in bytes: [UInt8], _ tag: Range<Int>) -> Range<Int>? {
        let nameEnd = bytes.end(from: tag.lowerBound + 1) { $0.isNameByte }
        let element = bytes[tag.lowerBound + 1..<Swift.min(nameEnd, tag.upperBound)]
        if isSecret(element), tag.upperBound == nameEnd + 1 {
            let limit = Swift.min(bytes.count, tag.upperBound + Self.tagByteCountMax)
            let end = bytes[tag.upperBound..<limit].firstIndex(of: UInt8(ascii: "<"))
            return end.flatMap { tag.upperBound < $0 ? tag.upperBound..<$0 : nil }
        }
        var isSecretField = false
        var value: Range<Int>?
        var position = nameEnd
        while position < tag.upperBound {
            guard bytes[position].isNameByte else {
                position += 1
                continue
            }
            let end = bytes.end(from: position) { $0.isNameByte }
            let name = String(decoding: bytes[position..<end].map(\.lowercased), as: UTF8.self)
            guard end < tag.upperBound, bytes[end] == UInt8(ascii: "=") else {
                position = end
                continue
            }
            let quote = end + 1 < bytes.count ? bytes[end + 1] : 0x20
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            let start = isQuoted ? end + 2 : end + 1
            let stop = bytes[Swift.min(start, tag.upperBound)..<tag.upperBound].firstIndex {
                isQuoted ? $0 == quote : $0 <= 0x20 || $0 == UInt8(ascii: ">")
            }
            let range = start..<Swift.max(start, stop ?? tag.upperBound)
            switch name {
            case "name", "id": isSecretField = isSecretField || isSecret(bytes[range])
            case "value", "content": value = range
            default: break
            }
            position = Swift.max(range.upperBound, end + 1)
        }
        guard isSecretField, let value, !value.isEmpty else { return nil }
        return value
    }
}

extension UInt8 {
    fileprivate var isNameByte: Bool { isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }

    /// Whether the byte can directly follow a name: `=`, `:`, a quote, white space, a percent sign or a backslash.
    fileprivate var mayFollowName: Bool {
        switch self {
        case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "'"), UInt8(ascii: ":"),
            UInt8(ascii: "="), UInt8(ascii: "\\"), UInt8(ascii: "`"):
            true
        default: false
        }
    }
}
