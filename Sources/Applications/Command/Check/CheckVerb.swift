import ConnectivityCommandTools
import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl check`: makes one assessment; the exit status reports the access.
enum CheckVerb: Verb {
    static let grammar = Grammar(
        name: "check",
        summary: "Assess the Internet access of this device once.",
        options: PipelineOptions.grammar.printingAssessments + [
            .flag("verbose", "print the URL of a sign-in page whole, also on a terminal", letter: "v"),
            .flag("cached", "print what a running service knows, if no option changes what is asked and it is recent"),
            AssessmentOutput.formatOption("text", "json", "nagios"),
            AssessmentOutput.quietOption, AssessmentOutput.utcOption,
        ],
        notes: """
            If the access is not online, the last line is the cause that explain finds, and what to do. For this, check asks what
            explain asks, for at most one second after its own round, and during a round that takes longer than a second.
            With --json, --quiet and FIELDS it does not. A service (--service) changes neither the access nor the exit status.
            Exit status: 0 online, 1 partial, 2 captive, 3 blocked, 4 unreachable, 5 disconnected, 6 still determining.
            With --format nagios: 0 OK (online), 1 WARNING (partial, or online while a service fails), 2 CRITICAL (captive, blocked, unreachable or
            disconnected), 3 UNKNOWN (still determining, or the check cannot be made); the line names the
            cause.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let output = try AssessmentOutput(arguments, hasNagios: true)
        if arguments.has("cached"), let answer = try await RunningService.knowledge(for: output, arguments, console) {
            return try answer.print(output, console)
        }
        let configuration = try PipelineOptions.configuration(arguments, console)
        async let _: Void = reportDelay(after: configuration.limits.total + CheckTimes.slowness, console)
        switch output.form {
        case .json, .nothing: break
        case .fields(let template) where !template.hasCause: break
        case .text, .nagios, .brief, .fields:
            return try await printDiagnosed(output, configuration, arguments, console)
        }
        let assessment = try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
        try output.print(assessment, decidedBy: configuration, console)
        return ExitStatus(assessment.access)
    }

    private static func printDiagnosed(
        _ output: AssessmentOutput,
        _ configuration: PipelineConfiguration,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> ExitStatus {
        let isWhole = arguments.has("verbose")
        var console = console
        if isWhole { console.isTerminal = false }
        let found = try await SingleDiagnosis.make(
            configuration,
            within: CheckTimes.askingMax,
            asksWitnesses: false,
            arguments.requireInterface,
            console
        )
        let assessment = found.assessment
        switch output.form {
        case .nagios: return NagiosReport(assessment, cause: found.cause?.named, console).print(console)
        case .text: break
        case .json, .brief, .fields, .nothing:
            let text = assessment.conclusion(console.registry.sentences)
            try output.print(AssessmentBrief(assessment, text: text, causedBy: found.cause), console)
            return ExitStatus(assessment.access)
        }
        console.print(assessment.line(console))
        console.printObservations(assessment.observations)
        if let evidence = assessment.evidence(console, isWhole: isWhole) { console.print("\n" + evidence) }
        if let why = found.why { console.print("\n" + why) }
        return ExitStatus(assessment.access)
    }

    /// Reports a long check to a person; the end of the check cancels it.
    private static func reportDelay(after time: Duration, _ console: Console) async {
        guard console.isWatched, !console.progress.isActive, (try? await Task.sleep(for: time)) != nil else { return }
        console.printError("connectivityctl: answers on this network are slow, so the check waits longer for them")
    }
}
