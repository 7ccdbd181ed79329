import ConnectivityCore

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

    /// Reads a head with what follows it; `nil` if it is not complete.
    /// - Throws: The answer to the client if the request cannot be served.
    init?(_ bytes: [UInt8]) throws(Refusal) {
        guard let end = Self.endOfHead(bytes) else {
            guard bytes.count < Self.byteCountMax else { throw Refusal(status: "431 Request Header Fields Too Large") }
            return nil
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), !words[0].isEmpty else {
            throw Refusal(status: "400 Bad Request")
        }
        let isTunnel = words[0] == "CONNECT"
        // The authority of CONNECT is read as that of a URL, by the same rules.
        guard let url = try? HTTPURL(isTunnel ? "https://\(words[1])/" : String(words[1])),
            isTunnel || url.scheme == .http
        else { throw Refusal(status: "400 Bad Request") }
        (host, port) = (url.host, url.port ?? url.scheme.defaultPort)
        if isTunnel {
            greeting = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
            forwarded = Array(bytes[end...])
        } else {
            // One request per connection, so that the next one can be for another host.
            let dropped = ["connection:", "proxy-connection:", "proxy-authorization:", "keep-alive:"]
            let fields = lines.dropFirst().filter { line in !dropped.contains { line.lowercased().hasPrefix($0) } }
            let first = "\(words[0]) \(url.requestTarget) \(words[2])"
            let head =
                ([first] + fields.map(String.init) + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n"
            greeting = []
            forwarded = Array(head.utf8) + bytes[end...]
        }
    }

    /// The answer to a request that cannot be served.
    struct Refusal: Error, Equatable {
        let status: String

        var bytes: [UInt8] {
            Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        var lineIsEmpty = false
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") {
                if lineIsEmpty { return index + 1 }
                lineIsEmpty = true
            } else if byte != UInt8(ascii: "\r") {
                lineIsEmpty = false
            }
        }
        return nil
    }
}
