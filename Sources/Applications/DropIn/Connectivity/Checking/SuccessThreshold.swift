import ConnectivityCore

/// Requires a share of genuine endpoints and no portal.
struct SuccessThreshold: ThresholdPolicy {
    var share: SharePolicy
    /// The number of leading endpoints that count for the share; the rest can only reveal a portal.
    var countedCount: Int
    /// Whether a portal at any endpoint overrides the share.
    var considersPortals: Bool
    /// The given URLs that are left out because only `https` is allowed.
    var omittedURLs: [String] = []

    func begin(_ round: ProbeRound) -> any RoundJudge { Judge(policy: self) }

    private struct Judge: RoundJudge {
        let policy: SuccessThreshold

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            if let verdict = policy.roundVerdict(on: round) { return .decide(verdict, final: true) }
            let access = policy.roundVerdict(on: round.treatingPendingAsTimedOut)?.access
            return access == .online || access?.portal != nil ? .wait(atMost: round.context.patience) : .wait()
        }
    }

    /// Returns the verdict on a round; `nil` while pending answers can change it.
    private func roundVerdict(on round: ProbeRound) -> RoundVerdict? {
        var judged = share.verdict(on: ProbeRound(Array(round.reports.prefix(countedCount)), history: round.history))
        if countedCount == 0, !omittedURLs.isEmpty { judged?.reason = .onlyHTTPS(omitting: omittedURLs) }
        let met = round.first(.captive).flatMap { report in
            report.verdict.portal.map {
                RoundVerdict(.captive($0), because: .portal(endpoint: report.name, report.verdict.reason))
            }
        }
        if considersPortals, let met { return met }
        if !considersPortals, let judged, judged.access == .online { return judged }
        // Every pending answer can still reveal a portal.
        return round.pendingCount == 0 ? judged?.access == .online ? judged : met ?? judged : nil
    }
}

extension Reason {
    /// No request was sent, because no given URL has the scheme `https`.
    fileprivate static func onlyHTTPS(omitting urls: [String]) -> Reason {
        Reason("only-https", ["urls": .list(urls.map(Fact.text))])
    }
}
