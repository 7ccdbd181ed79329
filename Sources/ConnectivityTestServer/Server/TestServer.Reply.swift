public import ConnectivityCore

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
