public import ConnectivityCore

extension FixtureServer {
    /// One thing to do to a connection.
    public enum Action: Hashable, Sendable {
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
        /// After the last one the connection is closed in order, so an empty list closes at once.
        public var actions: [Action]

        /// Creates a reply.
        /// - Parameter actions: The actions, in order.
        public init(_ actions: [Action]) { self.actions = actions }

        /// Creates a reply that sends bytes as they are.
        /// - Parameter bytes: The bytes, which need not be HTTP.
        /// - Returns: A reply of one action.
        public static func raw(_ bytes: [UInt8]) -> Reply { Reply([.send(bytes)]) }

        /// Creates a reply that sends an HTTP/1.1 response.
        ///
        /// `Connection: close` is added where the field is absent, and `Content-Length` where it and `Transfer-Encoding`
        /// are absent and the status allows a body (RFC 9110, section 8.6). Fields are sent as given, right or wrong.
        ///
        /// - Parameters:
        ///   - status: The status code.
        ///   - headers: The header fields.
        ///   - body: The body.
        /// - Returns: A reply of one action.
        public static func message(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) -> Reply {
            var fields = headers.fields
            let mayHaveBody = status >= 200 && status != 204 && status != 304
            if mayHaveBody, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
                fields.append(HeaderFields.Field(name: "Content-Length", value: "\(body.count)"))
            }
            if headers["Connection"] == nil {
                fields.append(HeaderFields.Field(name: "Connection", value: "close"))
            }
            return raw(encodedHead(status: status, fields: fields) + body)
        }

        /// Creates a reply that sends a recorded response whole.
        ///
        /// The fields that frame the recorded message (`Content-Length`, `Transfer-Encoding`, `Connection`) are made anew,
        /// because a recording holds the body after decoding.
        ///
        /// - Parameter response: The response.
        /// - Returns: A reply of one action.
        public static func message(_ response: ProbeResponse) -> Reply {
            let framing = ["content-length", "transfer-encoding", "connection", "keep-alive"]
            let fields = response.headers.fields.filter { !framing.contains($0.name.lowercased()) }
            return message(status: response.status, headers: HeaderFields(fields), body: response.body)
        }
    }
}
