import ConnectivityCore

// Interfaces in version 1 of the form, as they are written; they decode themselves. What is absent, or as it mostly
// is, is left out: an address of which nothing else is to be told is its text.

extension Interface {
    var json: JSON {
        .object([
            ("name", .string(name)), ("index", .integer(index)), ("kind", .string(kind.rawValue)),
            ("driver", driver.map(JSON.string)),
            ("isUp", .bool(isUp)), ("hasCarrier", .bool(hasCarrier)),
            ("operationalState", operationalState.map { .string($0.rawValue) }),
            ("isMetered", isMetered.map(JSON.bool)),
            ("addresses", .array(addresses.map(\.json))),
            ("defaultRoutes", .array(defaultRoutes.map(\.json))),
            (
                "egress",
                egress.isEmpty
                    ? nil : .array(AddressFamily.allCases.filter(egress.contains).map { .string($0.rawValue) })
            ),
            ("nameServers", .addresses(nameServers)),
            ("wifi", wifi?.json),
            ("captivePortal", captivePortal.map { .string($0.description) }),
            ("provisioning", provisioning.isEmpty ? nil : .array(provisioning.map(\.json))),
            ("systemConnectivity", systemConnectivity?.json),
        ])
    }
}

extension Provisioning {
    fileprivate var json: JSON {
        .object([
            ("origin", .string(origin)),
            ("channel", channel.map { .string($0.rawValue) }),
            ("captivePortal", captivePortalText.map(JSON.string)),
            ("nameServers", .addresses(nameServers)),
            ("isMetered", isMetered.map(JSON.bool)),
        ])
    }
}

extension Interface.Address {
    fileprivate var json: JSON {
        guard self != Self(address, prefixLength: prefixLength) else { return .string(description) }
        return .object([
            ("address", .string(description)),
            ("scope", scope == Scope(of: address) ? nil : .string(scope.rawValue)),
            ("state", state == .preferred ? nil : .string(state.rawValue)),
            ("preferredLifetime", preferredLifetime.map(JSON.seconds)),
            ("validLifetime", validLifetime.map(JSON.seconds)),
        ])
    }
}

extension Interface.DefaultRoute {
    fileprivate var json: JSON {
        .object([
            ("family", .string(family.rawValue)),
            ("gateway", gateway.map { .string("\($0)") }),
            ("metric", .integer(metric)),
            ("table", table == Self.mainTable ? nil : .integer(table)),
        ])
    }
}

extension Interface.WiFi {
    fileprivate var json: JSON {
        let text = String(validating: ssid, as: UTF8.self)
        return .object([
            ("ssid", text.map(JSON.string)),
            ("ssidBase64", text == nil ? .string(Base64.encoded(ssid)) : nil),
            ("bssid", bssid.map(JSON.string)),
            ("frequency", frequency.map(JSON.integer)),
            ("signal", signal.map(JSON.integer)),
        ])
    }
}

extension SystemConnectivity {
    var json: JSON {
        .object([
            ("state", .string(state.rawValue)),
            ("ipv4", ipv4.map { .string($0.rawValue) }),
            ("ipv6", ipv6.map { .string($0.rawValue) }),
            ("toldBy", .string(toldBy)),
        ])
    }
}
