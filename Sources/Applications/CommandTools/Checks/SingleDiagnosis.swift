package import ConnectivityCore
package import ConnectivityDiagnosis
import ConnectivityKit
package import ConnectivityPipeline

/// One assessment, and the answers to the questions that it leaves open.
package struct SingleDiagnosis {
    /// The pipeline of the assessment, which can also judge services.
    package let pipeline: Pipeline
    @Shared package private(set) var assessment: Assessment
    /// The evidence; `nil` if the access is online, so that no question was asked, or if time ran out before any answer.
    @Shared package var evidence: DiagnosticEvidence? = nil
    /// Whether all open questions of the evidence were asked.
    var isComplete = false

    private indirect enum Step: Sendable {
        case early([ProbeExchange])
        case assessed(Assessment)
        case timedOut
        case complete(DiagnosticEvidence)
    }

    /// Makes one assessment, without notifiers, and asks its open questions.
    ///
    /// `limit` is the time for questions after the round. With a limit, an online network receives no question. A network
    /// that the configuration excludes from checks never receives one.
    package static func make(
        _ written: PipelineConfiguration,
        within limit: Duration?,
        asksWitnesses: Bool,
        _ check: @escaping @Sendable (Assessment) throws(CommandError) -> Void,
        _ console: Console
    ) async throws -> SingleDiagnosis {
        var configuration = written
        configuration.notifiers = []
        let setup = try Setup(configuration, asksWitnesses: asksWitnesses, console)
        return try await withThrowingTaskGroup(of: Step.self) { group in
            defer { group.cancelAll() }
            group.addTask { .early(await setup.earlyAnswers(after: CheckTimes.headStart)) }
            group.addTask { [configuration] in
                .assessed(try await SingleAssessment.make(by: setup.pipeline, configuration, check))
            }
            var early: [ProbeExchange]?
            var diagnosis: SingleDiagnosis?
            var isAsking = false
            var isOver = false
            while let step = try await group.next() {
                switch step {
                case .early(let answers): early = answers
                case .assessed(let assessment):
                    diagnosis = SingleDiagnosis(pipeline: setup.pipeline, assessment: assessment)
                    if let diagnosis, assessment.access == .online && limit != nil || !assessment.isChecked {
                        return diagnosis
                    }
                    guard let limit = timeLeft(after: assessment, configuration.limits, within: limit) else { break }
                    group.addTask {
                        try? await ContinuousClock().sleep(for: limit)
                        return .timedOut
                    }
                case .timedOut:
                    isOver = true
                    group.cancelAll()
                case .complete(let evidence):
                    diagnosis?.evidence = evidence
                    diagnosis?.isComplete = !isOver
                    if let diagnosis { return diagnosis }
                }
                guard let known = diagnosis, !isAsking else { continue }
                var open = setup.evidence(on: known.assessment)
                // The questions about a portal differ from those about a network without answers.
                let isLong = known.assessment.duration > CheckTimes.headStart && known.assessment.access.portal == nil
                if isLong, !open.nextRequests(within: CheckTimes.headStart).isEmpty {
                    guard let early else { continue }
                    open.answers = early
                }
                isAsking = true
                group.addTask { [open] in
                    let completing = { @Sendable in
                        await Diagnosis.completing(open, asking: setup.prober, within: CheckTimes.stage)
                    }
                    return .complete(try await CommandDeadline.bounding(completing))
                }
            }
            throw CommandError.software("the diagnosis ended without a result")
        }
    }

    /// Returns the time for questions after a round.
    ///
    /// If refusals ended the round, the questions are also refused at once, or stay unanswered.
    private static func timeLeft(
        after assessment: Assessment,
        _ limits: ProbeRequest.Limits,
        within limit: Duration?
    ) -> Duration? {
        guard assessment.access == .unreachable, assessment.duration < limits.total else { return limit }
        let (whole, least) =
            limit == nil
            ? (CheckTimes.explanationAfterRefusals, CheckTimes.askingMinOfExplanation)
            : (CheckTimes.checkAfterRefusals, CheckTimes.askingMinOfCheck)
        return min(limit ?? whole, max(least, whole - assessment.duration))
    }
}

extension Assessment {
    /// Whether the configuration permits checks of the network.
    fileprivate var isChecked: Bool { reason.code != "not-checked" }
}

extension SingleDiagnosis {
    /// The common parts of all questions.
    private struct Setup: Sendable {
        let pipeline: Pipeline
        /// Asks the open questions of the round, and shows their recipients.
        let prober: any Prober
        /// Asks during the round, while the display shows the round itself.
        private let early: any Prober
        let updates = AssessmentUpdates()
        private let scope: PipelineConfiguration.Scope
        private let asksWitnesses: Bool
        private let proxies: [String]

        init(_ configuration: PipelineConfiguration, asksWitnesses: Bool, _ console: Console) throws {
            let updates = updates
            early = try configuration.wholeProber()
            prober = console.progress.following(early)
            pipeline = console.progress.following(try Pipeline(configuration) { updates })
            scope = configuration.scope
            let hosts = (configuration.endpoints + configuration.pool).compactMap(\.url?.host)
            self.asksWitnesses = asksWitnesses || hosts.contains { Endpoint.builtInHosts.contains($0) }
            proxies = EnvironmentProxies.hosts(console.environment)
        }

        func evidence(on assessment: Assessment) -> DiagnosticEvidence {
            var evidence = DiagnosticEvidence(assessment, boundTo: scope.boundInterface)
            (evidence.asksWitnesses, evidence.proxies) = (asksWitnesses, proxies)
            return evidence
        }

        /// The answers to the first further questions, for a long round.
        func earlyAnswers(after time: Duration) async -> [ProbeExchange] {
            guard scope == .defaultRoute || scope.boundInterface != nil else { return [] }
            var iterator = updates.makeAsyncIterator()
            guard let first = await iterator.next(), (try? await Task.sleep(for: time)) != nil else { return [] }
            return await Diagnosis.completing(evidence(on: first), asking: early, within: CheckTimes.stage).answers
        }
    }
}
