import ConnectivityCore

// Interfaces in version 1 of the form, both ways. What is absent, or as it mostly is, is left out: an address of which
// nothing else is to be told is its text.

extension Interface {
    init(_ cursor: JSONCursor) throws(SessionRecordingError) {
        try cursor.only(
            "name",
            "index",
            "kind",
            "driver",
            "isUp",
            "hasCarrier",
            "operationalState",
            "isMetered",
            "addresses",
            "defaultRoutes",
            "egress",
            "nameServers",
            "wifi",
            "captivePortal",
            "provisioning",
            "systemConnectivity"
        )
        self.init(
            name: try cursor.member("name").text(),
            index: try cursor.member("index").integer(Int.min...Int.max),
            kind: try cursor.member("kind").named("kind of interface") { Kind(rawValue: $0) },
            driver: try cursor.optional("driver")?.text(),
            isUp: try cursor.member("isUp").bool(),
            hasCarrier: try cursor.member("hasCarrier").bool(),
            operationalState: try cursor.optional("operationalState")?.named("operational state") {
                OperationalState(rawValue: $0)
            },
            isMetered: try cursor.optional("isMetered")?.bool(),
            addresses: try cursor.member("addresses").map { (address) throws(SessionRecordingError) in
                try Address(address)
            },
            defaultRoutes: try cursor.member("defaultRoutes").map { (route) throws(SessionRecordingError) in
                try DefaultRoute(route)
            },
            egress: Set(
                try cursor.optional("egress")?.map { (family) throws(SessionRecordingError) in try family.family() }
                    ?? []
            ),
            nameServers: try cursor.optional("nameServers")?.addresses() ?? [],
            wifi: try cursor.optional("wifi").map { (wifi) throws(SessionRecordingError) in try WiFi(wifi) },
            captivePortal: try cursor.optional("captivePortal")?.named("captive portal option") {
                try? CaptivePortalOption(Array($0.utf8))
            },
            provisioning: try cursor.optional("provisioning")?.map { (told) throws(SessionRecordingError) in
                try Provisioning(told)
            } ?? [],
            systemConnectivity: try cursor.optional("systemConnectivity")?.systemConnectivity()
        )
    }

    var node: JSONNode {
        .object([
            ("name", .string(name)), ("index", .integer(index)), ("kind", .string(kind.rawValue)),
            ("driver", driver.map(JSONNode.string)),
            ("isUp", .bool(isUp)), ("hasCarrier", .bool(hasCarrier)),
            ("operationalState", operationalState.map { .string($0.rawValue) }),
            ("isMetered", isMetered.map(JSONNode.bool)),
            ("addresses", .array(addresses.map(\.node))),
            ("defaultRoutes", .array(defaultRoutes.map(\.node))),
            (
                "egress",
                egress.isEmpty
                    ? nil : .array(AddressFamily.allCases.filter(egress.contains).map { .string($0.rawValue) })
            ),
            ("nameServers", .addresses(nameServers)),
            ("wifi", wifi?.node),
            ("captivePortal", captivePortal.map { .string($0.description) }),
            ("provisioning", provisioning.isEmpty ? nil : .array(provisioning.map(\.node))),
            ("systemConnectivity", systemConnectivity?.node),
        ])
    }
}

extension Provisioning {
    fileprivate init(_ cursor: JSONCursor) throws(SessionRecordingError) {
        try cursor.only("origin", "channel", "captivePortal", "nameServers", "isMetered")
        self.init(
            origin: try cursor.member("origin").text(),
            channel: try cursor.optional("channel")?.named("channel of provisioning") { Channel(rawValue: $0) },
            captivePortal: try cursor.optional("captivePortal").map { (text) throws(SessionRecordingError) in
                Array(try text.text().utf8)
            },
            nameServers: try cursor.optional("nameServers")?.addresses() ?? [],
            isMetered: try cursor.optional("isMetered")?.bool()
        )
    }

    fileprivate var node: JSONNode {
        .object([
            ("origin", .string(origin)),
            ("channel", channel.map { .string($0.rawValue) }),
            ("captivePortal", captivePortalText.map(JSONNode.string)),
            ("nameServers", .addresses(nameServers)),
            ("isMetered", isMetered.map(JSONNode.bool)),
        ])
    }
}

extension Interface.Address {
    private static let form = "address with a prefix length such as 192.0.2.7/24"

    fileprivate init(_ cursor: JSONCursor) throws(SessionRecordingError) {
        guard case .object = cursor.node.value else {
            self = try cursor.named(Self.form) { Self($0) }
            return
        }
        try cursor.only("address", "scope", "state", "preferredLifetime", "validLifetime")
        let plain = try cursor.member("address").named(Self.form) { Self($0) }
        self.init(
            plain.address,
            prefixLength: plain.prefixLength,
            scope: try cursor.optional("scope")?.named("scope of an address") { Scope(rawValue: $0) },
            state: try cursor.optional("state")?.named("state of an address") { State(rawValue: $0) } ?? .preferred,
            preferredLifetime: try cursor.optional("preferredLifetime")?.seconds(),
            validLifetime: try cursor.optional("validLifetime")?.seconds()
        )
    }

    fileprivate var node: JSONNode {
        guard self != Self(address, prefixLength: prefixLength) else { return .string(description) }
        return .object([
            ("address", .string(description)),
            ("scope", scope == Scope(of: address) ? nil : .string(scope.rawValue)),
            ("state", state == .preferred ? nil : .string(state.rawValue)),
            ("preferredLifetime", preferredLifetime.map(JSONNode.seconds)),
            ("validLifetime", validLifetime.map(JSONNode.seconds)),
        ])
    }
}

extension Interface.DefaultRoute {
    fileprivate init(_ cursor: JSONCursor) throws(SessionRecordingError) {
        try cursor.only("family", "gateway", "metric", "table")
        self.init(
            family: try cursor.member("family").family(),
            gateway: try cursor.optional("gateway")?.address(),
            metric: try cursor.member("metric").integer(0...UInt32.max),
            table: try cursor.optional("table")?.integer(0...UInt32.max) ?? Self.mainTable
        )
    }

    fileprivate var node: JSONNode {
        .object([
            ("family", .string(family.rawValue)),
            ("gateway", gateway.map { .string("\($0)") }),
            ("metric", .integer(metric)),
            ("table", table == Self.mainTable ? nil : .integer(table)),
        ])
    }
}

extension Interface.WiFi {
    fileprivate init(_ cursor: JSONCursor) throws(SessionRecordingError) {
        try cursor.only("ssid", "ssidBase64", "bssid", "frequency", "signal")
        let ssid: [UInt8]
        if let text = try cursor.optional("ssid") {
            ssid = Array(try text.text().utf8)
        } else {
            ssid = try cursor.member("ssidBase64").named("Base64") { Base64.decoded($0) }
        }
        self.init(
            ssid: ssid,
            bssid: try cursor.optional("bssid")?.text(),
            frequency: try cursor.optional("frequency")?.integer(0...Int.max),
            signal: try cursor.optional("signal")?.integer(Int.min...Int.max)
        )
    }

    fileprivate var node: JSONNode {
        let text = String(validating: ssid, as: UTF8.self)
        return .object([
            ("ssid", text.map(JSONNode.string)),
            ("ssidBase64", text == nil ? .string(Base64.encoded(ssid)) : nil),
            ("bssid", bssid.map(JSONNode.string)),
            ("frequency", frequency.map(JSONNode.integer)),
            ("signal", signal.map(JSONNode.integer)),
        ])
    }
}

extension JSONCursor {
    /// Reads what a service of the system found out.
    func systemConnectivity() throws(SessionRecordingError) -> SystemConnectivity {
        func state(_ cursor: JSONCursor) throws(SessionRecordingError) -> SystemConnectivity.State {
            try cursor.named("state of connectivity") { .init(rawValue: $0) }
        }
        try only("state", "ipv4", "ipv6", "toldBy")
        return SystemConnectivity(
            try state(try member("state")),
            ipv4: try optional("ipv4").map(state),
            ipv6: try optional("ipv6").map(state),
            toldBy: try member("toldBy").text()
        )
    }
}

extension SystemConnectivity {
    var node: JSONNode {
        .object([
            ("state", .string(state.rawValue)),
            ("ipv4", ipv4.map { .string($0.rawValue) }),
            ("ipv6", ipv6.map { .string($0.rawValue) }),
            ("toldBy", .string(toldBy)),
        ])
    }
}
