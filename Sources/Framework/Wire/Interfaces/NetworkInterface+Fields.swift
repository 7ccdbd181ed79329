public import ConnectivityCore

// Interfaces in JSON. `isUsable` is derived from the other fields. Fields that were added later may be missing.

extension NetworkInterface: FieldCodable {
    package static let fields = FieldTable(
        NetworkInterface(name: "", index: 0, kind: .other),
        [
            .required("name", \.name),
            .required("index", \.index),
            .required("kind", \.kind),
            .optional("driver", \.driver),
            .required("isUp", \.isUp),
            .required("hasCarrier", \.hasCarrier),
            .optional("carrierChangeCount", \.carrierChangeCount),
            .optional("operationalState", \.operationalState),
            .shown("isUsable") { $0.isUsable },
            .optional("isMetered", \.isMetered),
            .required("addresses", \.addresses),
            .required("defaultRoutes", \.defaultRoutes),
            .filled("egress", \.egressInOrder, []),
            .filled("nameServers", \.nameServers, []),
            .optional("wifi", \.wifi),
            .optional("captivePortal", \.captivePortal),
            .filled("provisioning", \.provisioning, []),
            .optional("systemConnectivity", \.systemConnectivity),
        ]
    )

    /// Reads an interface that a person wrote; only the name is required.
    ///
    /// Missing values describe an interface that works: up, with carrier, with an unspecified address (`0.0.0.0/0`) and
    /// a default route for the family of each address. Without an index, the position is the index.
    package init(writtenIn decoder: any Decoder, position: Int) throws {
        let container = try decoder.container(keyedBy: FieldName.self)
        let name = try container.decode(String.self, forKey: "name")
        var start = NetworkInterface(name: name, index: position, kind: name == "lo" ? .loopback : .other)
        (start.isUp, start.hasCarrier) = (true, true)
        start.addresses = [Address("0.0.0.0", prefixLength: 0)]
        self = try Self.fields.read(from: decoder, into: start, isWrittenByHand: true)
        guard try container.decodeIfPresent([DefaultRoute].self, forKey: "defaultRoutes") == nil else { return }
        let families = IPAddress.Family.allCases.filter { family in
            addresses.contains { $0.isRoutable && $0.address.family == family }
        }
        defaultRoutes = families.map { DefaultRoute(family: $0, gateway: nil, metric: 0) }
    }

    private var egressInOrder: [IPAddress.Family] {
        get { IPAddress.Family.allCases.filter(egress.contains) }
        set { egress = Set(newValue) }
    }
}

extension NetworkInterface.Kind: SchemaProviding {}
extension NetworkInterface.OperationalState: SchemaProviding {}
extension IPAddress.Family: SchemaProviding {}

extension NetworkInterface.Address: FieldCodable {
    package static let fields = FieldTable(
        Self("0.0.0.0", prefixLength: 0),
        [
            .required("address", \.plain),
            .optional("scope", \.writtenScope),
            .filled("state", \.state, .preferred),
            .seconds("assignedAt", \.assignedAt),
            .seconds("preferredLifetime", \.preferredLifetime),
            .seconds("validLifetime", \.validLifetime),
        ]
    )

    /// Reads the object that ``encode(to:)`` writes, or only the text of ``description``.
    public init(from decoder: any Decoder) throws {
        if let plain = try? decoder.singleValueContainer().decode(String.self) {
            self = try Plain(plain, decoder).address
        } else {
            self = try Self.fields.read(from: decoder)
        }
    }

    /// Writes an object, or in the sparse form only the text of ``description`` if it is complete.
    public func encode(to encoder: any Encoder) throws {
        if encoder.userInfo[.isSparse] != nil, self == Self(address, prefixLength: prefixLength) {
            try plain.encode(to: encoder)
        } else {
            try Self.fields.write(self, to: encoder)
        }
    }

    package static var schema: Schema { .either([fields.schema("Address"), .text()]) }

    /// The address and its prefix length as one text.
    private var plain: Plain {
        get { Plain(address: self) }
        set { self = newValue.address }
    }

    /// The scope; assigning `nil` keeps the scope that follows from the address.
    private var writtenScope: Scope? {
        get { scope }
        set { scope = newValue ?? scope }
    }

    private struct Plain: Codable, SchemaProviding {
        var address: NetworkInterface.Address

        init(address: NetworkInterface.Address) { self.address = address }

        init(_ text: String, _ decoder: any Decoder) throws {
            guard let address = try? NetworkInterface.Address(text) else {
                throw decoder.fault("is not an address with a prefix length such as 192.0.2.7/24")
            }
            self.address = address
        }

        init(from decoder: any Decoder) throws {
            try self.init(try decoder.singleValueContainer().decode(String.self), decoder)
        }

        func encode(to encoder: any Encoder) throws { try address.description.encode(to: encoder) }

        static var schema: Schema { .text() }
    }
}

extension NetworkInterface.Address.Scope: SchemaProviding {}
extension NetworkInterface.Address.State: SchemaProviding {}

extension NetworkInterface.DefaultRoute: FieldCodable {
    package static let fields = FieldTable(
        Self(family: .ipv4, gateway: nil, metric: 0),
        [
            .required("family", \.family),
            .optional("gateway", \.gateway),
            .required("metric", \.metric),
            .filled("table", \.table, mainTable),
        ]
    )
}

/// The name of the network is text under `ssid` if it is valid UTF-8, otherwise Base64 under `ssidBase64`.
extension NetworkInterface.WiFi: FieldCodable {
    package static let fields = FieldTable(
        Self(ssid: []),
        [
            .optional("ssid", \.ssidText),
            .optional("ssidBase64", \.ssidBase64),
            .optional("bssid", \.bssid),
            .optional("frequency", \.frequency),
            .optional("signal", \.signal),
            .optional("interworking", \.interworking),
        ]
    )

    public init(from decoder: any Decoder) throws {
        self = try Self.fields.read(from: decoder)
        let container = try decoder.container(keyedBy: FieldName.self)
        // Either `ssid` or `ssidBase64` is required; an empty name is valid.
        if try container.decodeIfPresent(String.self, forKey: "ssid") == nil {
            _ = try container.decode(String.self, forKey: "ssidBase64")
        }
    }

    private var ssidText: String? {
        get { String(validUTF8: ssid) }
        set { ssid = newValue.map { Array($0.utf8) } ?? [] }
    }

    private var ssidBase64: Base64? {
        get { ssidText == nil ? Base64(ssid) : nil }
        set { if let newValue { ssid = newValue.bytes } }
    }
}

extension InterfaceSnapshot: Encodable {
    package static let fields = FieldTable(InterfaceSnapshot(), [.required("interfaces", \.interfaces)], others)

    /// The fields of a snapshot that a person wrote.
    ///
    /// Each interface needs only a `name`; the missing values describe an interface that works. The names of the preferred
    /// and underlay interfaces are derived.
    package static let writtenFields = FieldTable(
        InterfaceSnapshot(),
        [
            .required("interfaces", \.written).checked { snapshot in
                let (interfaces, count) = (snapshot.interfaces, snapshot.interfaces.count)
                guard Set(interfaces.map(\.name)).count == count else { return "two interfaces have the same name" }
                let isDistinct = Set(interfaces.map(\.index)).count == count
                return isDistinct ? nil : "two interfaces have the same index; change or omit one"
            }
        ],
        others,
        [.shown("preferred") { $0.preferred?.name }, .shown("underlay") { $0.underlay?.name }]
    )

    private static let others: [FieldTable<Self>.Field] = [
        .filled("nameServers", \.nameServers, []),
        .optional("systemConnectivity", \.systemConnectivity),
        .filled("resumeCount", \.resumeCount, 0),
        .optional("isOnBattery", \.isOnBattery),
    ]

    /// Writes the interfaces, the system's name servers, and the names of the preferred and underlay interfaces.
    public func encode(to encoder: any Encoder) throws { try Self.writtenFields.write(self, to: encoder) }

    /// Reads a snapshot that a person or ``encode(to:)`` wrote.
    package init(writtenIn decoder: any Decoder) throws { self = try Self.writtenFields.read(from: decoder) }

    private var written: [Written] {
        get { interfaces.map { Written(interface: $0) } }
        set { interfaces = InterfaceSnapshot(newValue.map(\.interface)).interfaces }
    }

    private struct Written: Codable, SchemaProviding {
        var interface: NetworkInterface

        init(interface: NetworkInterface) { self.interface = interface }

        init(from decoder: any Decoder) throws {
            let position = decoder.codingPath.last?.intValue ?? 0
            interface = try NetworkInterface(writtenIn: decoder, position: position + 1)
        }

        func encode(to encoder: any Encoder) throws { try interface.encode(to: encoder) }

        static var schema: Schema {
            let others = NetworkInterface.fields.members(isWrittenByHand: true).dropFirst()
            return .object("WrittenInterface") { [Schema.Member("name", .text(), isRequired: true)] + others }
        }
    }
}

extension NetworkInterface.WiFi.Interworking: FieldCodable {
    package static let fields = FieldTable(
        Self(hasInternet: false, requiresFurtherStep: false),
        [
            .required("hasInternet", \.hasInternet),
            .required("requiresFurtherStep", \.requiresFurtherStep),
        ]
    )
}
