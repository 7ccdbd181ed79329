import ConnectivityCore
import ConnectivityToolkit

enum ScrapeRequest {
    /// Returns the response to a request; clients of a socket with a path may name any host.
    static func response(to head: RequestHead, isPath: Bool, page: () -> String) -> [UInt8] {
        let isHead = head.method == "HEAD"
        guard head.method == "GET" || isHead else {
            return message("405 Method Not Allowed", fields: "Allow: GET, HEAD\r\n")
        }
        guard isPath || head.headers.nameThisDevice else { return message("421 Misdirected Request") }
        guard head.target.prefix(while: { $0 != "?" }) == "/metrics" else {
            return message("404 Not Found", body: "The metrics are at /metrics.\n", isHead: isHead)
        }
        // Prometheus, "Exposition formats", basic information.
        return message("200 OK", body: page(), type: "text/plain; version=0.0.4; charset=utf-8", isHead: isHead)
    }

    private static func message(
        _ status: String,
        fields: String = "",
        body: String? = nil,
        type: String = "text/plain; charset=utf-8",
        isHead: Bool = false
    ) -> [UInt8] {
        let body = Array((body ?? "\(status.dropFirst(4))\n").utf8)
        let head =
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
            + "\(fields)Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + (isHead ? [] : body)
    }
}
