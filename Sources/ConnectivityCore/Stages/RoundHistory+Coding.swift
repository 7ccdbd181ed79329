// What the rounds before came to, in JSON: `standing`, an object with `access` and `portal`, or null; and `measured`, a list
// of such objects.

extension RoundHistory: Codable {
    private enum CodingKeys: CodingKey {
        case standing, measured
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let standing = try container.decodeIfPresent(InternetAccess.self, forKey: .standing)
        self.init()
        for measured in try container.decode([InternetAccess].self, forKey: .measured) {
            append(Judgement(standing ?? measured, because: .notYetJudged, measured: measured))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(standing, forKey: .standing)
        try container.encode(measured, forKey: .measured)
    }
}

extension InternetAccess: Codable {
    private enum CodingKeys: CodingKey {
        case access, portal
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .access)
        let plain: [InternetAccess] = [.determining, .disconnected, .unreachable, .blocked, .partial, .online]
        if let portal = try container.decodeIfPresent(Portal.self, forKey: .portal) {
            self = .captive(portal)
            try container.require(name == self.name, .access, "is not that of a portal")
        } else {
            let access = plain.first { $0.name == name }
            try container.require(access != nil, .access, "is none, or has no portal where it needs one")
            self = access ?? .determining
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .access)
        try container.encode(portal, forKey: .portal)
    }
}
