public import ConnectivityCore

extension FixtureServer {
    /// A request as it arrived.
    public struct Request: Hashable, Sendable {
        /// The method, as sent.
        public var method: String
        /// The target of the request line, as sent: a path with its query, or what a client sends to a proxy.
        public var target: String
        /// The header fields.
        public var headers: HeaderFields
        /// The body, as long as its `Content-Length` says; empty without one.
        public var body: [UInt8]

        /// The value of the `Host` field, which may hold a port; `nil` where it is missing.
        public var host: String? { headers["Host"] }

        /// Creates a request.
        /// - Parameters:
        ///   - method: The method.
        ///   - target: The target of the request line.
        ///   - headers: The header fields.
        ///   - body: The body.
        public init(method: String, target: String, headers: HeaderFields = [:], body: [UInt8] = []) {
            self.method = method
            self.target = target
            self.headers = headers
            self.body = body
        }
    }
}
