import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivitySignIn

/// `connectivityctl sign-in check`: examines a recipe, and replays a recording against it.
enum SignInCheck: Verb {
    static let grammar = Grammar(
        name: "sign-in check",
        summary: "Examine a recipe: what it would send to whom, or what is wrong with it; nothing is sent.",
        operands: "RECIPE",
        options: [
            .value("recording", "FILE", "replay this recording (HAR 1.2 of a browser, or a session) to the recipe"),
            .flag("json", "print JSON for programs"), AssessmentOutput.quietOption,
        ],
        notes: """
            A recipe that cannot be used is refused in one line, with line, column and path. With --recording, the recipe gets the
            recorded answer to each of its requests, by method and URL; no secret is needed for that. The output is then where it
            would stop, or what it takes the portal's last answer for. Exit status: 0 the recipe can be used and, with a
            recording, comes to the end that it expects; 7 it stops before; 65 the recipe or the recording is damaged.
            """
    )

    private struct Answer: Encodable {
        var recipe: String
        var hosts: [String]
        var secrets: [String]
        var steps: [String]
        var requests: [SignInReport.Step]?
        var result: SignInReport.Result?
        var reason: Reason?
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("name one RECIPE")
        }
        let recipe = try recipe(path)
        let outline = RecipeOutline(recipe)
        var answer = Answer(recipe: recipe.name, hosts: recipe.hosts, secrets: recipe.secrets, steps: outline.steps)
        var status = ExitStatus.success
        if let file = try arguments.text("recording") {
            let replay = await RecipeReplay.run(recipe, over: try visit(file, console))
            (answer.requests, answer.result, answer.reason) = (replay.steps, replay.result, replay.reason)
            status = replay.result == .accepted ? .success : .differs
        }
        guard !arguments.has("json") else {
            try console.printJSON(answer)
            return status
        }
        for line in outline.lines { console.print(line.printable(limit: 1000)) }
        for request in answer.requests ?? [] { console.print(line(request, console)) }
        if let result = answer.result, let reason = answer.reason {
            let sentence = console.registry.sentences.sentence(for: reason)
            console.print("replayed: \(result.rawValue): \(sentence.printable(limit: 400)) (\(reason.code))")
        }
        return status
    }

    /// Reads a recipe; a fault is reported on one line.
    static func recipe(_ path: String) throws(CommandError) -> SignInRecipe {
        let bytes = try InputFile.read(path, byteCountMax: SignInRecipe.byteCountMax + 1)
        do throws(RecipeFault) {
            return try SignInRecipe(parsing: bytes)
        } catch {
            throw .data("\(path.printable(limit: 200)): \(error)")
        }
    }

    /// Reads a recording of a browser, or a session.
    static func visit(_ path: String, _ console: Console) throws(CommandError) -> RecordedVisit {
        let bytes = try InputFile.read(path, byteCountMax: SessionRecording.byteCountMax)
        do throws(SessionRecordingError) {
            if path.hasSuffix(SessionRecording.suffix) { return RecordedVisit(try SessionRecording(parsing: bytes)) }
            let archive = try HARFile(parsing: bytes)
            for fault in archive.faults.prefix(10) {
                console.printError("connectivityctl: \(path.printable(limit: 200)): left out: \(fault)")
            }
            return RecordedVisit(archive)
        } catch {
            throw .data("\(path.printable(limit: 200)): \(error)")
        }
    }

    private static func line(_ step: SignInReport.Step, _ console: Console) -> String {
        var text = "request: \(step.method.rawValue) \(step.url)"
        if !step.fieldNames.isEmpty { text += " with \(step.fieldNames.joined(separator: ", "))" }
        text += step.status.map { ": status \($0)" } ?? ": \(step.reason?.code ?? "no answer")"
        return text.printable(limit: 1000)
    }
}
