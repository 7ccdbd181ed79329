import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityNotifiers
import ConnectivityPluginHost
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityReport
import ConnectivitySignIn
import ConnectivityWire

/// `connectivityctl schema`: prints the JSON Schema of an input or output document.
enum SchemaVerb: Verb {
    static let grammar = Grammar(
        name: "schema",
        summary: "Print the JSON Schema (draft 2020-12) of a document that this program writes or reads.",
        operands: "NAME",
        notes: "A NAME is one of \(documents.map(\.name).joined(separator: ", "))."
    )

    /// The documents with their names, titles and schemas; a schema takes milliseconds to create.
    static let documents: [(name: String, title: String, schema: @Sendable () -> Schema)] = [
        ("assessment", "The output of check, watch and explain with --json", { AssessmentDocument.schema }),
        ("brief", "The output of check, explain, status, wait and watch with --json=brief", { AssessmentBrief.schema }),
        ("bundle", "What explain --bundle writes", { DiagnosticBundle.schema }),
        ("configuration", "The file that --config reads", { PipelineConfiguration.schema }),
        ("event", "A line of the notifier notifier.lines with the format json", { LinesNotifier.lineSchema }),
        ("report", "The output of report with --json", { MachineReport.schema }),
        ("session", "A recorded session", { SessionRecording.schema }),
        ("sign-in-recipe", "The file that the agent sign-in.recipe reads", { SignInRecipe.schema }),
        ("status", "What notifier.status sends, and the output of status with --json", { ServiceStatus.schema }),
        ("plugin-request", "A line that a plugin reads from its standard input", { PluginRequestLine.schema }),
        ("plugin-answer", "A line that a plugin writes to its standard output", { PluginAnswerLine.schema }),
    ]

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("name one document: \(documents.map(\.name).joined(separator: ", "))")
        }
        guard let document = documents.first(where: { $0.name == name }) else {
            throw arguments.usage(
                "unknown document \"\(name.printable(limit: 40))\"; \(documents.map(\.name).alternatives(to: name))"
            )
        }
        let isConfiguration = name == "configuration"
        let json =
            isConfiguration
            ? ConfigurationSchema(console.registry).document(title: document.title)
            : document.schema().document(title: document.title, console.registry.descriptions)
        let bytes = json.encoded(.pretty)
        console.print(String(decoding: bytes.dropLast(), as: UTF8.self))
        return .success
    }
}
