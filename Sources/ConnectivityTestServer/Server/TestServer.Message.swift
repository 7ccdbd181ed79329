public import ConnectivityCore

extension TestServer {
    /// An HTTP/1.1 response, which the server frames as the request wants it.
    public struct Message: Hashable, Sendable {
        /// The status code.
        public var status: Int
        /// The header fields, sent as given, right or wrong.
        public var headers: HeaderFields
        /// The body.
        public var body: [UInt8]

        /// Creates a response.
        /// - Parameters:
        ///   - status: The status code.
        ///   - headers: The header fields.
        ///   - body: The body.
        public init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }
}

extension TestServer.Message {
    /// Whether the status allows a body (RFC 9110, section 6.4.1).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// A recorded response; the fields that frame the message are left out, because a recording holds the body after
    /// decoding.
    init(_ response: ProbeResponse) {
        let framing = ["content-length", "transfer-encoding", "connection", "keep-alive"]
        let fields = response.headers.fields.filter { !framing.contains($0.name.lowercased()) }
        self.init(status: response.status, headers: HeaderFields(fields), body: response.body)
    }

    mutating func remove(_ names: String...) {
        headers.fields.removeAll { names.contains($0.name.lowercased()) }
    }

    mutating func add(_ name: String, _ value: String) {
        headers.fields.append(HeaderFields.Field(name: name, value: value))
    }
}
