import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivityText
import ConnectivityWire

/// `connectivityctl fixture record`: records the answers of this network in a file.
enum FixtureRecordVerb: Verb {
    static let grammar = Grammar(
        name: "fixture record",
        summary: "Record the answers of this network, once or for some time, without secrets.",
        options: [
            .value("output", "FILE", "the output file; the name should end in .session.json; - is standard output"),
            .value("share", "FOLDER", "record into this new folder, with a form about the network, to send to others"),
            .value("mode", "never|missing|all", "what to do if FILE exists (default: refuse, see below)"),
            .value("for", "TIME", "record for this time, as watch does, instead of one check"),
            .value("from", "TEXT", "a description of the recording, for the file"),
        ] + RedactionOptions.grammar + PipelineOptions.grammar.filter { $0.name != "json" },
        notes: """
            Without a mode, FILE must not exist yet. Modes: "missing" records if FILE does not exist and checks it otherwise;
            "all" records again; "never" sends no probes and checks the existing file. If the environment variable CI is set,
            the mode is always never.

            With --share, the FOLDER gets network.session.json and ABOUT.md, a form with what was seen, for those who have no
            such network. Before a file is written, cookies, credentials, tokens, hardware addresses and device numbers are replaced; check
            the file yourself nevertheless. The expected result is computed from the contents of the file. If it differs from
            the result of the live run, a note in the file and on standard error reports this. Exit status: 0 recorded, or the
            file agrees; 7 the file differs; 66 the file does not exist; 73 it exists already, and there is no mode.
            """
    )

    private enum Mode: String, CaseIterable {
        case never, missing, all
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let share = try arguments.folder("share")
        if let share {
            for other in ["output", "mode"] where try arguments.text(other) != nil {
                throw arguments.usage("--share and --\(other) cannot be combined")
            }
            guard !OutputFile.isThere(share) else {
                throw CommandError.noOutput("\(share.printable(limit: 200)) already exists; choose another folder")
            }
        }
        guard let output = try share.map({ "\($0)/network\(SessionRecording.suffix)" }) ?? arguments.text("output")
        else {
            throw arguments.usage("missing option --output FILE or --share FOLDER")
        }
        let chosen = try arguments.choice("mode", of: Mode.self)
        let isCI = console.environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
        let mode = isCI ? .never : chosen
        let isThere = OutputFile.isThere(output)
        let time = try arguments.time("for", in: .milliseconds(100) ... .seconds(86_400))
        let redaction = try RedactionOptions.redaction(arguments)
        let configuration = try PipelineOptions.configuration(arguments, console)
        guard mode != nil || !isThere || output == "-" else {
            let advice = "--mode all records it again, --mode never checks it"
            throw CommandError.noOutput("\(output.printable(limit: 200)) already exists; \(advice)")
        }
        if mode == nil || mode == .all || mode == .missing && !isThere {
            return try await record(configuration, time, redaction, output, arguments, console.besides(output))
        }
        guard isThere else {
            let hint = isCI ? "nothing is recorded if the variable CI is set" : "leave out --mode to record it"
            throw CommandError.noInput("\(output.printable(limit: 200)) does not exist; \(hint)")
        }
        let session = try SessionRecording(file: output)
        let replay = try session.replayed(output, console.registry)
        let lines = replay.map { session.differences(from: $0).map(\.description) } ?? []
        console.print("\(lines.isEmpty ? "agrees" : "differs"): \(output.printable(limit: 200))")
        for line in lines { console.print("    \(line)") }
        return lines.isEmpty ? .success : .differs
    }

    private static func record(
        _ configuration: PipelineConfiguration,
        _ time: Duration?,
        _ redaction: Redaction,
        _ output: String,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> ExitStatus {
        let recorder = SessionRecorder()
        let start = Timestamp.now
        var configuration = configuration
        // Notifiers do not affect the decision.
        configuration.notifiers = []
        if let time {
            try await watch(configuration, recorder, for: time, console)
        } else {
            let pipeline = console.progress.following(try Pipeline(configuration) {}, recorder.observe)
            _ = try await SingleAssessment.make(by: pipeline, configuration, arguments.requireInterface)
            recorder.stop()
        }
        guard let json = try? JSON(encoding: configuration, isSparse: true).sorted.text else {
            throw CommandError.configuration("the configuration contains a part that cannot be saved")
        }
        let source = try arguments.text("from") ?? "recorded by connectivityctl"
        let provenance = SessionRecording.Provenance(
            source: source,
            recordedAt: start,
            tool: "connectivityctl \(CommandLineTool.version)"
        )
        let raw = recorder.recording(provenance, configuration: json)
        let share = try arguments.folder("share")
        if let share { try OutputFile.makeFolder(share) }
        let seen = recorder.assessments.map(\.assessment)
        let replay = try write(raw, seen: seen, redaction, output, console)
        if let share {
            // The assessments of the file have no secrets.
            let facts = replay.assessments.map { "- \($0.assessment.line(console))" }
            let text = String(embedded: PackageResources.share_md)
                .replacing("@FACTS@", with: (["\(provenance.tool), \(start):", ""] + facts).joined(separator: "\n"))
            try OutputFile.write(Array(text.utf8), to: "\(share)/ABOUT.md")
            console.print("read both files in \(share.printable(limit: 200)) and fill in ABOUT.md before you send them")
        }
        return .success
    }

    /// Replaces secrets, adds the expected assessments of the remaining data, and writes the file.
    private static func write(
        _ raw: SessionRecording,
        seen: [Assessment],
        _ redaction: Redaction,
        _ output: String,
        _ console: Console
    ) throws(CommandError) -> SessionReplay {
        var session = redaction.redacted(raw)
        guard let replay = try session.replayed(output, console.registry) else {
            throw .software("the recording has no configuration")
        }
        session.expect(replay)
        // The first assessment, before any round, depends on the grouping of interface changes.
        let live = seen.filter { $0.access != .determining }.map { "\($0.access.name) \($0.reason.code)" }
        let now = replay.assessments.map(\.assessment).filter { $0.access != .determining }
            .map { "\($0.access.name) \($0.reason.code)" }
        if live != now || !replay.deviations.isEmpty {
            let note =
                "result of the live run: \(live.joined(separator: ", ")); result of this file: \(now.joined(separator: ", "))"
            session.provenance.notes.append(note)
            console.printError("connectivityctl: the replay of the recording has a different result: \(note)")
        }
        try OutputFile.write(session.encoded(), to: output)
        let count = session.exchanges.count
        console.print("recorded \(count) exchange\(count == 1 ? "" : "s") to \(output.printable(limit: 200))")
        for expectation in session.expectations { console.print("    \(expectation.line)") }
        for note in session.provenance.notes { console.print("    note: \(note.printable(limit: 300))") }
        return replay
    }

    private static func watch(
        _ configuration: PipelineConfiguration,
        _ recorder: SessionRecorder,
        for time: Duration,
        _ console: Console
    ) async throws {
        let interruption = try Interruption()
        let watching = try Pipeline(configuration) {
            ClosureNotifier { console.printError("\(CivilZone.local.stamp($0.endedAt))  \($0.line(console))") }
        }
        let pipeline = console.progress.following(watching, isRepeated: true, recorder.observe)
        try await CommandError.observing {
            try await withThrowingTaskGroup { group in
                group.addTask { try await pipeline.run() }
                group.addTask { try await ContinuousClock().sleep(for: time) }
                group.addTask { await interruption.wait() }
                defer { group.cancelAll() }
                try await group.next()
                recorder.stop()
            }
        }
    }
}

/// The options with further redaction rules.
enum RedactionOptions {
    static let grammar: [Grammar.Option] = [
        .value("redact", "TEXT", "also replace this text everywhere; may be given more than once"),
        .value("redact-parameter", "NAME", "also replace the values of this parameter, member or field"),
        .value("redact-header", "NAME", "also replace the values of this header field"),
    ]

    static func redaction(_ arguments: Arguments) throws(CommandError) -> Redaction {
        var redaction = Redaction.standard
        redaction.texts = arguments.all("redact").filter { !$0.isEmpty }
        redaction.parameterNames += arguments.all("redact-parameter").map { $0.lowercased().filter(\.isLetter) }
        redaction.headerNames += arguments.all("redact-header")
        return redaction
    }
}
