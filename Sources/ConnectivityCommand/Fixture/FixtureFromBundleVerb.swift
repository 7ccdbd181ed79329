import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityRecords

/// `connectivityctl fixture from-bundle`: makes a session for a test of what a user has sent.
enum FixtureFromBundleVerb: Verb {
    static let grammar = Grammar(
        name: "fixture from-bundle",
        summary: "Make a session for a test from what \"explain --bundle\" or \"check --json\" wrote.",
        operands: "BUNDLE",
        options: [.value("output", "FILE", "the session; the name should end in .session.json")]
            + RedactionOptions.grammar,
        notes: """
            The session has the interfaces and the answers of one round, and states what follows from them. Answers to further
            questions of explain are left out, because a session has none. Secrets are replaced, as "fixture record" does. If something else follows than the bundle says,
            for example because of an earlier round, both are printed, and the exit status is 7; the session is written
            nevertheless. An existing FILE is not overwritten.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard let path = try arguments.output("output") else { throw arguments.usage("missing option --output FILE") }
        guard let file = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("name one BUNDLE")
        }
        guard path == "-" || !OutputFile.isThere(path) else {
            throw CommandError.noOutput("\(path.printable(limit: 200)) already exists; choose another name")
        }
        let console = console.besides(path)
        let read = try DiagnosticBundle(file: file, console)
        // What check prints has its secrets.
        let bundle = try DiagnosticBundle(
            read.evidence,
            decidedBy: read.configuration,
            redaction: try RedactionOptions.redaction(arguments),
            provenance: read.provenance ?? .saved(read.evidence.assessment),
            registry: console.registry
        )
        let saved = bundle.evidence.assessment
        var session = SessionRecording(of: saved, from: bundle.provenance ?? .saved(saved))
        session.configuration = String(
            decoding: try JSON(encoding: bundle.configuration, isSparse: true).encoded(),
            as: UTF8.self
        )
        guard let replay = try session.replayed(path, console.registry) else {
            preconditionFailure("the session has a configuration")
        }
        session.expect(replay)
        try OutputFile.write(session.encoded(), to: path, reportingTo: console)
        let found = replay.assessments.last.map { SessionRecording.Expectation($0.assessment).line } ?? "nothing"
        let stated = SessionRecording.Expectation(saved).line
        for deviation in replay.deviations {
            console.print(SessionReplay.Difference.deviation(deviation).description)
        }
        guard found == stated, replay.deviations.isEmpty else {
            console.print("the bundle says \(stated); from the session follows \(found)")
            return .differs
        }
        console.print("from the session follows \(found), as the bundle says")
        return .success
    }
}

extension SessionRecording.Provenance {
    /// The origin of an assessment that states none.
    fileprivate static func saved(_ assessment: Assessment) -> Self {
        Self(
            source: "a saved assessment",
            recordedAt: assessment.beganAt ?? .now,
            tool: "connectivityctl \(CommandLineTool.version)"
        )
    }
}

extension SessionRecording {
    /// Creates a session of one round with the evidence of an assessment.
    fileprivate init(of assessment: Assessment, from provenance: Provenance) {
        let exchanges = assessment.endpoints.map { Exchange($0.exchange) }
        let seed = assessment.paths.lazy.compactMap { $0.course?.context.seed }.first ?? 0
        self.init(
            provenance: provenance,
            events: [
                Event(at: .zero, .interfaces(assessment.snapshot)), Event(at: .zero, .round(exchanges), seed: seed),
            ]
        )
    }
}
