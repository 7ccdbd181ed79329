import ConnectivityCore

extension TestServer {
    /// A deliberate fault of a reply.
    ///
    /// A fault can be added to any reply (``Reply/with(_:)``), and its parts can be combined. Bytes and times are exact;
    /// nothing is random. Each part states the failure that a client reports, by the name of a
    /// ``ConnectivityCore/ProbeFailure/Kind``. Parts that change framing (`contentLength`, `chunking`, `instead`) and parts
    /// that concern the body do not affect raw bytes, because the server does not know their framing.
    ///
    /// A fault is encoded as an object whose keys are the names of the properties. Every key is optional; times are seconds.
    package struct Fault: Hashable, Sendable {
        /// The delay with which the server seems to accept the connection.
        ///
        /// The operating system completes the TCP handshake by itself, so the client is connected during the delay. In
        /// a ``Scenario`` with TLS, the TLS handshake waits (`timed-out.tls`). In all other cases the response waits
        /// (`timed-out.response`).
        package var delayBeforeAccept: Duration = .zero
        /// The time between the request and the first byte of the response (`timed-out.response`).
        package var delayBeforeHeader: Duration = .zero
        /// The time between the header and the first byte of the body (`timed-out.body`).
        package var delayBeforeBody: Duration = .zero
        /// The place where the reply is cut off; `nil` if it is not.
        package var cut: Cut?
        /// The slow rate at which the bytes are sent; `nil` for full speed.
        package var drip: Drip?
        /// The value of `Content-Length` that replaces the correct one.
        ///
        /// If it is larger than the body, the client fails with `truncated`. If it is smaller, the client reads fewer
        /// bytes than were sent.
        package var contentLength: Int?
        /// The chunked coding of the body, correct or faulty; it has no effect if `contentLength` is set.
        package var chunking: Chunking?
        /// The content that replaces the reply.
        package var instead: Instead?
        /// The number of responses after which the connection is closed without announcement; at least 1.
        ///
        /// A client that sends another request receives the end of the stream or a reset.
        package var closeAfter: Int?

        /// Creates a fault; by default nothing goes wrong.
        package init(_ change: (inout Fault) -> Void = { _ in }) { change(&self) }

        /// The place and the form of a cut in a reply.
        package struct Cut: Hashable, Sendable {
            /// The position from which bytes are counted.
            package enum Start: String, Hashable, Sendable, Codable, CaseIterable {
                /// From the first byte of the reply.
                case reply
                /// From the first byte of the body.
                case body
            }

            /// The effect of the cut.
            package enum Ending: String, Hashable, Sendable, Codable, CaseIterable {
                /// The stream is closed normally: `empty-reply` or `truncated`.
                case close
                /// The connection is reset, 50 ms after the preceding bytes if there are any: `connection-reset`.
                case reset
                /// No more bytes are sent, and the connection stays open: `timed-out.response` or `timed-out.body`.
                case stall
            }

            /// The number of bytes that are sent before the cut.
            package var after: Int
            /// The position from which bytes are counted.
            package var of: Start
            /// The effect of the cut.
            package var by: Ending

            /// Creates a cut after a number of bytes, which is not negative; a shorter reply is not cut.
            package init(after: Int = 0, of start: Start = .reply, by ending: Ending = .close) {
                self.after = after
                self.of = start
                self.by = ending
            }
        }

        /// A slow rate of sending.
        package struct Drip: Hashable, Sendable {
            /// The number of bytes that are sent at once; at least 1.
            package var bytes: Int
            /// The time between two pieces.
            package var every: Duration

            package init(bytes: Int, every: Duration) {
                self.bytes = bytes
                self.every = every
            }
        }

        /// The encoding of a chunked body (RFC 9112, section 7.1).
        package enum Chunking: String, Hashable, Sendable, Codable, CaseIterable {
            case sound
            /// The size of the chunk is not a number: `malformed`.
            case badSize = "bad-size"
            /// The size of the chunk is one more than its number of bytes: `truncated`.
            case tooLong = "too-long"
            /// The last chunk, which ends the body, is missing: `truncated`.
            case noEnd = "no-end"
        }

        /// Content that replaces a reply.
        package enum Instead: String, Hashable, Sendable, Codable, CaseIterable {
            /// A redirect (302) to the requested URL.
            case redirectLoop = "redirect-loop"
            /// Status 511 with a page that links to `/sign-in` (RFC 6585, section 6).
            case signInRequired = "sign-in-required"
            /// 256 bytes that are not HTTP: `malformed`.
            case garbage
        }
    }
}

extension TestServer.Fault: Codable {
    private enum CodingKeys: String, CodingKey {
        case delayBeforeAccept, delayBeforeHeader, delayBeforeBody, cut, drip, contentLength, chunking, instead
        case closeAfter
    }

    /// Decodes a fault from an object with any of the keys; times are from 0 through 86400 seconds, and numbers of
    /// bytes not negative.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        delayBeforeAccept = try container.duration(.delayBeforeAccept) ?? .zero
        delayBeforeHeader = try container.duration(.delayBeforeHeader) ?? .zero
        delayBeforeBody = try container.duration(.delayBeforeBody) ?? .zero
        cut = try container.decodeIfPresent(Cut.self, forKey: .cut)
        drip = try container.decodeIfPresent(Drip.self, forKey: .drip)
        contentLength = try container.count(.contentLength, atLeast: 0)
        chunking = try container.decodeIfPresent(Chunking.self, forKey: .chunking)
        instead = try container.decodeIfPresent(Instead.self, forKey: .instead)
        closeAfter = try container.count(.closeAfter, atLeast: 1)
    }

    /// Encodes the properties that differ from their defaults.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(delayBeforeAccept, unlessZero: .delayBeforeAccept)
        try container.encode(delayBeforeHeader, unlessZero: .delayBeforeHeader)
        try container.encode(delayBeforeBody, unlessZero: .delayBeforeBody)
        try container.encodeIfPresent(cut, forKey: .cut)
        try container.encodeIfPresent(drip, forKey: .drip)
        try container.encodeIfPresent(contentLength, forKey: .contentLength)
        try container.encodeIfPresent(chunking, forKey: .chunking)
        try container.encodeIfPresent(instead, forKey: .instead)
        try container.encodeIfPresent(closeAfter, forKey: .closeAfter)
    }
}

extension TestServer.Fault.Cut: Codable {
    private enum CodingKeys: String, CodingKey { case after, of, by }

    /// Decodes a cut; absent keys have the default values of the initializer.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            after: try container.count(.after, atLeast: 0) ?? 0,
            of: try container.decodeIfPresent(Start.self, forKey: .of) ?? .reply,
            by: try container.decodeIfPresent(Ending.self, forKey: .by) ?? .close
        )
    }
}

extension TestServer.Fault.Drip: Codable {
    private enum CodingKeys: String, CodingKey { case bytes, every }

    /// Decodes a slow rate of sending; if a key is absent, `bytes` is 1 and `every` is zero.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            bytes: try container.count(.bytes, atLeast: 1) ?? 1,
            every: try container.duration(.every) ?? .zero
        )
    }

    /// Encodes the number of bytes, and the time if it is not zero.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(every, unlessZero: .every)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a time in seconds, from 0 through one day, so that no sum overflows.
    func duration(_ key: Key) throws -> Duration? {
        guard let seconds = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard (0...86_400).contains(seconds) else {
            throw fault(key, "must be a number of seconds from 0 through 86400")
        }
        return .seconds(seconds)
    }

    /// Decodes a count with a lower bound.
    func count(_ key: Key, atLeast least: Int) throws -> Int? {
        guard let count = try decodeIfPresent(Int.self, forKey: key) else { return nil }
        guard count >= least else { throw fault(key, "must not be less than \(least)") }
        return count
    }
}

extension KeyedEncodingContainer {
    /// Encodes a time in seconds with microsecond precision, unless it is zero.
    mutating func encode(_ duration: Duration, unlessZero key: Key) throws {
        guard duration != .zero else { return }
        let (seconds, attoseconds) = duration.components
        try encode(Double(seconds) + Double(attoseconds / 1_000_000_000_000) / 1_000_000, forKey: key)
    }
}
