extension TestServer {
    /// How a reply goes wrong on purpose.
    ///
    /// A fault is laid over any reply (``Reply/with(_:)``); its parts combine. Bytes and times are exact, nothing is left
    /// to chance. Each part says what a client sees of it, as the names of ``ConnectivityCore/ProbeFailure/Kind``; parts
    /// that change framing (`contentLength`, `chunking`, `instead`) and those that name the body do nothing to raw bytes,
    /// which have no frame that the server knows.
    ///
    /// Coded as an object whose keys are the names of the properties, each of which may be absent; times are seconds.
    public struct Fault: Hashable, Sendable {
        /// The time between the connection and the first byte taken from it.
        ///
        /// The system's queue completes the TCP handshake by itself, so a client is connected meanwhile. With TLS the
        /// handshake waits (`timed-out.tls`), without it the response does (`timed-out.response`).
        public var delayBeforeAccept: Duration = .zero
        /// The time between the request and the first byte of the response (`timed-out.response`).
        public var delayBeforeHeader: Duration = .zero
        /// The time between the header and the first byte of the body (`timed-out.body`).
        public var delayBeforeBody: Duration = .zero
        /// Where the reply breaks off.
        public var cut: Cut?
        /// How slowly the bytes come.
        public var drip: Drip?
        /// The value of `Content-Length` in place of the right one.
        ///
        /// Larger than the body: `truncated`. Smaller: a client reads less than was sent.
        public var contentLength: Int?
        /// Sends the body chunked, well or badly; without effect where `contentLength` is there.
        public var chunking: Chunking?
        /// What is sent in place of the reply.
        public var instead: Instead?
        /// Closes the connection behind the response that is its n-th, without having announced it; at least 1.
        ///
        /// A client that sends another request meets the end of the stream or a reset.
        public var closeAfter: Int?

        /// Creates a fault.
        /// - Parameter change: Sets the properties that go wrong; the others go right.
        public init(_ change: (inout Fault) -> Void = { _ in }) { change(&self) }

        /// Where a reply breaks off, and how.
        public struct Cut: Hashable, Sendable {
            /// From where bytes are counted.
            public enum Start: String, Hashable, Sendable, Codable, CaseIterable {
                /// From the first byte of the reply.
                case reply
                /// From the first byte of the body.
                case body
            }

            /// What happens there.
            public enum Ending: String, Hashable, Sendable, Codable, CaseIterable {
                /// The stream ends in order: `empty-reply` or `truncated`.
                case close
                /// The connection is reset, 50 ms after what was sent before: `connection-reset`.
                case reset
                /// Nothing more comes, and the connection stays: `timed-out.response` or `timed-out.body`.
                case stall
            }

            /// The number of bytes sent before.
            public var after: Int
            /// From where they are counted.
            public var of: Start
            /// What happens there.
            public var by: Ending

            /// Creates a cut; a reply that is shorter is not cut.
            /// - Parameters:
            ///   - after: The number of bytes sent before; not negative.
            ///   - start: From where they are counted.
            ///   - ending: What happens there.
            public init(after: Int = 0, of start: Start = .reply, by ending: Ending = .close) {
                self.after = after
                self.of = start
                self.by = ending
            }
        }

        /// A slow stream.
        public struct Drip: Hashable, Sendable {
            /// The number of bytes sent at once; at least 1.
            public var bytes: Int
            /// The time between two such pieces.
            public var every: Duration

            /// Creates a slow stream.
            /// - Parameters:
            ///   - bytes: The number of bytes sent at once.
            ///   - every: The time between two such pieces.
            public init(bytes: Int, every: Duration) {
                self.bytes = bytes
                self.every = every
            }
        }

        /// How a chunked body is made (RFC 9112, section 7.1).
        public enum Chunking: String, Hashable, Sendable, Codable, CaseIterable {
            /// As it should be: no fault.
            case sound
            /// The size of the chunk is no number: `malformed`.
            case badSize = "bad-size"
            /// The size of the chunk is one more than there is: `truncated`.
            case tooLong = "too-long"
            /// The last chunk, which ends the body, is missing: `truncated`.
            case noEnd = "no-end"
        }

        /// What is sent in place of a reply.
        public enum Instead: String, Hashable, Sendable, Codable, CaseIterable {
            /// A redirect (302) to the URL that was asked.
            case redirectLoop = "redirect-loop"
            /// Status 511 with a page that leads to `/sign-in` (RFC 6585, section 6).
            case signInRequired = "sign-in-required"
            /// 256 bytes that are no HTTP: `malformed`.
            case garbage
        }
    }
}
