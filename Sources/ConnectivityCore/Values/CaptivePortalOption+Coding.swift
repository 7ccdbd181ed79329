extension CaptivePortalOption: CustomStringConvertible {
    /// The URI that the option holds.
    public var description: String {
        switch self {
        case .api(let url): url.description
        case .unrestricted: Self.unrestrictedURI
        }
    }
}

/// In JSON the option is its URI.
extension CaptivePortalOption: Codable, Described {
    package static var schema: Schema { .text() }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(Fault) {
            try self.init(Array(text.utf8))
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "no captive portal option: \(error)"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
