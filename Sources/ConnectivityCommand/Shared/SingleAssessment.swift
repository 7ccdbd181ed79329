import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// One assessment for a command; if it does not end within its limit, the process does.
enum SingleAssessment {
    /// Makes one assessment from a configuration, and then asks its services; its notifiers are left out.
    ///
    /// If the option `--interface` names no interface, a usage error is thrown.
    static func makeWithServices(
        _ configuration: PipelineConfiguration,
        _ arguments: Arguments? = nil,
        _ progress: ProgressLine = .hidden
    ) async throws -> (network: Assessment, services: [ServiceReport]) {
        var configuration = configuration
        configuration.notifiers = []
        let pipeline = progress.following(try Pipeline(configuration))
        let assessment = try await make(by: pipeline, configuration, arguments)
        return (assessment, try await services(of: pipeline, configuration, after: assessment, progress))
    }

    /// Asks the services of a pipeline once.
    static func services(
        of pipeline: Pipeline,
        _ configuration: PipelineConfiguration,
        after assessment: Assessment,
        _ progress: ProgressLine
    ) async throws -> [ServiceReport] {
        let count = configuration.services.count
        if count > 0 { progress.show("asking \(count) service\(count == 1 ? "" : "s")") }
        return try await CommandDeadline.bounding { try await pipeline.judgeServices(with: assessment) }
    }

    /// Makes one assessment from a configuration; its notifiers are left out, because they are for continuous runs.
    static func make(
        _ configuration: PipelineConfiguration,
        _ arguments: Arguments,
        _ progress: ProgressLine = .hidden
    ) async throws -> Assessment {
        var configuration = configuration
        configuration.notifiers = []
        let pipeline = progress.following(try Pipeline(configuration))
        return try await make(by: pipeline, configuration, arguments)
    }

    /// Makes one assessment, or returns at the deadline of the command what the pipeline knows by then.
    ///
    /// An assessment that is not final is never online. If the option `--interface` names no interface, a usage error is thrown.
    ///
    /// The extra 3 seconds are for reading the interfaces, and 5 more pass before the process ends although no task runs.
    static func make(
        by pipeline: Pipeline,
        _ configuration: PipelineConfiguration,
        _ arguments: Arguments? = nil
    ) async throws -> Assessment {
        let deadline = CommandDeadline.current
        let longest = configuration.limits.roundMax + .seconds(3)
        let limit = deadline.map { min($0.remaining, longest) } ?? longest
        OuterDeadline.begin(after: limit + .seconds(5))
        defer { OuterDeadline.end() }
        var assessment = try await CommandError.observing { try await pipeline.assess(within: limit) }
        if !assessment.isConcluded, deadline?.noteIfReached() == true, let newest = pipeline.standing?.assessment,
            newest.isFinal || newest.access != .online
        {
            assessment = newest
        }
        if let resource = assessment.missingResource { throw CommandError(lacking: resource) }
        if let arguments { try assessment.requireInterface(arguments) }
        return assessment
    }
}

extension Assessment {
    /// Whether a round has ended, or there is no interface for one.
    fileprivate var isConcluded: Bool { access != .determining || reason.code != Reason.notYetJudged.code }

    /// What this program lacked for its probes, if no probe shows anything about the network; otherwise `nil`.
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
