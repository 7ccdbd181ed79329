// Interfaces in JSON; `isUsable` follows from the rest and is not read.

extension Interface: Codable {
    private enum CodingKeys: CodingKey {
        case name, index, kind, isUp, hasCarrier, isUsable, addresses, defaultRoutes
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            index: try container.decode(Int.self, forKey: .index),
            kind: try container.decode(Kind.self, forKey: .kind),
            isUp: try container.decode(Bool.self, forKey: .isUp),
            hasCarrier: try container.decode(Bool.self, forKey: .hasCarrier),
            addresses: try container.decode([Address].self, forKey: .addresses),
            defaultRoutes: try container.decode([DefaultRoute].self, forKey: .defaultRoutes)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(index, forKey: .index)
        try container.encode(kind, forKey: .kind)
        try container.encode(isUp, forKey: .isUp)
        try container.encode(hasCarrier, forKey: .hasCarrier)
        try container.encode(isUsable, forKey: .isUsable)
        try container.encode(addresses, forKey: .addresses)
        try container.encode(defaultRoutes, forKey: .defaultRoutes)
    }
}

extension Interface.Address: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let parts = try container.decode(String.self).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress(parts[0]), let prefixLength = Int(parts[1]) else {
            let fault = "is not an address with a prefix length such as 192.0.2.7/24"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: fault)
        }
        self.init(address, prefixLength: prefixLength)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(address)/\(prefixLength)")
    }
}

extension Interface.DefaultRoute: Codable {
    private enum CodingKeys: CodingKey {
        case family, gateway, metric
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            family: try container.decode(AddressFamily.self, forKey: .family),
            gateway: try container.decodeIfPresent(IPAddress.self, forKey: .gateway),
            metric: try container.decode(UInt32.self, forKey: .metric)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(family, forKey: .family)
        try container.encode(gateway, forKey: .gateway)
        try container.encode(metric, forKey: .metric)
    }
}
