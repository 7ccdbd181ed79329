import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// One assessment for a command; if it does not end within its limit, the process does.
enum SingleAssessment {
    /// Makes one assessment from a configuration, and then asks its services; its notifiers are left out.
    static func makeWithServices(
        _ configuration: PipelineConfiguration
    ) async throws -> (network: Assessment, services: [ServiceReport]) {
        var configuration = configuration
        configuration.notifiers = []
        let pipeline = try Pipeline(configuration) {}
        let assessment = try await make(by: pipeline, configuration)
        return (assessment, try await pipeline.judgeServices(with: assessment))
    }

    /// Makes one assessment from a configuration; its notifiers are left out, because they are for continuous runs.
    static func make(_ configuration: PipelineConfiguration) async throws -> Assessment {
        var configuration = configuration
        configuration.notifiers = []
        return try await make(by: Pipeline(configuration) {}, configuration)
    }

    /// Makes one assessment.
    ///
    /// The extra 3 seconds are for reading the interfaces, and 5 more pass before the process ends although no task runs.
    static func make(
        by pipeline: Pipeline,
        _ configuration: PipelineConfiguration
    ) async throws -> Assessment {
        let limit = configuration.limits.roundMax + .seconds(3)
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
        guard !endpoints.contains(where: { $0.verdict.isConclusive }) else { return nil }
        return endpoints.lazy.compactMap { report in
            guard case .failure(let failure) = report.exchange.outcome, case .shortage(let resource) = failure.kind
            else { return nil }
            return resource
        }
        .first
    }
}
