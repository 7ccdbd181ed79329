/// Requires a share of the endpoints to be genuine: the percentage threshold of the predecessors.
///
/// The policy counts and does not compare: if the share is reached, the access is online, even if another endpoint finds a portal
/// or TLS fails. It thus trusts a portal that lets some checks through or forges them; ``QuorumPolicy`` does not.
///
/// If the share is reached, the access is ``InternetAccess/online``. Otherwise the first of these applies:
/// ``InternetAccess/captive(_:)`` if there is a portal, ``InternetAccess/partial`` if any answer is genuine,
/// ``InternetAccess/blocked`` if any answer is substituted, and ``InternetAccess/unreachable`` in all other cases.
public struct SharePolicy: ThresholdPolicy, Hashable {
    /// The share of endpoints that must be genuine, from 0 through 1.
    ///
    /// Even with 0, one endpoint must be genuine: without an answer, the access is never online.
    package var share: Double

    /// Creates a policy.
    public init(_ share: Double = 0.5) {
        precondition((0...1).contains(share), "the share must be from 0 through 1")
        self.share = share
    }

    /// Returns the number of endpoints that must be genuine, at least 1.
    package func needed(of total: Int) -> Int {
        // A share such as 0.07 of 100 is slightly more than 7 in binary, so a billionth is subtracted.
        let exact = share * Double(total) - 1e-9
        // Rounded up manually: the standard library's function needs libm, which a client of Core alone does not link.
        let whole = Int(exact)
        return max(1, Double(whole) < exact ? whole + 1 : whole)
    }

    public func begin(_ round: ProbeRound) -> any RoundJudge { Judge(policy: self) }

    private struct Judge: RoundJudge {
        let policy: SharePolicy
        var tally = FindingTally()

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            tally.add(reportAt: index, of: round)
            let pending = round.pendingCount
            let genuine = tally.arrived.genuine
            let total = tally.arrived.conclusive + pending
            let needed = policy.needed(of: total)
            if genuine >= needed {
                let reason = Reason.enoughGenuine(genuine, of: total, needed: needed)
                return .decide(RoundVerdict(.online, because: reason), final: true)
            }
            let canReachShare = genuine + pending >= needed
            if pending > 0, canReachShare {
                return isEnoughIfPendingTimeOut ? .wait(atMost: round.context.patience) : .wait()
            }
            if let first = tally.firstCaptive, let report = round.reports[first] {
                return .decide(RoundVerdict(portalMetBy: report), final: true)
            }
            guard pending == 0 else { return .wait() }
            guard genuine > 0 else { return .decide(round.verdictWithoutGenuine, final: true) }
            let reason = Reason.tooFewGenuine(genuine, of: total, needed: needed)
            return .decide(RoundVerdict(.partial, because: reason), final: true)
        }

        private var isEnoughIfPendingTimeOut: Bool {
            let expected = tally.expected
            return expected.captive > 0 || expected.genuine >= policy.needed(of: expected.conclusive)
        }
    }
}
