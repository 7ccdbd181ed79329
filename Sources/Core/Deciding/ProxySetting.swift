/// Which proxy is judged in addition to the direct way.
package enum ProxySetting: Hashable, Sendable {
    /// The one that the variables `https_proxy`, `all_proxy` and `no_proxy` name.
    case environment
    /// The one that the system is set to use: that of the environment, or what PacRunner reports of the system's settings.
    case system
    /// This one, whose scheme is http or https.
    case url(HTTPURL)

    /// Whether the proxy is only known when a request is sent.
    package var isFoundOut: Bool { if case .url = self { false } else { true } }
}

extension ProxySetting: Codable, SchemaProviding {
    private static let names: [(name: String, setting: ProxySetting)] = [
        ("environment", .environment), ("system", .system),
    ]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let named = Self.names.first(where: { $0.name == text }) {
            self = named.setting
        } else if let url = try? HTTPURL(text) {
            self = .url(url)
        } else {
            let detail =
                "must be \"system\", \"environment\" or the http or https URL of a proxy, without user and password"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: detail)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .url(let url) = self {
            try container.encode(url)
        } else {
            try container.encode(Self.names.first { $0.setting == self }?.name)
        }
    }

    package static var schema: Schema { .either([.choice(names.map(\.name)), HTTPURL.schema]) }
}
