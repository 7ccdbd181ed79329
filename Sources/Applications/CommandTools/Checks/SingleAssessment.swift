package import ConnectivityCore
import ConnectivityKit
package import ConnectivityPipeline

/// One assessment for a command; the process ends if the assessment does not end within its limit.
package enum SingleAssessment {
    /// Makes one assessment from a configuration without its notifiers, which are for continuous runs.
    package static func make(
        _ configuration: PipelineConfiguration,
        _ check: (Assessment) throws(CommandError) -> Void,
        _ progress: ProgressLine = .hidden
    ) async throws -> Assessment {
        try await make(by: pipeline(configuration, progress), configuration, check)
    }

    private static func pipeline(_ configuration: PipelineConfiguration, _ progress: ProgressLine) throws -> Pipeline {
        var configuration = configuration
        configuration.notifiers = []
        return progress.following(try Pipeline(configuration))
    }

    /// Makes one assessment, or returns what is known at the deadline of the command, or at the bound of a round.
    ///
    /// An assessment that is not final is never online. The check throws if the assessment shows that an option is wrong.
    package static func make(
        by pipeline: Pipeline,
        _ configuration: PipelineConfiguration,
        _ check: (Assessment) throws(CommandError) -> Void
    ) async throws -> Assessment {
        let deadline = CommandDeadline.current
        let longest = configuration.limits.roundMax + CheckTimes.reading
        let limit = deadline.map { min($0.remaining, longest) } ?? longest
        OuterDeadline.begin(after: limit + CheckTimes.outerSlack)
        defer { OuterDeadline.end() }
        let assessment = try await CommandError.observing { try await pipeline.assess(within: limit) }
        _ = deadline?.noteIfReached()
        if let resource = assessment.missingResource { throw CommandError(lacking: resource) }
        try check(assessment)
        return assessment
    }
}

extension Assessment {
    /// The resource that this process lacked for its probes, if no probe shows anything about the network; otherwise `nil`.
    fileprivate var missingResource: ProbeFailure.Resource? {
        guard !endpoints.contains(where: { $0.verdict.isConclusive }) else { return nil }
        return endpoints.lazy.compactMap { report in
            guard case .failure(let failure) = report.exchange.outcome, case .shortage(let resource) = failure.kind
            else { return nil }
            return resource
        }
        .first
    }
}
