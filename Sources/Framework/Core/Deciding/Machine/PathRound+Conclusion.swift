// The conclusion of a round.

extension PathRound {
    struct Conclusion {
        @Shared var assessment: PathAssessment
        /// The access that this round shows without the earlier rounds that the policy may count.
        var measured: InternetAccess
        /// The history of the path including this round.
        var history: ProbeRound.History
        /// The remaining time of the session on the network, if the network stated it in this round.
        var sessionRemaining: Duration?
        /// The duration of the slowest answer of this round (``EndpointReport/pace(within:)``); zero without any.
        var slowest: Duration
    }

    var conclusion: Conclusion {
        let reports = round.finished
        let verdict =
            path.isAsked && reports.lackProxy
            ? RoundVerdict(.determining, because: .noProxy(reports.first?.exchange, path.interface.proxyScript))
            : path.isAsked
                ? isReady ? decided?.applying(portalAPI) ?? .noVerdict : .noVerdict
                : .withoutRound(path, on: network)
        let answer = portalAPI?.answerOfAPI
        var after = round.history
        after.append(verdict)
        after.portalAPI = answer ?? round.history.portalAPI
        var assessment = assessment(verdict, reports, isFinal: true)
        if path.isAsked { assessment.quality = round.quality }
        return Conclusion(
            assessment: assessment,
            measured: verdict.measured,
            history: after,
            sessionRemaining: answer?.secondsRemaining.map { .seconds($0) },
            slowest: reports.map { $0.pace(within: limits) }.max() ?? .zero
        )
    }

    /// The conclusion, or while answers are pending the policy's decision so far, which is not final.
    var newest: PathAssessment {
        guard !isReady, !isComplete else { return conclusion.assessment }
        guard !round.finished.isEmpty else { return PathAssessment(before: path, on: network, knowing: round.history) }
        let undecided = RoundVerdict(.determining, because: .notYetJudged)
        return news(since: nil) ?? assessment(undecided, round.finished, isFinal: false)
    }

    /// Whether the policy has decided, but not finally.
    var isPreliminary: Bool { provisional != nil && !isReady }

    /// Returns the policy's decision so far; `nil` if it has not decided, or if its conclusion is known already.
    func news(since known: PathAssessment?) -> PathAssessment? {
        guard !isReady, let new = provisional?.applying(portalAPI) else { return nil }
        if let known, known.access.isSame(as: new.access),
            known.access != .determining || known.reason.code == new.reason.code
        {
            return nil
        }
        return assessment(new, round.finished, isFinal: false)
    }

    private func assessment(_ verdict: RoundVerdict, _ reports: [EndpointReport], isFinal: Bool) -> PathAssessment {
        var assessment = PathAssessment(
            path: path.path,
            access: verdict.access,
            reason: verdict.reason,
            endpoints: reports,
            portalAPI: portalAPI,
            history: round.history
        )
        assessment.isFinal = isFinal
        assessment.course = path.isAsked && isCourseKnown ? course : nil
        assessment.network = network?.name
        return assessment
    }
}

extension [EndpointReport] {
    /// Whether no question could be asked for lack of a proxy.
    fileprivate var lackProxy: Bool {
        !isEmpty
            && allSatisfy { report in
                guard case .failure(let failure) = report.exchange.outcome, failure.kind == .unsupported else {
                    return false
                }
                return failure.facts[ProbeFailure.proxyFact] != nil
            }
    }
}

extension Reason {
    /// The environment has no proxy that is known and can be asked.
    ///
    /// `cause` is `none`; `unread` if the script that the network names cannot be run; `unsupported`; or `unknown`.
    fileprivate static func noProxy(_ exchange: ProbeExchange?, _ script: String?) -> Reason {
        guard case .failure(let failure) = exchange?.outcome else { return Reason("no-proxy") }
        let cause = failure.facts[ProbeFailure.proxyFact]?.text
        guard cause == "none", let script else { return Reason("no-proxy", ["cause": Fact(cause)]) }
        return Reason("no-proxy", ["cause": "unread", "script": .text(script)])
    }
}

extension RoundVerdict {
    /// The verdict on a complete round if the policy breaks its law.
    fileprivate static let noVerdict = RoundVerdict(.determining, because: .noVerdict)

    /// Returns the verdict on a path before its first round, or if no round is possible.
    static func withoutRound(_ path: ScopedPath, on network: PipelineConfiguration.NetworkRule?) -> RoundVerdict {
        if path.hasDefaultRoute, let network, !network.isChecked {
            return RoundVerdict(.determining, because: .notChecked(network.name))
        }
        return path.hasDefaultRoute
            ? RoundVerdict(.determining, because: .notYetJudged)
            : RoundVerdict(.unreachable, because: .noDefaultRoute(interface: path.interface.name))
    }
}
