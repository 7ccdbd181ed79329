import ConnectivityCore

// Finds secrets in lines: echoed header fields, YAML, settings, logs, tables and parts of forms.

extension TextRedactor {
    private static let lineByteCountMax = 4096
    private static let columnCountMax = 64

    /// Returns the ranges of the values in lines with listed names, in order.
    func valuesOfLines(in text: DecodedText) -> [Range<Int>] {
        let bytes = text.bytes
        var found: [Range<Int>] = []
        var table = Table()
        var part = FormPart()
        var block = Block()
        var start = 0
        while start < bytes.count {
            var end = bytes.end(from: start, limit: Self.lineByteCountMax) { $0 != 0x0A }
            let next = bytes.has(0x0A, at: end) ? end + 1 : end
            if end > start, bytes[end - 1] == 0x0D { end -= 1 }
            let line = start..<end
            start = max(next, start + 1)
            if let value = part.value(in: line, of: self, bytes) ?? block.value(in: line, of: self, bytes) {
                found.append(value)
            } else {
                found += table.values(in: line, of: self, bytes)
                found += fields(in: line, bytes, &block)
            }
        }
        return found
    }

    /// Returns the values after names with a colon, an equals sign or an arrow, which no quotation mark begins.
    private func fields(in line: Range<Int>, _ bytes: [UInt8], _ block: inout Block) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var position = line.lowerBound
        let first = bytes.end(from: position, limit: 64) { $0.isBlank || "-><*?|#+[".utf8.contains($0) }
        while position < line.upperBound {
            guard bytes[position].isNamePart else {
                position += 1
                continue
            }
            let start = position
            let end = bytes.end(from: start, limit: 65) { $0.isNamePart }
            position = end
            let option = bytes[start..<end].starts(with: "--".utf8)
            guard end - start <= 64, end < line.upperBound, isSecret(bytes[start..<end]) else { continue }
            let isFirst = start <= first
            let before = start > line.lowerBound ? bytes[start - 1] : 0x20
            guard before.isBlank || before.isQuote || isFirst || "(>".utf8.contains(before) else { continue }
            guard let value = value(after: end, in: line, bytes, isFirst: isFirst, isOption: option) else {
                if isFirst { block.begin(after: end, in: line, bytes) }
                continue
            }
            found.append(value)
            position = value.upperBound
        }
        return found
    }

    private func value(
        after name: Int,
        in line: Range<Int>,
        _ bytes: [UInt8],
        isFirst: Bool,
        isOption: Bool
    ) -> Range<Int>? {
        var position = bytes.end(from: name, limit: 8) { $0.isBlank || $0 == UInt8(ascii: "]") }
        let isSpaced = position > name
        guard position < line.upperBound else { return nil }
        let sign = bytes[position]
        let isColon = sign == UInt8(ascii: ":") && !isSpaced
        let isArrow = bytes[position...].starts(with: "=>".utf8) || bytes[position...].starts(with: "->".utf8)
        guard isColon || isArrow || sign == UInt8(ascii: "=") || isOption && isSpaced else { return nil }
        if isColon || sign == UInt8(ascii: "=") || isArrow { position += isArrow ? 2 : 1 }
        let start = bytes.end(from: position, limit: 16) { $0 == 0x20 || $0 == 0x09 }
        guard start < line.upperBound, !bytes[start].isQuote, !"[|>=&<".utf8.contains(bytes[start]),
            bytes[start] != UInt8(ascii: "{") || start + 1 < line.upperBound && (0x41...0x5A).contains(bytes[start + 1])
        else { return nil }
        // `name=value` within a line, or a whole line with spaces around the sign.
        let isWord = !isColon && !isArrow && !(isFirst && isSpaced)
        guard !isColon || start > position || isFirst && name < line.lowerBound + 64 else { return nil }
        let isHeader = isColon && HeaderFields.secretNames.contain(nameText(before: name, bytes))
        var end = start
        while end < line.upperBound {
            let byte = bytes[end]
            if byte.isQuote || byte == UInt8(ascii: "<") || isWord && (byte.isBlank || "&;,)".utf8.contains(byte)) {
                break
            }
            let follows = end + 1 < line.upperBound ? bytes[end + 1] : 0x20
            if !isHeader, ",;".utf8.contains(byte), follows.isBlank { break }
            if byte.isBlank,
                follows == UInt8(ascii: "(") || follows == UInt8(ascii: "#") || follows == UInt8(ascii: ";")
            {
                break
            }
            end += 1
        }
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        guard end > start,
            !isCode(bytes[start..<end], endingAt: end, in: line, bytes, isWord: isWord, isHeader: isHeader)
        else {
            return nil
        }
        return start..<end
    }

    private func nameText(before end: Int, _ bytes: [UInt8]) -> String {
        var start = end
        while start > 0, end - start < 64, bytes[start - 1].isNamePart { start -= 1 }
        return String(decoding: bytes[start..<end].map(\.asciiLowercased), as: UTF8.self)
    }

    /// Whether an unquoted value is an expression of a script, or a sentence for people.
    private func isCode(
        _ value: ArraySlice<UInt8>,
        endingAt end: Int,
        in line: Range<Int>,
        _ bytes: [UInt8],
        isWord: Bool,
        isHeader: Bool
    ) -> Bool {
        if isHeader { return false }
        if value.contains(where: { "(){}".utf8.contains($0) }) && value.first != UInt8(ascii: "{") { return true }
        // Statements, calls and members end with these.
        if let next = bytes[end..<line.upperBound].first, "(){}".utf8.contains(next) { return true }
        let rest = bytes[end..<line.upperBound].filter { !$0.isBlank }
        if rest.count == 1, ",;".utf8.contains(rest[0]) { return true }
        let isPath =
            value.contains(UInt8(ascii: ".")) && value.allSatisfy { $0.isASCIILetter || "._$".utf8.contains($0) }
        return isWord && isPath || value.split(whereSeparator: \.isBlank).count > 3
    }
}

/// A table with names in its first line, which commas, semicolons or tabs separate.
private struct Table {
    private var separator: UInt8 = 0
    private var count = 0
    private var columns: [Int] = []

    mutating func values(in line: Range<Int>, of redactor: TextRedactor, _ bytes: [UInt8]) -> [Range<Int>] {
        guard count > 1 else {
            begin(line, redactor, bytes)
            return []
        }
        var isQuoted = false
        let cells = bytes[line].split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == separator && !isQuoted
        }
        guard cells.count == count else {
            self = Table()
            begin(line, redactor, bytes)
            return []
        }
        return columns.compactMap { column in
            let cell = cells[column].drop { $0.isBlank || $0.isQuote }
            let end = cell.lastIndex { !$0.isBlank && !$0.isQuote }.map { $0 + 1 } ?? cell.startIndex
            return cell.startIndex < end ? cell.startIndex..<end : nil
        }
    }

    private mutating func begin(_ line: Range<Int>, _ redactor: TextRedactor, _ bytes: [UInt8]) {
        guard line.count <= 1024, let sign = bytes[line].first(where: { ",;\t|".utf8.contains($0) }) else { return }
        let cells = bytes[line].split(separator: sign, omittingEmptySubsequences: false).prefix(64)
        let names = cells.map { $0.filter { !$0.isQuote && !$0.isBlank } }
        guard names.count > 1, names.allSatisfy({ $0.count <= 40 && $0.allSatisfy(\.isNamePart) }) else { return }
        columns = names.indices.filter { redactor.isSecret(names[$0][...]) }
        (separator, count) = columns.isEmpty ? (0, 0) : (sign, names.count)
    }
}

/// A part of a body of `multipart/form-data` (RFC 7578).
private struct FormPart {
    private var isSecret = false
    private var isInContent = false

    mutating func value(in line: Range<Int>, of redactor: TextRedactor, _ bytes: [UInt8]) -> Range<Int>? {
        let text = bytes[line]
        if isInContent {
            guard !text.starts(with: "--".utf8) else {
                self = FormPart()
                return nil
            }
            return line.isEmpty ? nil : line
        }
        if isSecret {
            isInContent = line.isEmpty
            return nil
        }
        let field = Array("content-disposition:".utf8)
        guard text.count > field.count, text.prefix(field.count).map(\.asciiLowercased) == field else { return nil }
        let mark = Array(" name=".utf8)
        guard let start = Array(text).firstOffset(of: mark) else { return nil }
        let name = text.dropFirst(start + mark.count).drop(while: \.isQuote).prefix {
            !$0.isQuote && $0 != UInt8(ascii: ";")
        }
        isSecret = redactor.isSecretName(name)
        return nil
    }
}

/// The lines of a text or a list in YAML, which are indented below their name.
private struct Block {
    private var indentation: Int?
    private var isList = false

    /// Begins after a name whose value is in the lines that follow.
    mutating func begin(after name: Int, in line: Range<Int>, _ bytes: [UInt8]) {
        guard bytes.has(UInt8(ascii: ":"), at: name) else { return }
        let rest = bytes[name + 1..<line.upperBound].filter { !$0.isBlank }
        guard rest.isEmpty || rest.count <= 2 && "|>".utf8.contains(rest[0]) else { return }
        isList = rest.isEmpty
        indentation = bytes.end(from: line.lowerBound) { $0 == 0x20 } - line.lowerBound
    }

    mutating func value(in line: Range<Int>, of redactor: TextRedactor, _ bytes: [UInt8]) -> Range<Int>? {
        guard let indentation else { return nil }
        var start = bytes.end(from: line.lowerBound) { $0 == 0x20 }
        let isItem = bytes[start..<max(start, line.upperBound)].starts(with: "- ".utf8)
        guard isList ? isItem : start - line.lowerBound > indentation else {
            self.indentation = nil
            return nil
        }
        if isList { start += 2 }
        let value = bytes[start..<max(start, line.upperBound)].drop { $0.isBlank || $0.isQuote }
        let end = value.lastIndex { !$0.isBlank && !$0.isQuote }.map { $0 + 1 } ?? value.startIndex
        return value.startIndex < end ? value.startIndex..<end : nil
    }
}
