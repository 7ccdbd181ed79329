import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl compare A B`: what differs between two saved diagnoses.
enum CompareVerb: Verb {
    static let grammar = Grammar(
        name: "compare",
        summary:
            "Print what differs between two saved diagnoses: the conclusion, the network, the answers and the causes.",
        operands: "FIRST SECOND",
        options: [.flag("json", "print JSON")],
        notes: """
            Each file is what explain --bundle wrote, or what explain --json or check --json printed. Both are decided again
            from their evidence. Exit status: 0 if nothing differs, 7 if something does.
            """
    )

    private struct Output: Encodable {
        var differences: [DiagnosticBundle.Difference]
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard arguments.operands.count == 2 else { throw arguments.usage("name exactly two files") }
        let bundles = try arguments.operands.map { try DiagnosticBundle(file: $0, console) }
        let differences = bundles[0].differences(from: bundles[1], sentences: console.registry.sentences)
        if arguments.has("json") {
            try console.printJSON(Output(differences: differences))
        } else if differences.isEmpty {
            console.print("nothing differs")
        } else {
            for difference in differences {
                console.print("\(difference.subject)")
                console.print("    - \(difference.first ?? "not there")")
                console.print("    + \(difference.second ?? "not there")")
            }
        }
        return differences.isEmpty ? .success : .differs
    }
}

extension DiagnosticBundle {
    /// Reads a file, and says so if its conclusion does not follow from its evidence.
    init(file: String, _ console: Console) throws(CommandError) {
        let bytes = try InputFile.read(file, byteCountMax: AssessmentReplay.byteCountMax)
        do throws(PluginError) {
            try self.init(json: bytes, registry: console.registry)
        } catch {
            throw .data(CommandError(error, in: file).text)
        }
        if let difference {
            let path = difference.joined(separator: ".").printable(limit: 100)
            console.printError(
                "connectivityctl: \(file.printable(limit: 200)): the saved conclusion does not follow from its evidence, at "
                    + "\"\(path)\"; that of the evidence is used"
            )
        }
    }
}
