import ConnectivityCore

/// The answers of the user's own endpoint (RFC 9112), made without trust in clients.
struct Responder {
    static let emptyPath = "/generate_204"
    static let textPath = "/check"

    /// The body at ``textPath``.
    let text: String

    /// Returns the whole response to a request; the connection is closed after it.
    func response(to head: RequestHead) -> [UInt8] {
        let isHead = head.method == "HEAD"
        guard head.method == "GET" || isHead else { return message("405 Method Not Allowed", ["Allow: GET, HEAD"]) }
        switch head.target.prefix(while: { $0 != "?" }) {
        case Self.emptyPath[...]: return message("204 No Content")
        case Self.textPath[...]:
            let fields = ["Content-Type: text/plain; charset=utf-8", "Content-Length: \(text.utf8.count)"]
            return message("200 OK", fields, body: isHead ? "" : text)
        default: return message("404 Not Found", ["Content-Length: 0"])
        }
    }

    private func message(_ status: String, _ fields: [String] = [], body: String = "") -> [UInt8] {
        // A cache on the way would answer although this server cannot be reached.
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Cache-Control: no-store", "Connection: close", "", body]
        return Array(lines.joined(separator: "\r\n").utf8)
    }
}
