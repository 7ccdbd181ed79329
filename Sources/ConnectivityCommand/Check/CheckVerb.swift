import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl check`: makes one assessment; the exit status reports the access.
enum CheckVerb: Verb {
    static let grammar = Grammar(
        name: "check",
        summary: "Assess the Internet access of this device once.",
        options: PipelineOptions.grammar.printingAssessments + [
            PipelineOptions.serviceOption, AssessmentOutput.formatOption("text", "json", "nagios"),
            AssessmentOutput.quietOption, AssessmentOutput.utcOption,
        ],
        notes: """
            A service (--service) never changes the access, nor the exit status. Exit status: 0 online, 1 partial, 2 captive, 3 blocked, 4 unreachable, 5 disconnected, 6 still determining.
            With --format nagios: 0 OK (online), 1 WARNING (partial), 2 CRITICAL (captive, blocked, unreachable or
            disconnected), 3 UNKNOWN (still determining, or the check cannot be made).
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let output = try AssessmentOutput(arguments, hasNagios: true)
        let configuration = try PipelineOptions.configuration(arguments, console)
        async let _: Void = reportDelay(after: configuration.limits.total + .seconds(1), console)
        let (assessment, services) = try await SingleAssessment.makeWithServices(configuration)
        try assessment.requireInterface(arguments)
        try output.print(assessment, decidedBy: configuration, services: services, console)
        switch output.form {
        case .nagios: return printResult(NagiosReport(assessment, services, console), console)
        case .text:
            console.print(assessment.line(console))
            for service in services.byConcern { console.print(service.line(console.registry.sentences)) }
            if let evidence = assessment.evidence(console) { console.print("\n" + evidence) }
        case .json, .brief, .fields, .nothing: break
        }
        return ExitStatus(assessment.access)
    }

    /// Says to a person why the command is still running; the end of the check cancels it.
    private static func reportDelay(after time: Duration, _ console: Console) async {
        guard console.isWatched, (try? await Task.sleep(for: time)) != nil else { return }
        console.printError("connectivityctl: answers on this network are slow, so the check waits longer for them")
    }

    /// Reports in the format of a monitoring system that no check could be made; wrong usage stays an error.
    static func answer(to error: any Error, _ arguments: Arguments, _ console: Console) -> ExitStatus? {
        guard case .nagios? = try? AssessmentOutput(arguments, hasNagios: true).form else { return nil }
        return printResult(NagiosReport(error), console)
    }

    private static func printResult(_ report: NagiosReport, _ console: Console) -> ExitStatus {
        console.print(report.line)
        return report.state.exitStatus
    }
}
