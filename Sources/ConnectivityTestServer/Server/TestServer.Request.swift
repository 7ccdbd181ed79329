public import ConnectivityCore

extension TestServer {
    /// A request as it arrived.
    public struct Request: Hashable, Sendable {
        /// The method, as sent.
        public var method: String
        /// The target of the request line, as sent: a path with its query, or what a client sends to a proxy.
        public var target: String
        /// The version of the protocol, as sent: `HTTP/1.` and a digit.
        public var version: String
        /// The header fields.
        public var headers: HeaderFields
        /// The body, as long as its `Content-Length` says; empty without one.
        public var body: [UInt8]
        /// Whether the request came through TLS.
        public var isSecure: Bool

        /// The value of the `Host` field, which may hold a port; `nil` where it is missing.
        public var host: String? { headers["Host"] }

        /// Creates a request.
        /// - Parameters:
        ///   - method: The method.
        ///   - target: The target of the request line.
        ///   - version: The version of the protocol.
        ///   - headers: The header fields.
        ///   - body: The body.
        ///   - isSecure: Whether the request came through TLS.
        public init(
            method: String,
            target: String,
            version: String = "HTTP/1.1",
            headers: HeaderFields = [:],
            body: [UInt8] = [],
            isSecure: Bool = false
        ) {
            self.method = method
            self.target = target
            self.version = version
            self.headers = headers
            self.body = body
            self.isSecure = isSecure
        }
    }
}

extension TestServer.Request {
    /// The URL that was asked, as far as the request says it.
    package var url: String {
        guard target.hasPrefix("/"), let host else { return target }
        return "\(isSecure ? "https" : "http")://\(host)\(target)"
    }

    /// Whether the client would use the connection again (RFC 9112, section 9.3).
    var wantsPersistence: Bool {
        if headers.hasConnectionOption("close") { return false }
        return version != "HTTP/1.0" || headers.hasConnectionOption("keep-alive")
    }
}
