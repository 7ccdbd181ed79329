import ConnectivityCore
package import ConnectivityWire

/// A line that a plugin writes.
package enum PluginAnswerLine: SchemaProviding {
    package static var schema: Schema {
        let snapshot = Schema.Member("interfaces", .list(.map(.any)), isRequired: true)
        let servers = Schema.Member("nameServers", .list(.text()))
        let more = Schema.Member("more", .flag, isRequired: true)
        return .either([
            answer("Introduction") { PluginManifest.fields.members() },
            answer("Verdict") { PluginVerdict.fields.members() },
            answer("Exchange") { ProbeExchange.fields.members(isWrittenByHand: true) },
            answer("SignInStep") { PluginSignInStep.fields.members() },
            answer("Snapshot") { [more, snapshot, servers] },
            answer("Error") { [Schema.Member("error", .text(), isRequired: true)] },
            answer("Done") { [] },
        ])
    }

    private static func answer(_ name: String, _ members: @escaping @Sendable () -> [Schema.Member]) -> Schema {
        .object(name) { [Schema.Member("id", .whole(nil), isRequired: true)] + members() }
    }
}
