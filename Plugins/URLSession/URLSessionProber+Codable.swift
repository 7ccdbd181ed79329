import ConnectivityCore
import ConnectivityToolkit

extension URLSessionProber: Codable {
    private enum CodingKeys: String, CodingKey {
        case userAgent, allowsCellular
    }

    /// Decodes the options; this has no effect until the first probe.
    ///
    /// - Throws: `DecodingError` if a value has another type or the user agent holds a control character.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            userAgent: try container.decodeIfPresent(String.self, forKey: .userAgent) ?? Self.defaultUserAgent,
            allowsCellular: try container.decodeIfPresent(Bool.self, forKey: .allowsCellular) ?? true
        )
        if userAgent.hasControlCharacter {
            throw container.fault(.userAgent, "the option userAgent contains a control character")
        }
    }

    /// Encodes the options.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(userAgent, forKey: .userAgent)
        try container.encode(allowsCellular, forKey: .allowsCellular)
    }
}
