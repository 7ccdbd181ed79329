package import ConnectivityCore

extension TestServer {
    /// A request as it arrived.
    package struct Request: Hashable, Sendable {
        /// The method, as sent.
        package var method: String
        /// The target of the request line, as sent: a path with its query, or the form for a proxy.
        package var target: String
        /// The version of the protocol, as sent: `HTTP/1.` and a digit.
        package var version = "HTTP/1.1"
        package var headers: HeaderFields = [:]
        /// The body, with the length of its `Content-Length` field; empty if the field is absent.
        package var body: [UInt8] = []
        /// Whether the request came over TLS.
        package var isSecure = false
        /// The address of the client; `nil` if it is not known.
        package var client: IPAddress?

        /// The value of the `Host` field, which may contain a port; `nil` if the field is missing.
        package var host: String? { headers["Host"] }
    }
}

extension TestServer.Request {
    /// The requested URL; only the target if the request has no path or no `Host` field.
    package var url: String {
        guard target.hasPrefix("/"), let host else { return target }
        return "\(isSecure ? "https" : "http")://\(host)\(target)"
    }

    /// Whether the client wants to reuse the connection (RFC 9112, section 9.3).
    var wantsPersistence: Bool {
        if headers.hasConnectionOption("close") { return false }
        return version != "HTTP/1.0" || headers.hasConnectionOption("keep-alive")
    }
}

extension TestServer {
    package enum Action: Hashable, Sendable {
        /// Sends an HTTP/1.1 response, framed for the request.
        case respond(Message)
        /// Sends bytes, as fast as the client reads them.
        case send([UInt8])
        /// Sends the same bytes `count` times, which creates large output with little memory.
        case `repeat`([UInt8], count: Int)
        case wait(Duration)
        /// Resets the connection; bytes that the client has not read are lost.
        case reset
        /// Closes the connection normally: the client sees the end of the stream after all bytes sent.
        case close
    }

    /// A list of actions on a connection.
    package struct Reply: Hashable, Sendable {
        /// The actions, in order; actions after a reset or a close are not performed.
        ///
        /// The connection is kept for another request if the last action is a response whose end the client can find
        /// and the request asks to keep it. Otherwise it is closed normally, so an empty list closes it at once.
        package var actions: [Action]
        /// The fault of the whole reply; `nil` for a reply without a fault.
        package var fault: Fault?

        package init(_ actions: [Action]) { self.actions = actions }

        /// Creates a reply that sends bytes unchanged; they need not be HTTP.
        package static func raw(_ bytes: [UInt8]) -> Reply { Reply([.send(bytes)]) }

        /// Creates a reply that sends an HTTP/1.1 response.
        ///
        /// `Content-Length` is added if it and `Transfer-Encoding` are absent and the status allows a body (RFC 9110,
        /// section 8.6). `Connection` is added if it is absent and the client needs it. The answer to a `HEAD` request
        /// has the same header and no body. Fields are sent as given, even if they are wrong.
        package static func message(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) -> Reply {
            Reply([.respond(Message(status: status, headers: headers, body: body))])
        }

        /// Creates a reply that sends a complete recorded response.
        ///
        /// The framing fields of the recorded message (`Content-Length`, `Transfer-Encoding`, `Connection`,
        /// `Keep-Alive`) are replaced, because a recording has the decoded body.
        package static func message(_ response: ProbeResponse) -> Reply { Reply([.respond(Message(response))]) }

        /// Returns the same reply with another fault.
        package func with(_ fault: Fault) -> Reply {
            var reply = self
            reply.fault = fault
            return reply
        }
    }

    /// An HTTP/1.1 response, which the server frames for the request.
    package struct Message: Hashable, Sendable {
        package var status: Int
        /// The header fields, sent as given, even if they are wrong.
        package var headers: HeaderFields = [:]
        package var body: [UInt8] = []
    }
}

extension TestServer.Message {
    /// Whether the status allows a body (RFC 9110, section 6.4.1).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// Creates a response from a recorded one, without its framing fields, because a recording has the decoded body.
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
