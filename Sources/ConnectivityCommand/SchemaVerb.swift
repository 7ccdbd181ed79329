import ConnectivityKit
import ConnectivityRecords

/// `connectivityctl schema`: prints the JSON Schema of a document that the command writes or reads.
enum SchemaVerb: Verb {
    static let grammar = Grammar(
        name: "schema",
        summary: "Print the JSON Schema (draft 2020-12) of a document that is written or read here.",
        operands: "NAME",
        notes: "A NAME is one of \(documents.map(\.name).joined(separator: ", "))."
    )

    /// The documents with their names, titles and schemas.
    static let documents: [(name: String, title: String, schema: Schema)] = [
        ("assessment", "What check, watch and explain print with --json", AssessmentDocument.schema),
        ("configuration", "What --config reads", PipelineConfiguration.schema),
        ("event", "A line of the notifier notifier.lines with the format json", LinesNotifier.lineSchema),
        ("session", "A recorded session", SessionRecording.schema),
    ]

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("name one document: \(documents.map(\.name).joined(separator: ", "))")
        }
        guard let document = documents.first(where: { $0.name == name }) else {
            throw arguments.usage(
                "there is no \"\(name.printable(limit: 40))\"; known are "
                    + documents.map(\.name).joined(separator: ", ")
            )
        }
        let bytes = document.schema.document(title: document.title).encoded(.pretty)
        console.print(String(decoding: bytes.dropLast(), as: UTF8.self))
        return .success
    }
}
