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
