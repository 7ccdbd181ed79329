import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl classify --assessment FILE`: decides saved assessments again.
enum AssessmentReplay {
    static func run(_ files: [String], _ arguments: Arguments, _ console: Console) throws -> ExitStatus {
        guard arguments.operands.isEmpty else {
            throw arguments.usage("--assessment cannot be combined with a FILE")
        }
        let registry = console.registry
        var status = ExitStatus.success
        for file in files {
            // A file may contain one JSON text, one per line, or several in any layout.
            let bytes = try InputFile.read(file, byteCountMax: InputFile.assessmentsByteCountMax)
            var reader = JSONReader(bytes, byteCountMax: InputFile.assessmentsByteCountMax)
            var count = 0
            do {
                while let text = try reader.nextText() {
                    count += 1
                    if try !printResult(text, file, registry, arguments, console) { status = .differs }
                }
            } catch let fault as JSONFault {
                let error = CommandError.data("\(file.printable(limit: 200)): \(fault)")
                throw FileKind.explain(error, of: bytes, at: file, wanted: [.assessment])
            }
            guard count > 0 else { throw CommandError.data("\(file.printable(limit: 200)): contains no assessment") }
        }
        return status
    }

    /// Decides one assessment again, prints the result, and returns whether it agrees with the saved one.
    private static func printResult(
        _ text: JSONText,
        _ place: String,
        _ registry: PluginRegistry,
        _ arguments: Arguments,
        _ console: Console
    ) throws(CommandError) -> Bool {
        let saved: SavedAssessment
        do throws(PluginError) {
            saved = try SavedAssessment(text, registry: registry)
        } catch {
            let fault = CommandError.data(CommandError(error, in: place).text)
            throw FileKind.explain(fault, of: Array(text.bytes), at: place, wanted: [.assessment])
        }
        guard let rules = saved.configuration?.rules else {
            let fault = "\"configuration\" is missing or null, so it cannot be decided again"
            throw .data("\(place.printable(limit: 200)): assessment: \(fault)")
        }
        let again = saved.decideAgain(by: rules)
        let access = saved.access.printable(limit: 40)
        let path = again.difference?.joined(separator: ".").printable(limit: 100)
        if arguments.has("json") {
            let output = JSON.object([
                ("agrees", .bool(again.agrees)), ("decided", .string(again.assessment.access.name)),
                ("differsAt", path.map(JSON.string) ?? JSON.null), ("saved", .string(saved.access)),
            ])
            try console.printJSON(output)
        } else if let path {
            let decided = again.assessment.access.name
            console.print("differs: saved \(access), decided again \(decided); first difference at \"\(path)\"")
        } else {
            console.print("agrees: \(again.assessment.line(console))")
        }
        return again.agrees
    }
}
