import ConnectivityCore
import ConnectivityToolkit

/// The first request that a client sent on a connection.
struct CapturedRequest {
    static let maximumHeaderSize = 64 * 1024

    let head: RequestHead
    let body: [UInt8]

    /// Reads the request; `nil` if it is not HTTP, or not complete.
    init?(_ sent: [UInt8]) {
        let beginning = Array(sent.prefix(Self.maximumHeaderSize))
        guard let head = try? RequestHead(beginning, byteCountMax: Self.maximumHeaderSize, unfolds: true) else {
            return nil
        }
        var lines = LineReader(sent, from: head.byteCount)
        if HTTPMessage.saysChunked(head.headers) {
            guard ChunkedBody.read(&lines)?.isComplete == true else { return nil }
        } else if let count = head.headers["Content-Length"].flatMap({ Int($0) }), count > 0 {
            guard lines.read(count) != nil else { return nil }
        }
        (self.head, body) = (head, Array(sent[head.byteCount..<lines.position]))
    }
}
