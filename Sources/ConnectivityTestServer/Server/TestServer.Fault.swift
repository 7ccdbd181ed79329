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

extension TestServer.Fault: Codable {
    private enum CodingKeys: String, CodingKey {
        case delayBeforeAccept, delayBeforeHeader, delayBeforeBody, cut, drip, contentLength, chunking, instead
        case closeAfter
    }

    /// Decodes a fault.
    /// - Parameter decoder: A decoder of an object with any of the keys.
    /// - Throws: `DecodingError` where a value has another type or is out of range: times from 0 through 86400 seconds,
    ///   numbers of bytes not negative.
    public init(from decoder: any Decoder) throws {
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

    /// Encodes what differs from no fault.
    /// - Parameter encoder: Where to.
    /// - Throws: Only what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
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

    /// Decodes a cut; absent keys have the values of a cut that is created without arguments.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            after: try container.count(.after, atLeast: 0) ?? 0,
            of: try container.decodeIfPresent(Start.self, forKey: .of) ?? .reply,
            by: try container.decodeIfPresent(Ending.self, forKey: .by) ?? .close
        )
    }

    /// Encodes all three keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(after, forKey: .after)
        try container.encode(of, forKey: .of)
        try container.encode(by, forKey: .by)
    }
}

extension TestServer.Fault.Drip: Codable {
    private enum CodingKeys: String, CodingKey { case bytes, every }

    /// Decodes a slow stream; an absent key means one byte, and no time.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            bytes: try container.count(.bytes, atLeast: 1) ?? 1,
            every: try container.duration(.every) ?? .zero
        )
    }

    /// Encodes the number of bytes, and the time unless it is zero.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(every, unlessZero: .every)
    }
}

extension KeyedDecodingContainer {
    /// A time in seconds, from 0 through a day, so that no sum overflows.
    func duration(_ key: Key) throws -> Duration? {
        guard let seconds = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard (0...86_400).contains(seconds) else {
            throw refusal(key, "must be a number of seconds from 0 through 86400")
        }
        return .seconds(seconds)
    }

    /// A number of things.
    func count(_ key: Key, atLeast least: Int) throws -> Int? {
        guard let count = try decodeIfPresent(Int.self, forKey: key) else { return nil }
        guard count >= least else { throw refusal(key, "must not be less than \(least)") }
        return count
    }

    func refusal(_ key: Key, _ detail: String) -> DecodingError {
        DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: detail)
    }
}

extension KeyedEncodingContainer {
    /// Writes a time in seconds, to the microsecond, unless it is zero.
    mutating func encode(_ duration: Duration, unlessZero key: Key) throws {
        guard duration != .zero else { return }
        let (seconds, attoseconds) = duration.components
        try encode(Double(seconds) + Double(attoseconds / 1_000_000_000_000) / 1_000_000, forKey: key)
    }
}
