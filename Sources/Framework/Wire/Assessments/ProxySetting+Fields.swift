package import ConnectivityCore

extension ProxySetting: Codable, SchemaProviding {
    private static let environmentName = "environment"

    package init(from decoder: any Decoder) throws {
        let detail = "must be \"environment\" or the http or https URL of a proxy, without user and password"
        self = try decoder.value(orThrow: detail) { text in
            text == Self.environmentName ? .environment : (try? HTTPURL(text)).map(Self.url)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .environment: try Self.environmentName.encode(to: encoder)
        case .url(let url): try url.encode(to: encoder)
        }
    }

    package static var schema: Schema { .either([.choice([environmentName]), HTTPURL.schema]) }
}
