#if canImport(CCurl)
import ConnectivityCore

extension CurlProber: Codable {
    private enum CodingKeys: String, CodingKey {
        case caFile, proxy, userAgent, connectTo
    }

    /// Decodes the options; this has no effect until the first probe.
    ///
    /// - Throws: `DecodingError` if a value has another type or is not usable for its key.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            caFile: try container.decodeIfPresent(String.self, forKey: .caFile),
            proxy: try container.decodeIfPresent(String.self, forKey: .proxy),
            userAgent: try container.decodeIfPresent(String.self, forKey: .userAgent) ?? Self.defaultUserAgent,
            connectTo: try container.decodeIfPresent(String.self, forKey: .connectTo)
        )
        if let option = unusableOption {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: "the option \(option) contains a control character"
                )
            )
        }
        if let connectTo, !Self.isHostAndPort(connectTo) {
            throw container.fault(.connectTo, "\"\(connectTo)\" is not of the form host:port")
        }
    }

    /// Encodes the options; those that are `nil` are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(caFile, forKey: .caFile)
        try container.encodeIfPresent(proxy, forKey: .proxy)
        try container.encode(userAgent, forKey: .userAgent)
        try container.encodeIfPresent(connectTo, forKey: .connectTo)
    }

    private static func isHostAndPort(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { return false }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let port = UInt16(text[text.index(after: colon)...]) ?? 0
        return port > 0 && (isBracketed || !host.contains(":"))
    }
}
#endif
