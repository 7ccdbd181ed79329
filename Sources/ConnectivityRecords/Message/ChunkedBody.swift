import ConnectivityCore

/// The chunked transfer coding (RFC 9112, section 7.1).
package enum ChunkedBody {
    private static let sizeDigitCountMax = 8

    /// Takes the coding away.
    /// - Parameter bytes: The body.
    /// - Returns: The content, or `nil` where the body is anything else than one whole chunked body.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var lines = LineReader(Array(bytes))
        var content: [UInt8] = []
        while let line = lines.next() {
            guard let size = size(line) else { return nil }
            guard size > 0 else { return endsWithTrailer(&lines) ? content : nil }
            let isCRLF = lines.endedInCRLF
            guard let chunk = lines.take(size), lines.next()?.isEmpty == true, lines.endedInCRLF == isCRLF else {
                return nil
            }
            content += chunk
        }
        return nil
    }

    /// Codes content as one chunk.
    /// - Parameter content: The content.
    /// - Returns: A whole chunked body.
    package static func encoded(_ content: [UInt8]) -> [UInt8] {
        let end = Array("0\r\n\r\n".utf8)
        guard !content.isEmpty else { return end }
        return Array("\(String(content.count, radix: 16))\r\n".utf8) + content + Array("\r\n".utf8) + end
    }

    private static func size(_ line: ArraySlice<UInt8>) -> Int? {
        var digits = line.prefix { $0 != UInt8(ascii: ";") }
        while digits.last == 0x20 || digits.last == 0x09 { digits.removeLast() }
        guard (1...sizeDigitCountMax).contains(digits.count), digits.allSatisfy(\.isASCIIHexDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Whether trailer fields and an empty line, and nothing else, are left.
    private static func endsWithTrailer(_ lines: inout LineReader) -> Bool {
        var block = HeaderBlock()
        while let line = lines.next() {
            if line.isEmpty { return lines.isAtEnd }
            guard block.append(line) else { return false }
        }
        return false
    }
}
