package import ConnectivityCore
package import ConnectivityWire

extension PipelineConfiguration.NetworkMatch {
    /// The conditions on a network, among the members of its entry.
    package static let fields = FieldTable(
        PipelineConfiguration.NetworkMatch(),
        [
            .optional("ssid", \.writtenSSIDs),
            .optional(
                "gateway",
                \.writtenGateways,
                Rule("must be an address such as 192.0.2.1") { $0.texts.allSatisfy { (try? IPAddress($0)) != nil } }
            ),
            .optional("interface", \.writtenInterfaces),
            .optional("domain", \.writtenDomains),
        ]
    )

    /// The first condition, which identifies a network without a name; `nil` if there is no condition.
    package var firstText: String? { (ssids + gateways.map(\.description) + interfaces + domains).first }

    private var writtenSSIDs: Texts? {
        get { Texts(ssids) }
        set { ssids = newValue?.texts ?? [] }
    }
    private var writtenGateways: Texts? {
        get { Texts(gateways.map(\.description)) }
        set { gateways = (newValue?.texts ?? []).compactMap { try? IPAddress($0) } }
    }
    private var writtenInterfaces: Texts? {
        get { Texts(interfaces) }
        set { interfaces = newValue?.texts ?? [] }
    }
    private var writtenDomains: Texts? {
        get { Texts(domains) }
        set { domains = newValue?.texts ?? [] }
    }
}

/// One text, or a list of alternative texts.
package struct Texts: Codable, SchemaProviding {
    package var texts: [String]

    /// Creates texts; `nil` if the list is empty.
    init?(_ texts: [String]) {
        guard !texts.isEmpty else { return nil }
        self.texts = texts
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        texts = try (try? container.decode(String.self)).map { [$0] } ?? container.decode([String].self)
        guard !texts.isEmpty, texts.allSatisfy({ !$0.isEmpty }) else { throw decoder.fault("must not be empty") }
    }

    package func encode(to encoder: any Encoder) throws {
        if texts.count == 1 { try texts[0].encode(to: encoder) } else { try texts.encode(to: encoder) }
    }

    package static var schema: Schema { .either([.text(), [String].schema]) }
}
