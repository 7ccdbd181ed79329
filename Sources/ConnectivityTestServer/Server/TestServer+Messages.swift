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

        package init(
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

extension TestServer {
    /// One thing to do to a connection.
    public enum Action: Hashable, Sendable {
        /// Send an HTTP/1.1 response, framed for the request.
        case respond(Message)
        /// Send bytes, as fast as the client takes them.
        case send([UInt8])
        /// Send the same bytes a number of times, which makes large output without large memory.
        case `repeat`([UInt8], count: Int)
        /// Do nothing for a time.
        case wait(Duration)
        /// Break the connection: the client sees a reset, and bytes not yet taken are lost.
        case reset
        /// End the connection in order: the client sees the end of the stream after all bytes sent.
        case close
    }

    /// What to do to a connection, in order.
    public struct Reply: Hashable, Sendable {
        /// The actions, in order; those behind a reset or a close are not reached.
        ///
        /// Where the last one is a response whose end the client can tell, and the request wants it, the connection is kept
        /// for another request. In all other cases it is closed in order, so an empty list closes at once.
        public var actions: [Action]
        /// How all of this goes wrong; `nil` where it does not.
        public var fault: Fault?

        /// Creates a reply.
        /// - Parameter actions: The actions, in order.
        public init(_ actions: [Action]) { self.actions = actions }

        /// Creates a reply that sends bytes as they are.
        /// - Parameter bytes: The bytes, which need not be HTTP.
        /// - Returns: A reply of one action.
        public static func raw(_ bytes: [UInt8]) -> Reply { Reply([.send(bytes)]) }

        /// Creates a reply that sends an HTTP/1.1 response.
        ///
        /// `Content-Length` is added where it and `Transfer-Encoding` are absent and the status allows a body (RFC 9110,
        /// section 8.6), and `Connection` where the field is absent and the client needs to be told. A request by `HEAD`
        /// gets the same header and no body. Fields are sent as given, right or wrong.
        ///
        /// - Parameters:
        ///   - status: The status code.
        ///   - headers: The header fields.
        ///   - body: The body.
        /// - Returns: A reply of one action.
        public static func message(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) -> Reply {
            Reply([.respond(Message(status: status, headers: headers, body: body))])
        }

        /// Creates a reply that sends a recorded response whole.
        ///
        /// The fields that frame the recorded message (`Content-Length`, `Transfer-Encoding`, `Connection`) are made anew,
        /// because a recording holds the body after decoding.
        ///
        /// - Parameter response: The response.
        /// - Returns: A reply of one action.
        public static func message(_ response: ProbeResponse) -> Reply { Reply([.respond(Message(response))]) }

        /// The same reply going wrong.
        /// - Parameter fault: How; it takes the place of a fault that is there.
        /// - Returns: A reply with the same actions.
        public func with(_ fault: Fault) -> Reply {
            var reply = self
            reply.fault = fault
            return reply
        }
    }
}

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
