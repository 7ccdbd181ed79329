package import ConnectivityCore
package import ConnectivityDiagnosis
import ConnectivityKit
package import ConnectivityPipeline

/// One assessment, and the answers to what it leaves open.
package struct SingleDiagnosis {
    /// Makes the assessment; it can also judge services.
    package let pipeline: Pipeline
    @Shared package private(set) var assessment: Assessment
    /// The evidence; `nil` if nothing was asked because the access is online, or if time ran out before anything came.
    @Shared package var evidence: DiagnosticEvidence? = nil
    /// Whether everything was asked that the evidence leaves open.
    var isComplete = false

    private indirect enum Step: Sendable {
        case early([ProbeExchange])
        case assessed(Assessment)
        case timedOut
        case complete(DiagnosticEvidence)
    }

    /// Makes one assessment, without notifiers, and asks what it leaves open.
    ///
    /// The limit is the time for asking after the round. With one, nothing is asked in a network that is online. In a network that
    /// the configuration excludes from checks, nothing is asked at all.
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
                // What is asked about a portal has nothing to do with what is asked about a network without answers.
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

    /// Returns the time for asking after a round.
    ///
    /// If refusals have ended the round, the questions are refused at once as well, or stay unanswered.
    private static func timeLeft(
        after assessment: Assessment,
        _ limits: ProbeLimits,
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
    /// Whether the configuration lets the network be asked.
    fileprivate var isChecked: Bool { reason.code != "not-checked" }
}

extension SingleDiagnosis {
    /// What is the same for all questions.
    private struct Setup: Sendable {
        let pipeline: Pipeline
        /// Asks what the round leaves open, and shows whom.
        let prober: any Prober
        /// Asks during the round, while the round itself is what is shown.
        private let early: any Prober
        let updates = AssessmentUpdates()
        private let scope: PathScope
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

        /// The answers to the first further questions, if the round takes long.
        func earlyAnswers(after time: Duration) async -> [ProbeExchange] {
            guard scope == .defaultRoute || scope.boundInterface != nil else { return [] }
            var iterator = updates.makeAsyncIterator()
            guard let first = await iterator.next(), (try? await Task.sleep(for: time)) != nil else { return [] }
            return await Diagnosis.completing(evidence(on: first), asking: early, within: CheckTimes.stage).answers
        }
    }
}
