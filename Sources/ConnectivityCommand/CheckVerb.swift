import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl check`: makes one assessment; the exit status reports the access.
enum CheckVerb: Verb {
    static let grammar = Grammar(
        name: "check",
        summary: "Assess the Internet access of this machine once.",
        options: PipelineOptions.grammar,
        notes:
            "Exit status: 0 online, 1 partial, 2 captive, 3 blocked, 4 unreachable, 5 disconnected, 6 still determining."
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let configuration = try PipelineOptions.configuration(arguments, console)
        let assessment = try await Self.assessment(configuration)
        if arguments.has("json") {
            try console.printJSON(AssessmentDocument(assessment, decidedBy: configuration))
        } else {
            console.print(assessment.line(console))
            if let evidence = assessment.evidence(console) { console.print("\n" + evidence) }
        }
        return ExitStatus(assessment.access)
    }

    /// Makes one assessment from a configuration; its notifiers are left out, because they are for continuous runs.
    static func assessment(_ configuration: PipelineConfiguration) async throws -> Assessment {
        var configuration = configuration
        configuration.notifiers = []
        return try await assessment(Pipeline(configuration) {}, configuration)
    }

    /// Makes one assessment.
    ///
    /// A round ends within the time limit of its probes. The extra 3 seconds are for reading the interfaces.
    static func assessment(
        _ pipeline: Pipeline<ContinuousClock>,
        _ configuration: PipelineConfiguration
    ) async throws -> Assessment {
        try await CommandError.observing { try await pipeline.assess(within: configuration.limits.total + .seconds(3)) }
    }
}
