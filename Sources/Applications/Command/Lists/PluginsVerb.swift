import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl plugins`: lists the components for configurations, with their options.
enum PluginsVerb: Verb {
    static let grammar = Grammar(
        name: "plugins",
        summary: "List the components that a configuration can name in this build, with their options.",
        operands: "[\(Family.allCases.map(\.rawValue).joined(separator: "|"))]",
        options: [
            .value("config", "FILE", "also start and list the plugins that this configuration names"),
            .flag("json", "print JSON"),
        ],
        notes: """
            Options in brackets may be left out. With --json, each option also has its kind.

            "plugins endpoint" lists the endpoints with their owners, URLs and groups; those marked * are used by default. Groups
            that --endpoint and configurations accept: \(Endpoint.groups.keys.sorted().joined(separator: ", ")). Each probe shows the
            owner the address of this network and the time; over http, everyone on the path can read it. The country is that of the
            owner's seat. An endpoint with a twin is also requested over TLS, as NAME.https.

            "plugins detector" lists the clients whose checks "emulate" re-implements, with their requests and rules. These are
            re-implementations of documented or published rules, not the clients themselves.
            """
    )

    /// The families with a separate, more detailed list.
    private enum Family: String, CaseIterable {
        case endpoint, detector
    }

    private struct Component: Encodable {
        struct Option: Encodable {
            var name, kind: String
            var required: Bool
        }
        var kind, name, summary: String
        var options: [Option]

        init(_ description: ComponentDescription, _ kind: String) {
            self.kind = kind
            name = description.id.description
            summary = description.summary
            options = description.options.map { Option(name: $0.name, kind: $0.kind, required: $0.isRequired) }
        }
    }

    private struct Answer: Encodable {
        var components: [Component]
        var endpoints, detectors: [String]
        var plugins: [PluginProgramRow]

        var table: Table {
            var table = Table(["kind", "name", "what it does", "options"])
            for component in components {
                let options = component.options.map { $0.required ? $0.name : "[\($0.name)]" }.joined(separator: " ")
                table.add([component.kind, component.name, component.summary.printable(limit: 120), options])
            }
            for (kind, names) in [("endpoint", endpoints), ("detector", detectors)] {
                for name in names { table.add([kind, name, "", ""]) }
            }
            return table
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let (registry, isJSON) = (console.registry, arguments.has("json"))
        switch try family(arguments) {
        case .endpoint?:
            let rows = registry.endpoints.all.map { EndpointRow($0, in: registry.endpoints) }
            if isJSON {
                try console.printJSON(rows)
            } else {
                console.print(EndpointRow.table(rows).text(within: console.columns))
            }
        case .detector?:
            let rows = registry.detectors.map(DetectorRow.init)
            if isJSON {
                try console.printJSON(rows)
            } else {
                console.print(DetectorRow.table(rows).text(within: console.columns))
            }
        case nil: try printAll(isJSON: isJSON, console)
        }
        return .success
    }

    private static func family(_ arguments: Arguments) throws(CommandError) -> Family? {
        guard let name = arguments.operands.first else { return nil }
        guard arguments.operands.count == 1 else { throw arguments.usage("name one list only") }
        guard let family = Family(rawValue: name) else {
            let names = Family.allCases.map(\.rawValue)
            throw arguments.usage("unknown list \"\(name.printable(limit: 40))\"; \(names.alternatives(to: name))")
        }
        return family
    }

    private static func printAll(isJSON: Bool, _ console: Console) throws(CommandError) {
        let registry = console.registry
        let answer = Answer(
            components: registry.families.flatMap { family in
                family.descriptions.map { Component($0, family.name) }
            },
            endpoints: registry.endpoints.ids.map(\.description),
            detectors: registry.detectors.map(\.name),
            plugins: console.programs
        )
        if isJSON {
            try console.printJSON(answer)
        } else {
            console.print(answer.table.text(within: console.columns))
            for plugin in console.programs {
                let name = "\(plugin.name) \(plugin.version)".printable(limit: 120)
                console.print("\nplugin \(name): \(plugin.command.joined(separator: " ").printable(limit: 200))")
                console.print("  digest   \(plugin.digest)\n  limits   \(plugin.limits)")
            }
        }
    }
}
