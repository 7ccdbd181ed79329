import ConnectivityCore

/// A share of the endpoints must be genuine, and none may have met a portal.
struct SuccessThreshold: ThresholdPolicy {
    var share: SharePolicy
    /// How many endpoints, from the first, make up the share; the others can only show a portal.
    var countedCount: Int
    /// Whether a portal that any endpoint met outweighs the share.
    var heedsPortals: Bool

    func begin(_ round: Round) -> any RoundJudge { Judge(policy: self) }

    private struct Judge: RoundJudge {
        let policy: SuccessThreshold

        mutating func word(on round: Round, after index: Int?) -> PolicyWord {
            if let verdict = policy.roundVerdict(on: round) { return .decide(verdict, final: true) }
            let access = policy.roundVerdict(on: round.asIfNothingMoreCame)?.access
            return access == .online || access?.portal != nil ? .wait(atMost: round.context.patience) : .wait()
        }
    }

    /// The verdict on a round; `nil` while what is missing can change it.
    private func roundVerdict(on round: Round) -> RoundVerdict? {
        let judged = share.verdict(on: Round(Array(round.reports.prefix(countedCount)), history: round.history))
        let met = round.first(.captive).flatMap { report in
            report.verdict.portal.map {
                RoundVerdict(.captive($0), because: .portal(endpoint: report.name, report.verdict.reason))
            }
        }
        if heedsPortals, let met { return met }
        if !heedsPortals, let judged, judged.access == .online { return judged }
        // Whatever is still missing can show a portal.
        return round.pendingCount == 0 ? judged?.access == .online ? judged : met ?? judged : nil
    }
}
