import ConnectivityCore
import ConnectivityToolkit

/// The first request on a connection to our proxy (RFC 9110, section 9.3.6, and RFC 9112, section 3.2).
struct ProxyRequest: Equatable {
    static let byteCountMax = 32 * 1024

    /// The host to connect to: a name or an address.
    let host: String
    let port: UInt16
    /// The answer to CONNECT, for the client of an established connection.
    let greeting: [UInt8]
    /// The first bytes for the host.
    let forwarded: [UInt8]

    /// Reads a head and the bytes after it; `nil` if it is incomplete.
    ///
    /// The error is the answer to the client. A recorded answer must not be compressed, because it is read.
    init?(_ bytes: [UInt8], isRecorded: Bool = false) throws(Refusal) {
        let head: RequestHead
        do throws(RequestHead.Refusal) {
            guard let whole = try RequestHead(bytes, byteCountMax: Self.byteCountMax) else { return nil }
            head = whole
        } catch {
            throw Refusal(status: error.status)
        }
        let isTunnel = head.method == "CONNECT"
        // The authority of CONNECT is parsed as that of a URL.
        guard let url = try? HTTPURL(isTunnel ? "https://\(head.target)/" : head.target),
            isTunnel || url.scheme == .http
        else { throw Refusal(status: "400 Bad Request") }
        (host, port) = (url.host, url.port ?? url.scheme.defaultPort)
        if isTunnel {
            greeting = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
            forwarded = Array(bytes[head.byteCount...])
        } else {
            // One request per connection, because the next one can be for another host.
            let dropped =
                ["host", "connection", "proxy-connection", "proxy-authorization", "keep-alive"]
                + (isRecorded ? ["accept-encoding"] : [])
            let fields = zip(head.headers.fields, head.lines).filter { !dropped.contains($0.0.name.lowercased()) }
            // The host is that of the target (RFC 9112, section 3.2.2).
            let lines =
                ["\(head.method) \(url.requestTarget) HTTP/1.\(head.minorVersion)", "Host: \(url.authority)"].map {
                    Array($0.utf8)
                }
                + fields.map { Array($0.1) }
            greeting = []
            forwarded =
                Array((lines + [Array("Connection: close".utf8), [], []]).joined(separator: "\r\n".utf8))
                + bytes[head.byteCount...]
        }
    }

    /// The answer to a rejected request.
    struct Refusal: Error, Equatable {
        let status: String

        var bytes: [UInt8] {
            Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        }
    }
}
