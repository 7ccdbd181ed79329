import ConnectivityCommandTools
import ConnectivityKit
import ConnectivityRecords

/// `connectivityctl fixture expect`: shows the results of recordings, and writes them into the files.
enum FixtureExpectVerb: Verb {
    static let grammar = Grammar(
        name: "fixture expect",
        summary: "Show the results of recordings, and state them in the files.",
        operands: "FILE...",
        options: [.flag("write", "write the results into each FILE, in place of those that it states")],
        notes: """
            Without --write, nothing is written. Read the results before you state them: "fixture verify" demands them from
            then on. A FILE is a raw HTTP response, whose bytes stay as they are, or a session, which is decided by its own
            configuration. The exit status is 7, and the FILE stays as it is, if a session has answers to requests that its
            configuration would not send.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard !arguments.operands.isEmpty else { throw arguments.usage("missing FILE: name at least one") }
        let isWriting = arguments.has("write")
        guard !isWriting || !arguments.operands.contains("-") else {
            throw arguments.usage("--write needs the names of files, not - for standard input")
        }
        var status = ExitStatus.success
        for path in arguments.operands {
            let result = path.hasSuffix(".json") ? try session(path, console) : try response(path, console)
            guard let result else {
                status = .differs
                continue
            }
            if isWriting { try OutputFile.write(result, to: path, reportingTo: console) }
        }
        return status
    }

    /// Shows the verdict on a response, and returns the recording with this verdict as its expectation.
    private static func response(_ path: String, _ console: Console) throws(CommandError) -> [UInt8]? {
        let bytes = try InputFile.read(path)
        let verdict = try Recording(bytes: bytes, path).verdict()
        let sentence = console.registry.sentences.sentence(for: verdict.reason)
        console.print("\(path.printable(limit: 200)): \(verdict.finding.rawValue): \(sentence)")
        let expectation = Recording.Expectation(verdict)
        for line in expectation.lines { console.print("    \(line.printable(limit: 300))") }
        do throws(RecordingError) {
            return try expectation.stated(in: bytes)
        } catch {
            throw CommandError(error, in: path)
        }
    }

    /// Shows the assessments of a session, and returns the session with these as its expectations; `nil` if the session does
    /// not match its configuration.
    private static func session(_ path: String, _ console: Console) throws(CommandError) -> [UInt8]? {
        var session = try SessionRecording(file: path)
        guard let replay = try session.replayed(path, console.registry) else {
            throw .data("\(path.printable(limit: 200)): the session has no configuration by which it is decided")
        }
        let count = replay.assessments.count
        console.print("\(path.printable(limit: 200)): \(count) \(count == 1 ? "assessment" : "assessments")")
        for (at, assessment) in replay.assessments {
            console.print("    at \(at.inWholeMilliseconds): \(SessionRecording.Expectation(assessment).line)")
            console.print("        \(assessment.conclusion(console.registry.sentences))")
        }
        for deviation in replay.deviations {
            console.print("    \(SessionReplay.Difference.deviation(deviation).description)")
        }
        guard replay.deviations.isEmpty else { return nil }
        session.expectAgain(replay)
        return session.encoded()
    }
}
