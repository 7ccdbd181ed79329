import ConnectivityKit
import ConnectivityRecords

/// `connectivityctl fixture export`: converts a recording for other tools.
enum FixtureExportVerb: Verb {
    static let grammar = Grammar(
        name: "fixture export",
        summary: "Print a recorded session as an HTTP Archive (HAR 1.2).",
        operands: "FILE",
        options: [.value("format", "har", "the output format (default har)")]
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw arguments.usage("exactly one FILE is required")
        }
        let format = try arguments.text("format") ?? "har"
        guard format == "har" else {
            throw arguments.usage("--format must be har, not \"\(format.printable(limit: 40))\"")
        }
        let session = try SessionRecording(file: file)
        let bytes = session.encodedAsHAR(by: ("connectivityctl", CommandLineTool.version))
        console.print(String(decoding: bytes.dropLast(), as: UTF8.self))
        return .success
    }
}
