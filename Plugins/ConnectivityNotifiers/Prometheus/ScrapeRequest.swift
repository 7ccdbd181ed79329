import ConnectivityCore

/// The head of a request for metrics (RFC 9112), read without trust in its sender.
struct ScrapeRequest {
    /// The maximum number of bytes of a head; Prometheus sends about 300.
    static let byteCountMax = 8192

    /// Whether the bytes have the end of a head.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        // A line may end without a carriage return (RFC 9112, section 2.2).
        var lineIsEmpty = false
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if lineIsEmpty { return true }
                lineIsEmpty = true
            } else if byte != UInt8(ascii: "\r") {
                lineIsEmpty = false
            }
        }
        return false
    }

    /// Returns the response to a head.
    /// - Parameters:
    ///   - head: The bytes up to the end of the head, or more.
    ///   - isPath: Whether the socket is a path, whose clients may name any host.
    ///   - page: Makes the page of metrics.
    /// - Returns: The whole response.
    static func response(to head: [UInt8], isPath: Bool, page: () -> String) -> [UInt8] {
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return message(400, "Bad Request") }
        let isHead = words[0] == "HEAD"
        guard words[0] == "GET" || isHead else {
            return message(405, "Method Not Allowed", fields: "Allow: GET, HEAD\r\n")
        }
        guard isPath || isLocal(lines.dropFirst()) else { return message(421, "Misdirected Request") }
        guard words[1].prefix(while: { $0 != "?" }) == "/metrics" else {
            return message(404, "Not Found", body: "The metrics are at /metrics.\n", isHead: isHead)
        }
        // Prometheus, "Exposition formats", basic information.
        return message(200, "OK", body: page(), type: "text/plain; version=0.0.4; charset=utf-8", isHead: isHead)
    }

    /// The response to a head that is too large.
    static var tooLarge: [UInt8] { message(431, "Request Header Fields Too Large") }

    /// Whether the request names this machine by address, or as localhost.
    ///
    /// A web page may let its own name lead to a loopback address, so that a browser on this machine asks here and shows
    /// the answer to the page (DNS rebinding).
    private static func isLocal(_ fields: some Sequence<Substring>) -> Bool {
        let hosts = fields.filter { $0.lowercased().hasPrefix("host:") }.map { $0.dropFirst(5).filter { $0 != " " } }
        guard let host = hosts.first, hosts.count == 1 else { return false }
        let name = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
        return name.lowercased() == "localhost" || IPAddress(name)?.isLoopback == true
    }

    private static func message(
        _ status: Int,
        _ phrase: String,
        fields: String = "",
        body: String? = nil,
        type: String = "text/plain; charset=utf-8",
        isHead: Bool = false
    ) -> [UInt8] {
        let body = Array((body ?? "\(phrase)\n").utf8)
        let head =
            "HTTP/1.1 \(status) \(phrase)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
            + "\(fields)Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + (isHead ? [] : body)
    }
}
