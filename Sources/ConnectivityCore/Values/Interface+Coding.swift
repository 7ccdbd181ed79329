// Interfaces in JSON; `isUsable` follows from the rest and is not read. Members that came later may be missing.

extension Interface: Codable {
    private enum CodingKeys: CodingKey {
        case name, index, kind, driver, isUp, hasCarrier, operationalState, isUsable, isMetered, addresses,
            defaultRoutes
        case egress, nameServers, wifi, captivePortal, provisioning, systemConnectivity
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            container,
            name: try container.decode(String.self, forKey: .name),
            index: try container.decode(Int.self, forKey: .index),
            kind: try container.decode(Kind.self, forKey: .kind),
            isUp: try container.decode(Bool.self, forKey: .isUp),
            hasCarrier: try container.decode(Bool.self, forKey: .hasCarrier),
            addresses: try container.decode([Address].self, forKey: .addresses),
            defaultRoutes: try container.decode([DefaultRoute].self, forKey: .defaultRoutes)
        )
    }

    /// Reads an interface that a person wrote, of which only the name must be there.
    ///
    /// What is missing is as of an interface that works: up, with carrier, with an address that is not told (`0.0.0.0/0`)
    /// and a default route for the family of each address.
    ///
    /// - Parameters:
    ///   - decoder: The decoder to read from.
    ///   - position: The index where none is written.
    /// - Throws: `DecodingError` where a value is of another type than ``encode(to:)`` writes.
    package init(writtenIn decoder: any Decoder, position: Int) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Follows from the rest; asked for, so that what `encode(to:)` wrote can be pasted.
        _ = container.contains(.isUsable)
        let name = try container.decode(String.self, forKey: .name)
        let addresses =
            try container.decodeIfPresent([Address].self, forKey: .addresses) ?? [Address("0.0.0.0", prefixLength: 0)]
        let families = AddressFamily.allCases.filter { family in
            addresses.contains { $0.isRoutable && $0.address.family == family }
        }
        try self.init(
            container,
            name: name,
            index: try container.decodeIfPresent(Int.self, forKey: .index) ?? position,
            kind: try container.decodeIfPresent(Kind.self, forKey: .kind) ?? (name == "lo" ? .loopback : .other),
            isUp: try container.decodeIfPresent(Bool.self, forKey: .isUp) ?? true,
            hasCarrier: try container.decodeIfPresent(Bool.self, forKey: .hasCarrier) ?? true,
            addresses: addresses,
            defaultRoutes: try container.decodeIfPresent([DefaultRoute].self, forKey: .defaultRoutes)
                ?? families.map { DefaultRoute(family: $0, gateway: nil, metric: 0) }
        )
    }

    /// Reads what may always be missing.
    private init(
        _ container: KeyedDecodingContainer<CodingKeys>,
        name: String,
        index: Int,
        kind: Kind,
        isUp: Bool,
        hasCarrier: Bool,
        addresses: [Address],
        defaultRoutes: [DefaultRoute]
    ) throws {
        self.init(
            name: name,
            index: index,
            kind: kind,
            driver: try container.decodeIfPresent(String.self, forKey: .driver),
            isUp: isUp,
            hasCarrier: hasCarrier,
            operationalState: try container.decodeIfPresent(OperationalState.self, forKey: .operationalState),
            isMetered: try container.decodeIfPresent(Bool.self, forKey: .isMetered),
            addresses: addresses,
            defaultRoutes: defaultRoutes,
            egress: Set(try container.decodeIfPresent([AddressFamily].self, forKey: .egress) ?? []),
            nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? [],
            wifi: try container.decodeIfPresent(WiFi.self, forKey: .wifi),
            captivePortal: try container.decodeIfPresent(CaptivePortalOption.self, forKey: .captivePortal),
            provisioning: try container.decodeIfPresent([Provisioning].self, forKey: .provisioning) ?? [],
            systemConnectivity: try container.decodeIfPresent(SystemConnectivity.self, forKey: .systemConnectivity)
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
        try container.encode(systemConnectivity, forKey: .systemConnectivity)
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
        case interfaces, nameServers, systemConnectivity, preferred, underlay
    }

    /// Writes the interfaces, the machine's name servers, and the names of the interfaces that follow from them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(interfaces, forKey: .interfaces)
        try container.encode(nameServers, forKey: .nameServers)
        try container.encode(systemConnectivity, forKey: .systemConnectivity)
        try container.encode(preferred?.name, forKey: .preferred)
        try container.encode(underlay?.name, forKey: .underlay)
    }
}

extension InterfaceSnapshot {
    /// Reads a snapshot that a person wrote, or that ``encode(to:)`` did.
    ///
    /// - Parameter decoder: The decoder to read from: an object with `interfaces`, of which each needs a `name` alone and
    ///   is otherwise an interface that works.
    /// - Throws: `DecodingError` where a value is missing or of another type, or two interfaces have one name or index.
    package init(writtenIn decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Follow from the rest; asked for, so that what `encode(to:)` wrote can be pasted.
        for key in [CodingKeys.preferred, .underlay] { _ = container.contains(key) }
        let interfaces = try container.decode([Written].self, forKey: .interfaces).map(\.interface)
        try container.require(Set(interfaces.map(\.name)).count == interfaces.count, .interfaces, "a name stands twice")
        try container.require(
            Set(interfaces.map(\.index)).count == interfaces.count,
            .interfaces,
            "an index stands twice; give one to each, or to none"
        )
        self.init(
            interfaces,
            nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? [],
            systemConnectivity: try container.decodeIfPresent(SystemConnectivity.self, forKey: .systemConnectivity)
        )
    }

    private struct Written: Decodable {
        var interface: Interface

        init(from decoder: any Decoder) throws {
            let position = decoder.codingPath.last?.intValue ?? 0
            interface = try Interface(writtenIn: decoder, position: position + 1)
        }
    }
}
