import ConnectivityCore

/// The answer of a server to one request.
enum CapturedResponse {
    /// The whole response; the connection ends with it if it has no length.
    case whole(ProbeResponse)
    /// The received part of the response; `nil` if its header is not complete.
    case part(ProbeResponse?)
    /// Bytes that are not HTTP.
    case malformed

    /// Reads the next response, and moves past it; `hasEnded` if the server has sent everything.
    init(_ lines: inout LineReader, to method: String, hasEnded: Bool) {
        while true {
            let rest = lines.rest
            guard rest.starts(with: "HTTP/".utf8) || rest.count < 5 else {
                self = .malformed
                return
            }
            guard Self.hasWholeHead(rest) else {
                self = rest.count > HTTPMessage.maximumHeaderSize ? .malformed : .part(nil)
                return
            }
            let start = lines.position
            guard let line = lines.next(), let status = StatusLine(line),
                let headers = try? HTTPMessage.fields(&lines, from: start)
            else {
                self = .malformed
                return
            }
            if status.isInterim { continue }
            self.init(status.status, headers, &lines, to: method, hasEnded: hasEnded)
            return
        }
    }

    private init(
        _ status: Int,
        _ headers: HeaderFields,
        _ lines: inout LineReader,
        to method: String,
        hasEnded: Bool
    ) {
        // RFC 9112, section 6.3.
        var (body, isWhole): (ArraySlice<UInt8>, Bool) = ([], true)
        if method != "HEAD", ![101, 204, 304].contains(status) {
            if HTTPMessage.saysChunked(headers) {
                guard let read = ChunkedBody.read(&lines) else {
                    self = .malformed
                    return
                }
                (body, isWhole) = (read.content[...], read.isComplete)
            } else {
                let length = headers["Content-Length"].flatMap { Int($0) }
                let count = min(lines.rest.count, max(0, length ?? .max))
                body = lines.read(count) ?? []
                isWhole = length.map { count >= $0 } ?? hasEnded
            }
        }
        let isCut = body.count > HTTPMessage.maximumBodySize
        let response = ProbeResponse(
            status: status,
            headers: headers,
            body: Array(body.prefix(HTTPMessage.maximumBodySize)),
            completeness: isCut ? .cutAtLimit : .complete
        )
        self = isWhole ? .whole(response) : .part(response)
    }

    /// Whether an empty line lies within the limit of a header.
    private static func hasWholeHead(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isLineEmpty = false
        for byte in bytes.prefix(HTTPMessage.maximumHeaderSize) where byte != 0x0D {
            guard byte == 0x0A else {
                isLineEmpty = false
                continue
            }
            if isLineEmpty { return true }
            isLineEmpty = true
        }
        return false
    }
}
