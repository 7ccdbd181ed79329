package import ConnectivityCore

/// What must hold of a network among the options of a component: `ssid`, `gateway`, `interface` and `domain`, each a text or a
/// list.
package struct WrittenMatch: Decodable {
    /// What must hold; `nil` if nothing is stated.
    package let match: NetworkMatch?

    private enum CodingKeys: CodingKey {
        case ssid, gateway, interface, domain
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func texts(_ key: CodingKeys) throws -> [String] {
            try container.decodeIfPresent(PipelineConfiguration.Texts.self, forKey: key)?.texts ?? []
        }
        var match = NetworkMatch(
            ssids: try texts(.ssid),
            interfaces: try texts(.interface),
            domains: try texts(.domain)
        )
        match.gateways = try texts(.gateway).map { text in
            guard let address = try? IPAddress(text) else {
                throw container.fault(.gateway, "must be an address such as 192.0.2.1")
            }
            return address
        }
        self.match = match == NetworkMatch() ? nil : match
    }
}
