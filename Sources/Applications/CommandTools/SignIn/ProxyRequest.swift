import ConnectivityCore
import ConnectivityToolkit

/// The first request on a connection to our proxy (RFC 9110, section 9.3.6, and RFC 9112, section 3.2).
struct ProxyRequest: Equatable {
    /// The maximum number of bytes of a head.
    static let byteCountMax = 32 * 1024

    /// The host to connect to: a name or an address.
    let host: String
    let port: UInt16
    /// What the client gets when the connection is there, as the answer to CONNECT.
    let greeting: [UInt8]
    /// What is sent to the host first.
    let forwarded: [UInt8]

    /// Reads a head with what follows it, `nil` if it is not complete; the error is the answer to the client.
    ///
    /// If it is recorded, the answer is read, and so must not be compressed.
    init?(_ bytes: [UInt8], isRecorded: Bool = false) throws(Refusal) {
        let head: RequestHead
        do throws(RequestHead.Refusal) {
            guard let whole = try RequestHead(bytes, byteCountMax: Self.byteCountMax) else { return nil }
            head = whole
        } catch {
            throw Refusal(status: error.status)
        }
        let isTunnel = head.method == "CONNECT"
        // The authority of CONNECT is read as that of a URL, by the same rules.
        guard let url = try? HTTPURL(isTunnel ? "https://\(head.target)/" : head.target),
            isTunnel || url.scheme == .http
        else { throw Refusal(status: "400 Bad Request") }
        (host, port) = (url.host, url.port ?? url.scheme.defaultPort)
        if isTunnel {
            greeting = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
            forwarded = Array(bytes[head.byteCount...])
        } else {
            // One request per connection, so that the next one can be for another host.
            let dropped =
                ["connection", "proxy-connection", "proxy-authorization", "keep-alive"]
                + (isRecorded ? ["accept-encoding"] : [])
            let fields = zip(head.headers.fields, head.lines).filter { !dropped.contains($0.0.name.lowercased()) }
            let lines =
                [Array("\(head.method) \(url.requestTarget) HTTP/1.\(head.minorVersion)".utf8)]
                + fields.map { Array($0.1) }
            greeting = []
            forwarded =
                Array((lines + [Array("Connection: close".utf8), [], []]).joined(separator: "\r\n".utf8))
                + bytes[head.byteCount...]
        }
    }

    /// The answer to a request that cannot be served.
    struct Refusal: Error, Equatable {
        let status: String

        var bytes: [UInt8] {
            Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        }
    }
}
