/// The bytes of a script that can run: without comments, the content of strings, and functions that are never called.
///
/// It is not an interpreter. In case of doubt, bytes count as run: the content of functions without a name, or whose name occurs
/// elsewhere in the page.
struct ScriptCode {
    /// The number of functions that are examined; the others count as called.
    private static let functionCountMax = 32
    private static let function = Array("function".utf8)

    private let bytes: [UInt8]
    /// Whether each byte is code.
    private var isCode: [Bool]

    /// Reads a script of a page, in which its functions may be called.
    init(_ script: [UInt8], in page: [UInt8]) {
        bytes = script
        isCode = [Bool](repeating: true, count: script.count)
        markTexts()
        markUncalled(in: page)
    }

    subscript(offset: Int) -> Bool { isCode[offset] }

    // MARK: Comments and strings

    private mutating func markTexts() {
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            let next = position + 1 < bytes.count ? bytes[position + 1] : 0
            switch (byte, next) {
            case (UInt8(ascii: "/"), UInt8(ascii: "/")):
                let end = bytes[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
                mark(position..<end)
                position = end
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                let end = bytes.firstOffset(of: Array("*/".utf8), from: position + 2).map { $0 + 2 } ?? bytes.count
                mark(position..<end)
                position = end
            case (UInt8(ascii: "/"), _) where beginsPattern(at: position):
                position = end(of: byte, from: position, isPattern: true)
            case (UInt8(ascii: "\""), _), (UInt8(ascii: "'"), _), (UInt8(ascii: "`"), _):
                let end = end(of: byte, from: position)
                mark(position + 1..<max(position + 1, end - 1))
                position = end
            default: position += 1
            }
        }
    }

    /// Whether a slash begins a regular expression instead of a division: an operand cannot end before it.
    private func beginsPattern(at position: Int) -> Bool {
        guard let before = bytes[..<position].last(where: { !$0.isASCIIWhitespace }) else { return true }
        return "(,=:[!&|?{};".utf8.contains(before)
    }

    /// Returns the end of a literal: after the same delimiter, or at the end of the line, which only a template can cross.
    private func end(of delimiter: UInt8, from start: Int, isPattern: Bool = false) -> Int {
        var position = start + 1
        var isInClass = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\\") {
                position += 2
                continue
            }
            if isPattern, byte == UInt8(ascii: "[") { isInClass = true }
            if isPattern, byte == UInt8(ascii: "]") { isInClass = false }
            if byte == delimiter, !isInClass { return position + 1 }
            if byte == 0x0A, delimiter != UInt8(ascii: "`") { return position }
            position += 1
        }
        return bytes.count
    }

    private mutating func mark(_ range: Range<Int>) {
        for offset in range where offset < bytes.count { isCode[offset] = false }
    }

    // MARK: Functions

    private mutating func markUncalled(in page: [UInt8]) {
        var position = 0
        for _ in 0..<Self.functionCountMax {
            guard let found = bytes.firstOffset(of: Self.function, from: position) else { return }
            position = found + Self.function.count
            guard isCode[found], let name = name(at: position), let body = body(from: position),
                !isNamedTwice(name, in: page)
            else { continue }
            mark(body)
            position = body.upperBound
        }
    }

    private func name(at start: Int) -> [UInt8]? {
        let rest = bytes[start...].drop(while: \.isASCIIWhitespace)
        guard rest.startIndex > start else { return nil }
        let name = rest.prefix(while: Self.isWord)
        return name.isEmpty ? nil : Array(name)
    }

    /// The content of the next pair of braces in the code.
    private func body(from start: Int) -> Range<Int>? {
        var depth = 0
        var first = start
        for offset in start..<bytes.count where isCode[offset] {
            if bytes[offset] == UInt8(ascii: "{") {
                if depth == 0 { first = offset + 1 }
                depth += 1
            } else if bytes[offset] == UInt8(ascii: "}") {
                depth -= 1
                if depth <= 0 { return depth == 0 ? first..<offset : nil }
            }
        }
        return nil
    }

    private func isNamedTwice(_ name: [UInt8], in page: [UInt8]) -> Bool {
        var count = 0
        var position = 0
        while let found = page.firstOffset(of: name, from: position) {
            position = found + name.count
            let isWhole =
                (found == 0 || !Self.isWord(page[found - 1]))
                && (position == page.count || !Self.isWord(page[position]))
            if isWhole { count += 1 }
            if count > 1 { return true }
        }
        return false
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
}
