import ConnectivityKit
import ConnectivityRecords

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `connectivityctl fixture record`: records what happens on this network in a file.
enum FixtureRecordVerb: Verb {
    static let grammar = Grammar(
        name: "fixture record",
        summary: "Record what this network answers, once or for a time, without secrets.",
        options: [
            .value("output", "FILE", "where to write; the name should end in .session.json"),
            .value("mode", "never|missing|all", "whether to ask the network (default never, see below)"),
            .value("watch", "SECONDS", "record what watch sees for so long, not one check"),
            .value("from", "TEXT", "what is recorded, in words, for the file"),
        ] + RedactionOptions.grammar + PipelineOptions.grammar.filter { $0.name != "json" },
        notes: """
            Modes: "never" asks nobody and checks the file that is there; "missing" records where FILE is not there and
            checks it otherwise; "all" records anew. Where the environment has CI, the mode is never, whatever is said.

            Before anything is written, cookies, credentials, tokens, hardware addresses and device numbers are replaced;
            look at the file all the same. What the file must lead to is decided from what is in it. Where that is not what
            was seen live, the file and a line on standard error say so. Exit status: 0 recorded, or the file agrees; 7 it
            does not; 66 it is missing.
            """
    )

    private enum Mode: String {
        case never, missing, all
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard let output = try arguments.text("output") else { throw arguments.usage("say where to: --output FILE") }
        let written = try arguments.text("mode") ?? "never"
        guard let chosen = Mode(rawValue: written) else {
            throw arguments.usage("--mode is never, missing or all, not \"\(written.printable(limit: 40))\"")
        }
        let isCI = console.environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
        let mode = isCI ? .never : chosen
        let isThere = OutputFile.isThere(output)
        let time = try arguments.number("watch", in: 0.1...86_400, of: "a number of seconds")
        let redaction = try RedactionOptions.redaction(arguments)
        let configuration = try PipelineOptions.configuration(arguments, console)
        if mode == .all || mode == .missing && !isThere {
            return try await record(configuration, time, redaction, output, arguments, console)
        }
        guard isThere else {
            let hint = isCI ? "nothing is recorded where the environment has CI" : "record it with --mode missing"
            throw CommandError.noInput("\(output.printable(limit: 200)) is not there; \(hint)")
        }
        let session = try SessionRecording(file: output)
        let replay = try session.replayed(output, console.registry)
        let lines = replay.map { session.differences(from: $0).map(\.line) } ?? []
        console.print("\(lines.isEmpty ? "agrees" : "differs"): \(output.printable(limit: 200))")
        for line in lines { console.print("    \(line)") }
        return lines.isEmpty ? .success : .differs
    }

    private static func record(
        _ configuration: PipelineConfiguration,
        _ time: Double?,
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
            try await watch(configuration, recorder, for: .seconds(time), console)
        } else {
            let pipeline = try Pipeline(configuration) {}.observing(recorder.observe)
            _ = try await CheckVerb.assessment(pipeline, configuration)
            recorder.stop()
        }
        guard let json = try? JSON(encoding: configuration, isSparse: true).sorted.text else {
            throw CommandError.configuration("the configuration holds a part that cannot be written down")
        }
        let source = try arguments.text("from") ?? "recorded by connectivityctl"
        let provenance = SessionRecording.Provenance(
            source: source,
            recordedAt: start,
            tool: "connectivityctl \(CommandLineTool.version)"
        )
        let raw = recorder.recording(provenance, configuration: json)
        return try write(raw, seen: recorder.assessments.map(\.assessment), redaction, output, console)
    }

    /// Replaces secrets, adds the expected assessments that follow from the remaining data, and writes the file.
    private static func write(
        _ raw: SessionRecording,
        seen: [Assessment],
        _ redaction: Redaction,
        _ output: String,
        _ console: Console
    ) throws(CommandError) -> ExitStatus {
        var session = redaction.redacted(raw)
        guard let replay = try session.replayed(output, console.registry) else {
            throw .software("the recording has no configuration")
        }
        session.expect(replay)
        // The first assessment, before any round, depends on how changes of the interfaces were grouped.
        let live = seen.filter { $0.access != .determining }.map { "\($0.access.name) \($0.reason.code)" }
        let now = replay.assessments.map(\.assessment).filter { $0.access != .determining }
            .map { "\($0.access.name) \($0.reason.code)" }
        if live != now || !replay.deviations.isEmpty {
            let note =
                "seen live: \(live.joined(separator: ", ")); follows from this file: \(now.joined(separator: ", "))"
            session.provenance.notes.append(note)
            console.printError("connectivityctl: the recording leads to something else than was seen: \(note)")
        }
        try OutputFile.write(session.encoded(), to: output)
        let count = session.exchanges.count
        console.print("recorded \(count) exchange\(count == 1 ? "" : "s") to \(output.printable(limit: 200))")
        for expectation in session.expectations { console.print("    \(expectation.line)") }
        for note in session.provenance.notes { console.print("    note: \(note.printable(limit: 300))") }
        return .success
    }

    private static func watch(
        _ configuration: PipelineConfiguration,
        _ recorder: SessionRecorder,
        for time: Duration,
        _ console: Console
    ) async throws {
        let interruption = try Interruption()
        let pipeline = try Pipeline(configuration) {
            ClosureNotifier { console.printError("\($0.endedAt)  \($0.line(console))") }
        }
        .observing(recorder.observe)
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

/// The options that add rules for replacing secrets.
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
