public import ConnectivityCore

/// The JSON of the option is its URI.
extension Provisioning.CaptivePortalOption: Codable, SchemaProviding {
    package static var schema: Schema { .text() }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(Fault) {
            try self.init(Array(text.utf8))
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "is not a valid captive portal option: \(error)"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
