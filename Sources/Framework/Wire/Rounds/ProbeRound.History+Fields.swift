package import ConnectivityCore

// The history of earlier rounds in JSON: `standing`, the name of the access or null, its `portal` or null, `measured`,
// a list of names, and `portalAPI`, the last valid answer of the network's API or null. For the portals that rounds
// measured, the list has only the name of the access.

extension ProbeRound.History: FieldCodable {
    package static var schema: Schema { fields.schema("RoundHistory") }
    package static let fields = FieldTable(
        ProbeRound.History(),
        [
            .optional("standing", \.lastAccessName),
            .optional("portal", \.lastPortal),
            .required("measured", \.measuredNames, Rule("has more than \(countMax) elements") { $0.count <= countMax }),
            .optional("portalAPI", \.portalAPI),
        ]
    )

    private var lastAccessName: InternetAccess.Name? {
        get { lastAccess.map(InternetAccess.Name.init) }
        set { lastAccess = newValue?.access }
    }

    private var lastPortal: CaptivePortal? {
        get { lastAccess?.portal }
        set { if let newValue, case .captive = lastAccess { lastAccess = .captive(newValue) } }
    }

    private var measuredNames: [InternetAccess.Name] {
        get { measured.map(InternetAccess.Name.init) }
        set { measured = newValue.map(\.access) }
    }
}

extension InternetAccess {
    /// An access in its encoded form, without its portal.
    package struct Name: Codable, SchemaProviding {
        let access: InternetAccess

        package init(_ access: InternetAccess) { self.access = access }

        package init(from decoder: any Decoder) throws {
            access = try decoder.value(orThrow: "is not a known access") { name in
                Self.all.first { $0.name == name }
            }
        }

        package func encode(to encoder: any Encoder) throws { try access.name.encode(to: encoder) }

        package static var schema: Schema { .choice(all.map(\.name)) }

        private static let all: [InternetAccess] = [
            .determining, .disconnected, .unreachable, .captive(.unknown), .blocked, .partial, .online,
        ]
    }
}
