package import ConnectivityCore

extension ProxySetting: Codable, SchemaProviding {
    private static let environmentName = "environment"

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if text == Self.environmentName {
            self = .environment
        } else if let url = try? HTTPURL(text) {
            self = .url(url)
        } else {
            let detail = "must be \"environment\" or the http or https URL of a proxy, without user and password"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: detail)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .environment: try container.encode(Self.environmentName)
        case .url(let url): try container.encode(url)
        }
    }

    package static var schema: Schema { .either([.choice([environmentName]), HTTPURL.schema]) }
}
