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

    /// Makes one assessment, or returns the knowledge of the pipeline at the deadline of the command.
    ///
    /// An assessment that is not final is never online. The check throws if the assessment shows that an option is wrong.
    package static func make(
        by pipeline: Pipeline,
        _ configuration: PipelineConfiguration,
        _ check: (Assessment) throws(CommandError) -> Void
    ) async throws -> Assessment {
        let deadline = CommandDeadline.current
        // Companions send their requests after the round.
        let rounds = configuration.companions.isEmpty ? 1 : 2
        let longest = configuration.limits.roundMax * rounds + CheckTimes.reading
        let limit = deadline.map { min($0.remaining, longest) } ?? longest
        OuterDeadline.begin(after: limit + CheckTimes.outerSlack)
        defer { OuterDeadline.end() }
        var assessment = try await CommandError.observing { try await pipeline.assess(within: limit) }
        _ = deadline?.noteIfReached()
        if !assessment.isConcluded, let newest = pipeline.lastAssessment,
            newest.isFinal || newest.access != .online
        {
            assessment = newest
        }
        if let resource = assessment.missingResource { throw CommandError(lacking: resource) }
        try check(assessment)
        return assessment
    }
}

extension Assessment {
    /// Whether a round has ended, or there is no interface for one.
    fileprivate var isConcluded: Bool { access != .determining || reason.code != Reason.notYetJudged.code }

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
