package import ConnectivityCore

/// The head of a request to one of our small servers (RFC 9112), parsed byte by byte from an untrusted sender.
package struct RequestHead: Equatable, Sendable {
    /// The reason why a head cannot be served.
    package enum Refusal: Error {
        /// It is longer than the limit of the server.
        case tooLarge
        /// It is not the head of a request, or is one that readers would understand in different ways.
        case malformed

        /// The status line without the version.
        package var status: String {
            switch self {
            case .tooLarge: "431 Request Header Fields Too Large"
            case .malformed: "400 Bad Request"
            }
        }
    }

    package let method: String
    package let target: String
    /// The last digit of the version, which is `HTTP/1.` and this digit.
    package let minorVersion: UInt8
    package let headers: HeaderFields
    /// The received lines of the fields, without their ends.
    package let lines: [ArraySlice<UInt8>]
    /// The number of bytes, with the empty line at the end.
    package let byteCount: Int

    /// Reads a head from the start of the bytes that a client has sent so far; `nil` if it is not complete.
    ///
    /// With `unfolds`, a folded line is part of the field before it, and not a fault (RFC 9112, section 5.2).
    package init?(_ bytes: [UInt8], byteCountMax: Int, unfolds: Bool = false) throws(Refusal) {
        guard let (lines, end) = Self.lines(bytes) else {
            guard bytes.count < byteCountMax else { throw .tooLarge }
            return nil
        }
        guard end <= byteCountMax else { throw .tooLarge }
        guard let first = lines.first else { throw .malformed }
        let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, words[0].isToken, !words[1].isEmpty,
            words[1].allSatisfy({ (0x21...0x7E).contains($0) }), words[2].count == 8,
            words[2].starts(with: "HTTP/1.".utf8), let digit = words[2].last, digit.isASCIIDigit
        else { throw .malformed }
        var headers = HeaderFields()
        for line in lines.dropFirst() {
            // Some readers treat a folded line, a carriage return or a null byte as the end of a line.
            guard unfolds || line.first?.isFieldBlank == false,
                line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }), headers.append(line: line)
            else { throw .malformed }
        }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1], as: UTF8.self)
        minorVersion = digit - UInt8(ascii: "0")
        self.headers = headers
        self.lines = Array(lines.dropFirst())
        byteCount = end
    }

    /// Returns the lines before the first empty one, and the number of bytes with it; `nil` if there is no empty line.
    ///
    /// A line may end without a carriage return, and one empty line may precede them (RFC 9112, section 2.2).
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
}

extension HeaderFields {
    /// Whether the one `Host` field names this device by a loopback address, or as localhost.
    ///
    /// A web page may let its host name resolve to a loopback address, so that a browser on this device sends requests
    /// to a server here and shows the answers to the page (DNS rebinding).
    package var nameThisDevice: Bool {
        let hosts = values(of: "Host")
        guard let host = hosts.first, hosts.count == 1 else { return false }
        let name = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
        return name.lowercased() == "localhost" || (try? IPAddress(name))?.isLoopback == true
    }

    /// Adds a line of a head without its end, and returns whether it is valid (RFC 9112, section 5); an invalid line is not
    /// added.
    ///
    /// A line that begins with a space or a tab continues the field before it. With `anyName`, an invalid name is accepted.
    package mutating func append(line: ArraySlice<UInt8>, anyName: Bool = false) -> Bool {
        guard let first = line.first else { return false }
        if first.isFieldBlank {
            guard let last = fields.indices.last else { return false }
            fields[last].value = [fields[last].value, line.fieldText].filter { !$0.isEmpty }.joined(separator: " ")
            return true
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), anyName || line[..<colon].isToken else {
            return false
        }
        fields.append(Field(name: line[..<colon].fieldText, value: line[(colon + 1)...].fieldText))
        return true
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are a valid name of a field (RFC 9110, section 5.6.2).
    fileprivate var isToken: Bool { !isEmpty && allSatisfy(\.isTokenByte) }

    /// The text without surrounding white space; bytes that are not UTF-8 are read as ISO 8859-1.
    fileprivate var fieldText: String {
        let start = drop(while: \.isFieldBlank)
        let end = start.lastIndex { !$0.isFieldBlank && $0 != 0x0D }.map { $0 + 1 } ?? start.startIndex
        let content = start[..<end]
        if content.allSatisfy({ $0 < 0x80 }) { return String(decoding: content, as: UTF8.self) }
        return String(validUTF8: content)
            ?? String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
    }
}

extension String {
    /// Whether the text has a control character other than tab, which would end or break a field.
    package var hasControlCharacter: Bool { utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}

extension UInt8 {
    fileprivate var isFieldBlank: Bool { self == 0x20 || self == 0x09 }
}
