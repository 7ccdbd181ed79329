import ConnectivityCore
import ConnectivitySignIn
package import ConnectivityWire

/// A line that a plugin reads.
package enum PluginRequestLine: SchemaProviding {
    package static var schema: Schema {
        .either([
            request(
                "Hello",
                "hello",
                [("protocol", .whole(nil)), ("record", .whole(nil)), ("lineLimit", .whole(nil))]
            ),
            toComponent("Validate", "validate", [("exchange", ProbeExchange.schema)]),
            toComponent("Probe", "probe", [("request", ProbeRequest.schema)]),
            toComponent(
                "Notify",
                "notify",
                [
                    ("assessment", .either([Assessment.schema, .null])),
                    ("observation", .either([CompanionObservation.schema, .null])),
                    ("event", .choice(["changed", "confirmed", "observed", "ended"])),
                ]
            ),
            toComponent("SignIn", "sign-in", [("occasion", PluginSignInOccasion.fields.schema("SignInOccasion"))]),
            toComponent("PortalAnswer", "portal-answer", [("answer", PluginPortalAnswer.schema), ("state", .any)]),
            toComponent("Observe", "observe", [], isLimited: false),
            request("Cancel", "cancel", []),
            .object("Bye") { [Schema.Member("type", .choice(["bye"]), isRequired: true)] },
        ])
    }

    private static func toComponent(
        _ name: String,
        _ type: String,
        _ members: [(String, Schema)],
        isLimited: Bool = true
    ) -> Schema {
        let limit = isLimited ? [("seconds", Schema.number)] : []
        return request(name, type, [("use", .text()), ("options", .map(.any))] + members + limit)
    }

    private static func request(_ name: String, _ type: String, _ members: [(String, Schema)]) -> Schema {
        .object(name) {
            ([("id", .whole(nil)), ("type", .choice([type]))] + members).map { Schema.Member($0, $1, isRequired: true) }
        }
    }
}
