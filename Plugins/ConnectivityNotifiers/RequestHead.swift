import ConnectivityCore
import ConnectivitySupport

/// The head of a request to one of our small servers (RFC 9112), read byte by byte and without trust in its sender.
package struct RequestHead: Equatable, Sendable {
    /// Why a head cannot be served.
    package enum Refusal: Error {
        /// It is longer than the server reads.
        case tooLarge
        /// It is no head of a request, or one that readers would understand in different ways.
        case malformed

        /// The status line without the version.
        package var status: String {
            switch self {
            case .tooLarge: "431 Request Header Fields Too Large"
            case .malformed: "400 Bad Request"
            }
        }
    }

    /// One field.
    package struct Field: Equatable, Sendable {
        /// The name in lower case.
        package let name: String
        /// The value without white space at its ends; bytes that are not UTF-8 are replaced.
        package let value: String
        /// The whole line as it came, without its end.
        package let line: [UInt8]
    }

    package let method: String
    package let target: String
    /// The last digit of the version, which is `HTTP/1.` and this digit.
    package let minorVersion: UInt8
    package let fields: [Field]
    /// The number of bytes with the empty line at the end.
    package let byteCount: Int

    /// Reads a head from the start of what a client sent; `nil` if it is not complete.
    /// - Parameters:
    ///   - bytes: What came so far.
    ///   - byteCountMax: The maximum number of bytes of a head.
    /// - Throws: A refusal, for the client to see.
    package init?(_ bytes: [UInt8], byteCountMax: Int) throws(Refusal) {
        guard let (lines, end) = Self.lines(bytes) else {
            guard bytes.count < byteCountMax else { throw .tooLarge }
            return nil
        }
        guard end <= byteCountMax else { throw .tooLarge }
        guard let first = lines.first else { throw .malformed }
        let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), !words[1].isEmpty,
            words[1].allSatisfy({ (0x21...0x7E).contains($0) }), words[2].count == 8,
            words[2].starts(with: "HTTP/1.".utf8), let digit = words[2].last, digit.isASCIIDigit
        else { throw .malformed }
        var fields: [Field] = []
        for line in lines.dropFirst() { fields.append(try Self.field(line)) }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1], as: UTF8.self)
        minorVersion = digit - UInt8(ascii: "0")
        self.fields = fields
        byteCount = end
    }

    /// The values of a field, whose name is in lower case.
    package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Returns the lines before the first empty one, and the number of bytes with it; `nil` if there is no empty line.
    ///
    /// A line may end without a carriage return, and one empty line may come first (RFC 9112, section 2.2).
    private static func lines(_ bytes: [UInt8]) -> (lines: [ArraySlice<UInt8>], end: Int)? {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = bytes[start..<end]
            let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if !content.isEmpty { lines.append(content) } else if start > 0 { return (lines, end + 1) }
            start = end + 1
        }
        return nil
    }

    /// Reads a field line; folded lines and white space before the colon are refused (RFC 9112, section 5).
    private static func field(_ line: ArraySlice<UInt8>) throws(Refusal) -> Field {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else { throw .malformed }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = line[(colon + 1)...].drop(while: isBlank)
        // A carriage return or a null byte is the end of a line for some readers.
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .malformed }
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        return Field(
            name: String(decoding: line[..<colon], as: UTF8.self).lowercased(),
            value: String(decoding: value[..<end], as: UTF8.self),
            line: Array(line)
        )
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(\.isTokenByte)
    }
}
