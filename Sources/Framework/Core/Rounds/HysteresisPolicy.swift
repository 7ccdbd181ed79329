/// Keeps the current access until another policy has found a better or worse one in several consecutive rounds.
///
/// Better and worse rounds are counted separately, because their costs differ: one lost answer should not end a connection, and
/// one lucky answer should not establish it. Better means later in this order: determining, disconnected, unreachable, captive,
/// blocked, partial, online. A round on the other side, or with the current access, restarts the count.
///
/// The first round on a path counts at once. So does the first round after a change of interface, because there is no current
/// access yet. While rounds are counted, the reason of the assessment states it, and the schedule follows the access of the
/// rounds, so a loss is confirmed soon.
public struct HysteresisPolicy: ThresholdPolicy {
    /// The permitted counts.
    package static let counts = 1...ProbeRound.History.countMax

    /// The policy that judges each round.
    package let policy: any ThresholdPolicy
    /// The number of consecutive better rounds that replace the access.
    package let up: Int
    /// The number of consecutive worse rounds that replace the access.
    package let down: Int

    /// Creates a policy around another one.
    public init(_ policy: some ThresholdPolicy, up: Int = 1, down: Int = 3) {
        precondition(Self.counts.contains(up) && Self.counts.contains(down), "a count must be from 1 through 32")
        self.policy = policy
        self.up = up
        self.down = down
    }

    public func begin(_ round: ProbeRound) -> any RoundJudge { Judge(policy: self, base: policy.begin(round)) }

    private struct Judge: RoundJudge {
        let policy: HysteresisPolicy
        var base: any RoundJudge

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            policy.decision(for: base.decide(on: round, after: index), after: round.history)
        }

        mutating func waitEnded(_ round: ProbeRound) -> ProbeRound.Decision? {
            base.waitEnded(round).map { policy.decision(for: $0, after: round.history) }
        }
    }

    private func decision(for decision: ProbeRound.Decision, after history: ProbeRound.History) -> ProbeRound.Decision {
        guard case .decide(let decided, final: let isFinal) = decision else { return decision }
        let verdict = verdict(for: decided, after: history)
        // A decision that is not final is never online, even if the current access is.
        return verdict.access == .online && !isFinal ? .wait() : .decide(verdict, final: isFinal)
    }

    private func verdict(for verdict: RoundVerdict, after history: ProbeRound.History) -> RoundVerdict {
        let measured = verdict.measured
        guard let last = history.lastAccess, last.rank != measured.rank else { return verdict }
        let isUp = measured.rank > last.rank
        let before = history.measured.reversed().prefix {
            isUp ? $0.rank > last.rank : $0.rank < last.rank
        }
        let count = before.count + 1
        let needed = isUp ? up : down
        guard count < needed else { return verdict }
        let reason = Reason.held(against: measured.name, count: count, needed: needed, verdict.reason)
        return RoundVerdict(last, because: reason, measured: measured)
    }
}

extension InternetAccess {
    /// The position in the order from no access to full access.
    fileprivate var rank: Int {
        switch self {
        case .determining: 0
        case .disconnected: 1
        case .unreachable: 2
        case .captive: 3
        case .blocked: 4
        case .partial: 5
        case .online: 6
        }
    }
}
