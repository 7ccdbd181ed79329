import ConnectivityCore

/// A response as `curl -i` writes it: status line, header fields, an empty line, and the body.
///
/// Lines end in CRLF or LF. Interim responses and the answer of a proxy that opened a tunnel are passed over. The body
/// is whatever follows, whatever `Content-Length` says; a chunked one is decoded where it is still whole, because
/// `curl -i` shows decoded bodies and leaves the field.
enum HTTPMessage {
    static let headerByteCountMax = 64 * 1024
    static let bodyByteCountMax = 256 * 1024

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

    private static func fields(_ lines: inout LineReader, from start: Int) throws(RecordingError) -> HeaderFields {
        var block = HeaderBlock()
        while let line = lines.next() {
            guard lines.position - start <= headerByteCountMax else {
                throw RecordingError(line: lines.number, .headerTooLarge(byteCountMax: headerByteCountMax))
            }
            if line.isEmpty { break }
            guard block.append(line) else { throw RecordingError(line: lines.number, .headerField) }
        }
        return block.fields
    }

    private static func nextIsStatusLine(_ lines: LineReader) -> Bool {
        var ahead = lines
        return ahead.next().flatMap(StatusLine.init) != nil
    }

    private static func response(status: Int, headers: HeaderFields, rest: ArraySlice<UInt8>) -> ProbeResponse {
        var body = Array(rest)
        if saysChunked(headers), let decoded = ChunkedBody.decoded(rest) { body = decoded }
        guard body.count > bodyByteCountMax else { return ProbeResponse(status: status, headers: headers, body: body) }
        body.removeLast(body.count - bodyByteCountMax)
        return ProbeResponse(status: status, headers: headers, body: body, completeness: .cutAtLimit)
    }

    static func encoded(_ response: ProbeResponse) -> [UInt8] {
        let head = encodedHead(status: response.status, fields: response.headers.fields)
        // A body that happens to read as chunked under a field that says so would not come back as it is.
        let isAmbiguous = saysChunked(response.headers) && ChunkedBody.decoded(response.body[...]) != nil
        return head + (isAmbiguous ? ChunkedBody.encoded(response.body) : response.body)
    }

    private static func saysChunked(_ headers: HeaderFields) -> Bool {
        headers.values(of: "Transfer-Encoding").last?.lowercased().hasSuffix("chunked") == true
    }
}
