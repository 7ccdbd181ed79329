package import ConnectivityCore
import ConnectivityToolkit

/// Reads and writes a response in the format of `curl -i`: status line, header fields, an empty line, and the body.
///
/// Lines end in CRLF or LF. Interim responses and the response of a proxy that opened a tunnel are skipped. The body
/// consists of all remaining bytes; `Content-Length` is ignored. If `Transfer-Encoding` is chunked, the body is
/// decoded only if it is a complete chunked body, because `curl -i` prints decoded bodies and keeps the field.
enum HTTPMessage {
    static let maximumHeaderSize = 64 * 1024
    static let maximumBodySize = 256 * 1024

    static func response(_ lines: inout LineReader) throws(RecordingError) -> ProbeResponse {
        let start = lines.position
        while let line = lines.next() {
            guard let statusLine = StatusLine(line) else { throw RecordingError(line: lines.number, .statusLine) }
            let headers = try fields(&lines, from: start)
            if statusLine.isInterim || statusLine.opensTunnel && nextIsStatusLine(lines) { continue }
            return response(status: statusLine.status, headers: headers, rest: lines.rest)
        }
        throw RecordingError(line: lines.number + 1, .noResponse)
    }

    static func fields(_ lines: inout LineReader, from start: Int) throws(RecordingError) -> HeaderFields {
        var fields = HeaderFields()
        while let line = lines.next() {
            guard lines.position - start <= maximumHeaderSize else {
                throw RecordingError(line: lines.number, .headerTooLarge(byteCountMax: maximumHeaderSize))
            }
            if line.isEmpty { break }
            guard fields.append(line: line) else { throw RecordingError(line: lines.number, .headerField) }
        }
        return fields
    }

    private static func nextIsStatusLine(_ lines: LineReader) -> Bool {
        var ahead = lines
        return ahead.next().flatMap(StatusLine.init) != nil
    }

    private static func response(status: Int, headers: HeaderFields, rest: ArraySlice<UInt8>) -> ProbeResponse {
        var body = Array(rest)
        if saysChunked(headers), let decoded = ChunkedBody.decoded(rest) { body = decoded }
        guard body.count > maximumBodySize else { return ProbeResponse(status: status, headers: headers, body: body) }
        body.removeLast(body.count - maximumBodySize)
        return ProbeResponse(status: status, headers: headers, body: body, completeness: .cutAtLimit)
    }

    static func encoded(_ response: ProbeResponse) -> [UInt8] {
        let head = encodedHead(status: response.status, fields: response.headers.fields)
        // A body that looks chunked, with a field that states this, would be decoded when it is read back.
        let isAmbiguous = saysChunked(response.headers) && ChunkedBody.decoded(response.body[...]) != nil
        return head + (isAmbiguous ? ChunkedBody.encoded(response.body) : response.body)
    }

    static func saysChunked(_ headers: HeaderFields) -> Bool {
        headers.values(of: "Transfer-Encoding").last?.lowercased().hasSuffix("chunked") == true
    }
}

/// The status line of a response (RFC 9112, section 4); the reason phrase may be missing, as in HTTP/2.
struct StatusLine {
    var status: Int
    var reason: ArraySlice<UInt8>

    /// Whether the response is interim, so that another response follows on the same connection; 101 is not interim.
    var isInterim: Bool { (100...199).contains(status) && status != 101 }

    /// Whether this line reports that a proxy opened a tunnel; `curl -i` prints it before the response.
    var opensTunnel: Bool {
        let usual = "connection established"
        return (200...299).contains(status) && String(decoding: reason, as: UTF8.self).lowercased() == usual
    }

    init?(_ line: ArraySlice<UInt8>) {
        guard line.starts(with: "HTTP/".utf8) else { return nil }
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, Self.isVersion(parts[0].dropFirst(5)) else { return nil }
        let digits = parts[1]
        guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard status >= 100 else { return nil }
        self.status = status
        reason = parts.count > 2 ? parts[2] : []
    }

    /// Whether the bytes are a version such as `1.1` or `2`.
    private static func isVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2).contains(parts.count) && parts.allSatisfy { $0.count == 1 && $0.allSatisfy(\.isASCIIDigit) }
    }

}

/// Encodes a status line, header fields and an empty line; lines end in CRLF.
package func encodedHead(status: Int, fields: [HeaderFields.Field]) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reasonPhrase(of: status))\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8)
}

/// Returns the reason phrase of a status code (RFC 9110, section 15; RFC 6585; RFC 7725); empty for an unknown code.
private func reasonPhrase(of status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 407: "Proxy ProbeExchange.Authentication Required"
    case 408: "Request Timeout"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 451: "Unavailable For Legal Reasons"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 511: "Network ProbeExchange.Authentication Required"
    default: ""
    }
}

/// The chunked transfer coding (RFC 9112, section 7.1).
package enum ChunkedBody {
    private static let sizeDigitCountMax = 8

    /// Decodes a chunked body; `nil` if the bytes are not exactly one complete chunked body.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var lines = LineReader(Array(bytes))
        guard let read = read(&lines), read.isComplete, lines.isAtEnd else { return nil }
        return read.content
    }

    /// Reads a chunked body, complete or not, and moves past it, because other bytes may follow; `nil` if it is not chunked.
    static func read(_ lines: inout LineReader) -> (content: [UInt8], isComplete: Bool)? {
        var content: [UInt8] = []
        while let line = lines.next() {
            // The last line may be incomplete.
            guard let size = size(line) else { return lines.isAtEnd && line.isEmpty ? (content, false) : nil }
            guard size > 0 else { return readTrailer(&lines).map { (content, $0) } }
            let isCRLF = lines.endedInCRLF
            guard let chunk = lines.read(size) else { return (content + lines.rest, false) }
            content += chunk
            guard let end = lines.next() else { return (content, false) }
            guard end.isEmpty, lines.endedInCRLF == isCRLF else { return lines.isAtEnd ? (content, false) : nil }
        }
        return (content, false)
    }

    /// Encodes content as a complete chunked body of one chunk.
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

    /// Reads trailer fields up to an empty line; returns whether the line was found, or `nil` for any other content.
    private static func readTrailer(_ lines: inout LineReader) -> Bool? {
        var trailer = HeaderFields()
        while let line = lines.next() {
            if line.isEmpty { return true }
            guard trailer.append(line: line) else { return nil }
        }
        return false
    }
}

/// Splits bytes into lines that end in LF or CRLF; the last line may have no end.
struct LineReader {
    let bytes: [UInt8]
    /// The index at which the next line begins.
    private(set) var position = 0
    /// The number of the last line that was read, from 1.
    private(set) var number = 0
    /// Whether the last line that was read ended in CRLF, not in LF only.
    private(set) var endedInCRLF = false

    init(_ bytes: [UInt8], from position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    var rest: ArraySlice<UInt8> { bytes[position...] }

    var isAtEnd: Bool { position >= bytes.count }

    /// Reads the next line, without its line ending.
    mutating func next() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var line = bytes[position..<end]
        endedInCRLF = line.last == UInt8(ascii: "\r")
        if endedInCRLF { line.removeLast() }
        position = min(end + 1, bytes.count)
        number += 1
        return line
    }

    /// Reads a number of bytes; returns `nil` if fewer are left.
    mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
