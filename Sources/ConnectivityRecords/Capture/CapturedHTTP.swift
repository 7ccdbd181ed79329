import ConnectivityCore

/// A request of a captured connection.
struct CapturedRequest {
    static let headerByteCountMax = 64 * 1024
    /// The number of requests that are read on one connection.
    static let countMax = 20_000

    var method: String
    var target: String
    var host: String?
    /// The bytes from the first one of the request to the last one of its body.
    var range: Range<Int>

    /// Reads the requests that a client sent, up to the first one that cannot be read.
    static func all(in sent: CapturedBytes) -> [CapturedRequest] {
        var requests: [CapturedRequest] = []
        var start = 0
        while requests.count < countMax, start < sent.bytes.count {
            let beginning = Array(sent.bytes[start...].prefix(headerByteCountMax))
            guard let head = try? RequestHead(beginning, byteCountMax: headerByteCountMax, unfolds: true) else { break }
            var lines = LineReader(sent.bytes, from: start + head.byteCount)
            if HTTPMessage.saysChunked(head.headers) {
                guard ChunkedBody.read(&lines)?.isComplete == true else { break }
            } else if let count = head.headers["Content-Length"].flatMap({ Int($0) }), count > 0 {
                guard lines.take(count) != nil else { break }
            }
            requests.append(
                CapturedRequest(
                    method: head.method,
                    target: head.target,
                    host: head.headers["Host"],
                    range: start..<lines.position
                )
            )
            start = lines.position
            // What follows is no HTTP.
            if head.method == "CONNECT" || head.headers["Upgrade"] != nil { break }
        }
        return requests
    }

    /// Returns the URL that was asked.
    /// - Parameter server: The address and the port of the server, for a request without a host.
    /// - Returns: The URL; `nil` if a probe cannot ask it.
    func url(at server: CapturedSide) -> HTTPURL? {
        guard target.hasPrefix("/") else { return try? HTTPURL(target) }
        let address = server.address.family == .ipv6 ? "[\(server.address)]" : "\(server.address)"
        return try? HTTPURL("http://\(host ?? "\(address):\(server.port)")\(target)")
    }
}

/// What a server sent as the answer to one request.
enum CapturedResponse {
    /// The whole response; the connection ends with it if it has no length.
    case whole(ProbeResponse)
    /// The response as far as it came; `nil` if its header is not complete.
    case part(ProbeResponse?)
    /// Something else than HTTP.
    case malformed

    /// Reads the next response.
    /// - Parameters:
    ///   - lines: The bytes of the server; its position is moved behind the response.
    ///   - method: The method of the request.
    ///   - hasEnded: Whether the server has sent all that it wanted to send.
    init(_ lines: inout LineReader, to method: String, hasEnded: Bool) {
        while true {
            let rest = lines.rest
            guard rest.starts(with: "HTTP/".utf8) || rest.count < 5 else {
                self = .malformed
                return
            }
            guard Self.hasWholeHead(rest) else {
                self = rest.count > HTTPMessage.headerByteCountMax ? .malformed : .part(nil)
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
                body = lines.take(count) ?? []
                isWhole = length.map { count >= $0 } ?? hasEnded
            }
        }
        let isCut = body.count > HTTPMessage.bodyByteCountMax
        let response = ProbeResponse(
            status: status,
            headers: headers,
            body: Array(body.prefix(HTTPMessage.bodyByteCountMax)),
            completeness: isCut ? .cutAtLimit : .complete
        )
        self = isWhole ? .whole(response) : .part(response)
    }

    /// Whether there is an empty line within the limit of a header.
    private static func hasWholeHead(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isLineEmpty = false
        for byte in bytes.prefix(HTTPMessage.headerByteCountMax) where byte != 0x0D {
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
