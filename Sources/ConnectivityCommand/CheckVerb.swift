import ConnectivityCore
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
    /// A round ends within the time limit of its probes. The extra 3 seconds are for reading the interfaces, and
    /// 5 more pass before the process ends although no task runs.
    static func assessment(
        _ pipeline: Pipeline<ContinuousClock>,
        _ configuration: PipelineConfiguration
    ) async throws -> Assessment {
        let limit = configuration.limits.total + .seconds(3)
        OuterDeadline.begin(after: limit + .seconds(5))
        defer { OuterDeadline.end() }
        let assessment = try await CommandError.observing { try await pipeline.assess(within: limit) }
        if let resource = assessment.missingResource { throw CommandError(lacking: resource) }
        return assessment
    }
}

extension Assessment {
    /// What this program lacked for its probes, if no probe shows anything about the network; otherwise `nil`.
    fileprivate var missingResource: ProbeFailure.Resource? {
        let reports = endpoints + paths.flatMap(\.endpoints)
        guard !reports.contains(where: { $0.verdict.isConclusive }) else { return nil }
        return reports.lazy.compactMap { report in
            guard case .failure(let failure) = report.exchange.outcome, case .shortage(let resource) = failure.kind
            else { return nil }
            return resource
        }
        .first
    }
}
