// Interfaces in JSON; `isUsable` follows from the rest and is not read. Members that came later may be missing.

extension Interface: Codable {
    private enum CodingKeys: CodingKey {
        case name, index, kind, driver, isUp, hasCarrier, operationalState, isUsable, isMetered, addresses,
            defaultRoutes
        case egress, nameServers, wifi, captivePortal, provisioning
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            index: try container.decode(Int.self, forKey: .index),
            kind: try container.decode(Kind.self, forKey: .kind),
            driver: try container.decodeIfPresent(String.self, forKey: .driver),
            isUp: try container.decode(Bool.self, forKey: .isUp),
            hasCarrier: try container.decode(Bool.self, forKey: .hasCarrier),
            operationalState: try container.decodeIfPresent(OperationalState.self, forKey: .operationalState),
            isMetered: try container.decodeIfPresent(Bool.self, forKey: .isMetered),
            addresses: try container.decode([Address].self, forKey: .addresses),
            defaultRoutes: try container.decode([DefaultRoute].self, forKey: .defaultRoutes),
            egress: Set(try container.decodeIfPresent([AddressFamily].self, forKey: .egress) ?? []),
            nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? [],
            wifi: try container.decodeIfPresent(WiFi.self, forKey: .wifi),
            captivePortal: try container.decodeIfPresent(CaptivePortalOption.self, forKey: .captivePortal),
            provisioning: try container.decodeIfPresent([Provisioning].self, forKey: .provisioning) ?? []
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(index, forKey: .index)
        try container.encode(kind, forKey: .kind)
        try container.encode(driver, forKey: .driver)
        try container.encode(isUp, forKey: .isUp)
        try container.encode(hasCarrier, forKey: .hasCarrier)
        try container.encode(operationalState, forKey: .operationalState)
        try container.encode(isUsable, forKey: .isUsable)
        try container.encode(isMetered, forKey: .isMetered)
        try container.encode(addresses, forKey: .addresses)
        try container.encode(defaultRoutes, forKey: .defaultRoutes)
        try container.encode(AddressFamily.allCases.filter(egress.contains), forKey: .egress)
        try container.encode(nameServers, forKey: .nameServers)
        try container.encode(wifi, forKey: .wifi)
        try container.encode(captivePortal, forKey: .captivePortal)
        try container.encode(provisioning, forKey: .provisioning)
    }
}

extension Interface.Address: Codable {
    private enum CodingKeys: CodingKey {
        case address, scope, state, preferredLifetime, validLifetime
    }

    /// Reads the object that ``encode(to:)`` writes, or the text of ``description`` alone.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            let container = try decoder.singleValueContainer()
            guard let plain = Self(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.fault)
            }
            self = plain
            return
        }
        guard let plain = Self(try container.decode(String.self, forKey: .address)) else {
            throw DecodingError.dataCorruptedError(forKey: .address, in: container, debugDescription: Self.fault)
        }
        self.init(
            plain.address,
            prefixLength: plain.prefixLength,
            scope: try container.decodeIfPresent(Scope.self, forKey: .scope),
            state: try container.decodeIfPresent(State.self, forKey: .state) ?? .preferred,
            preferredLifetime: try container.decodeSecondsIfPresent(forKey: .preferredLifetime),
            validLifetime: try container.decodeSecondsIfPresent(forKey: .validLifetime)
        )
    }

    private static let fault = "is not an address with a prefix length such as 192.0.2.7/24"

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(description, forKey: .address)
        try container.encode(scope, forKey: .scope)
        try container.encode(state, forKey: .state)
        try container.encode(preferredLifetime?.seconds, forKey: .preferredLifetime)
        try container.encode(validLifetime?.seconds, forKey: .validLifetime)
    }
}

extension Interface.DefaultRoute: Codable {
    private enum CodingKeys: CodingKey {
        case family, gateway, metric, table
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            family: try container.decode(AddressFamily.self, forKey: .family),
            gateway: try container.decodeIfPresent(IPAddress.self, forKey: .gateway),
            metric: try container.decode(UInt32.self, forKey: .metric),
            table: try container.decodeIfPresent(UInt32.self, forKey: .table) ?? Self.mainTable
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(family, forKey: .family)
        try container.encode(gateway, forKey: .gateway)
        try container.encode(metric, forKey: .metric)
        try container.encode(table, forKey: .table)
    }
}

/// The name of the network stands as text under `ssid` where it is UTF-8, else in Base64 under `ssidBase64`; the other of
/// the two is null.
extension Interface.WiFi: Codable {
    private enum CodingKeys: CodingKey {
        case ssid, ssidBase64, bssid, frequency, signal
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let bytes: [UInt8]
        if let text = try container.decodeIfPresent(String.self, forKey: .ssid) {
            bytes = Array(text.utf8)
        } else {
            let decoded = Base64.decoded(try container.decode(String.self, forKey: .ssidBase64))
            try container.require(decoded != nil, .ssidBase64, "is not Base64")
            bytes = decoded ?? []
        }
        self.init(
            ssid: bytes,
            bssid: try container.decodeIfPresent(String.self, forKey: .bssid),
            frequency: try container.decodeIfPresent(Int.self, forKey: .frequency),
            signal: try container.decodeIfPresent(Int.self, forKey: .signal)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let text = String(validating: ssid, as: UTF8.self)
        try container.encode(text, forKey: .ssid)
        try container.encode(text == nil ? Base64.encoded(ssid) : nil, forKey: .ssidBase64)
        try container.encode(bssid, forKey: .bssid)
        try container.encode(frequency, forKey: .frequency)
        try container.encode(signal, forKey: .signal)
    }
}

extension InterfaceSnapshot: Encodable {
    private enum CodingKeys: CodingKey {
        case interfaces, nameServers, preferred, underlay
    }

    /// Writes the interfaces, the machine's name servers, and the names of the interfaces that follow from them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(interfaces, forKey: .interfaces)
        try container.encode(nameServers, forKey: .nameServers)
        try container.encode(preferred?.name, forKey: .preferred)
        try container.encode(underlay?.name, forKey: .underlay)
    }
}
