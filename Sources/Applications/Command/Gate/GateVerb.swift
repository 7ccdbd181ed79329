import ConnectivityCommandTools
import ConnectivityCompanions
import ConnectivityCore
import ConnectivityKit

/// `connectivityctl gate`: becomes another command if this device's own uplink is good.
enum GateVerb: Verb {
    static let grammar = Grammar(
        name: "gate",
        summary: "Run a command only if this device's own uplink is good.",
        operands: "-- COMMAND [ARGUMENT...]",
        options: [
            AccessList.grammar,
            .value(
                "format",
                "text|nagios",
                "how a closed gate is reported; nagios is one line for Nagios and its relatives"
            ),
            QualityNeed.grammar,
            .flag("quiet", "do not say why the gate is closed; the exit status says that it is", letter: "q"),
            RunningService.grammar,
        ] + PipelineOptions.grammar.filter { $0.name != "json" },
        notes: """
            For monitors of other hosts, which would otherwise report an outage of this device's uplink as one of those hosts.
            A running service says what it knows, if no option changes what is asked and its last round is recent; otherwise the
            network is assessed once, as by check. If the access is good enough, the quality is not worse than --quality
            (one that is unknown is no reason to close the gate), and each --service works (and no other companion reports what somebody should look at), this process
            becomes COMMAND (execvp(3), no shell): its output, its exit status, and the signals that reach it are its own.
            Otherwise COMMAND does not run, standard error
            says why, and the exit status is 75; with --format nagios, standard output says why, and it is 3 (UNKNOWN).
            Exit status 126: COMMAND cannot be run; 127: it is not found.
            """
    )

    // The programs must end before the process becomes another command.
    static var managesPrograms: Bool { true }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        _ = try arguments.choice("format", of: Format.self)
        let wanted = try AccessList(arguments)
        let needed = try QualityNeed(arguments)
        guard let command = arguments.operands.first, !command.isEmpty else {
            throw arguments.usage("missing COMMAND, after --")
        }
        if let answer = try await RunningService.knowledge(arguments, console) {
            try pass(
                isNetwork: wanted.isMet(by: answer) && needed.isMet(by: answer.quality),
                answer.observations,
                command,
                console
            ) { "\(answer.line(console.withoutColours, .utc)), says the running service" }
            try Execution.become(arguments.operands)
        }
        try await PluginPrograms.running(try .chosen(arguments, console), console) { console in
            let configuration = try PipelineOptions.configuration(arguments, console)
            let assessment = try await SingleAssessment.make(
                configuration,
                arguments.requireInterface,
                console.progress
            )
            try pass(
                isNetwork: wanted.isMet(by: assessment) && needed.isMet(by: assessment.quality?.level),
                assessment.observations,
                command,
                console
            ) { assessment.line(console.withoutColours) }
        }
        console.progress.end()
        try Execution.become(arguments.operands)
    }

    /// Throws, with the reason, unless the network is good enough and no companion reports trouble.
    private static func pass(
        isNetwork: Bool,
        _ observations: [CompanionObservation],
        _ command: String,
        _ console: Console,
        _ line: () -> String
    ) throws(CommandError) {
        let trouble = observations.byConcern.first { observation in
            observation.decoded(as: ServiceReport.self).map { $0.state != .working }
                ?? (observation.severity == .warning)
        }
        guard !isNetwork || trouble != nil else { return }
        let why = isNetwork ? trouble?.line(console.registry.sentences) : nil
        let text = "did not run \(command.printable(limit: 100)): \(why ?? line())"
        throw CommandError(status: .closed, text: text)
    }

    static func answer(to error: any Error, _ arguments: Arguments, _ console: Console) -> ExitStatus? {
        if arguments.has("quiet"), let error = error as? CommandError, error.status == .closed { return error.status }
        return nil
    }

    private enum Format: String, CaseIterable {
        case text, nagios
    }
}
