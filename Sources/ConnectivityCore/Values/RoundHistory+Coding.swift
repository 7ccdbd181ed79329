// What was known of the rounds before in JSON: `standing`, the name of the access or null, its `portal` or null, and
// `measured`, a list of names, and `portalAPI`, the last good answer of the network's API or null.

extension RoundHistory: Codable {
    private enum CodingKeys: CodingKey {
        case standing, portal, measured, portalAPI
    }

    /// Reads a history; of the portals that rounds measured, only that there was one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let portal = try container.decodeIfPresent(Portal.self, forKey: .portal)
        func access(_ name: String, _ portal: Portal?, _ key: CodingKeys) throws -> InternetAccess {
            guard let access = InternetAccess(named: name, portal: portal) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "is no access")
            }
            return access
        }
        let measured = try container.decode([String].self, forKey: .measured)
        try container.require(measured.count <= Self.countMax, .measured, "has more than \(Self.countMax) elements")
        self.init(
            standing: try container.decodeIfPresent(String.self, forKey: .standing)
                .map { try access($0, portal, .standing) },
            measured: try measured.map { try access($0, nil, .measured) },
            portalAPI: try container.decodeIfPresent(CaptivePortalAPI.self, forKey: .portalAPI)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(standing?.name, forKey: .standing)
        try container.encode(standing?.portal, forKey: .portal)
        try container.encode(measured.map(\.name), forKey: .measured)
        try container.encode(portalAPI, forKey: .portalAPI)
    }
}

extension InternetAccess {
    /// The access of a name; `nil` where none has it.
    fileprivate init?(named name: String, portal: Portal?) {
        let all: [InternetAccess] = [
            .determining, .disconnected, .unreachable, .captive(portal ?? .unknown),
            .blocked, .partial, .online,
        ]
        guard let access = all.first(where: { $0.name == name }) else { return nil }
        self = access
    }
}
