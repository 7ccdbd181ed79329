internal import ConnectivityCore

/// Reads markup from its beginning to its end; letters are compared without case.
struct ByteCursor {
    private let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The byte that comes next; `nil` at the end.
    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipWhitespace() {
        while byte?.isBlank == true { position += 1 }
    }

    /// Passes a text of small letters if it comes next.
    mutating func skip(if text: String) -> Bool {
        var index = position
        for wanted in text.utf8 {
            guard index < bytes.count, bytes[index].asciiLowercased == wanted else { return false }
            index += 1
        }
        position = index
        return true
    }

    /// Passes everything up to and including a text of small letters; everything where there is none.
    mutating func skip(past text: String) -> Bool {
        while position < bytes.count {
            if skip(if: text) { return true }
            position += 1
        }
        return false
    }

    /// Reads up to a byte, which comes next then.
    mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let byte, !isEnd(byte) { position += 1 }
        return bytes[start..<position]
    }

    /// Reads a value in quotation marks; `nil` where none comes next, or where it does not end.
    mutating func quotedValue() -> ArraySlice<UInt8>? {
        guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        position += 1
        let value = read { $0 == quote }
        guard byte != nil else { return nil }
        position += 1
        return value
    }

    /// Reads an attribute of a tag; `nil` at the end of the tag, which is passed.
    mutating func attribute() -> (name: String, value: ArraySlice<UInt8>)? {
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
    /// The text, with capitals made small.
    var lowercasedText: String { String(decoding: self, as: UTF8.self).lowercased() }
}

extension UInt8 {
    /// Space, tab, line feed, form feed, carriage return.
    var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(self) }
}
