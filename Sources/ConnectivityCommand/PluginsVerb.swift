import ConnectivityEmulation
import ConnectivityKit

/// `connectivityctl plugins`: lists the components that a configuration can name.
enum PluginsVerb: Verb {
    static let grammar = Grammar(
        name: "plugins",
        summary: "List the components that a configuration can name in this build.",
        options: [.flag("json", "print JSON")]
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let registry = console.registry
        let kinds = [
            ("sources", registry.sources.ids), ("provisioning", registry.provisioningReaders.ids),
            ("probers", registry.probers.ids),
            ("validators", registry.validators.ids), ("policies", registry.policies.ids),
            ("notifiers", registry.notifiers.ids), ("endpoints", registry.endpoints.ids),
            ("detectors", registry.detectors.map { PluginID($0.name) }),
        ]
        if arguments.has("json") {
            let named = kinds.map { ($0.0, $0.1.map(\.description)) }
            try console.printJSON(Dictionary(uniqueKeysWithValues: named))
        } else {
            var table = Table(["kind", "name"])
            for (kind, ids) in kinds { for id in ids { table.add([kind, id.description]) } }
            console.print(table.text)
        }
        return .success
    }
}
