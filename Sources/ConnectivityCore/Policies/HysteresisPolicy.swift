/// Keeps the access that stands until another policy has seen a better or a worse one several rounds in a row.
///
/// Up and down are counted apart, because they cost differently: one lost answer should not take a connection away, and
/// one lucky answer should not give it. Better is later in this order: determining, disconnected, unreachable, captive,
/// blocked, partial, online. A round on the other side, or with the access that stands, begins the count anew.
///
/// The first round on a path counts at once, and so does every change of interface, where nothing stands yet. While the
/// count goes on, the reason of the assessment says so, and the schedule follows what the rounds show, so that a loss is
/// confirmed soon.
public struct HysteresisPolicy: ThresholdPolicy {
    /// The counts that are possible.
    public static let counts = 1...RoundHistory.countMax

    /// The policy that judges each round.
    public let policy: any ThresholdPolicy
    /// The number of better rounds in a row that replace the access.
    public let up: Int
    /// The number of worse rounds in a row that replace the access.
    public let down: Int

    /// Creates a policy around another.
    /// - Parameters:
    ///   - policy: The policy that judges each round.
    ///   - up: The number of better rounds in a row that replace the access; from 1 through 32.
    ///   - down: The number of worse rounds in a row that replace the access; from 1 through 32.
    public init(_ policy: some ThresholdPolicy, up: Int = 1, down: Int = 3) {
        precondition(Self.counts.contains(up) && Self.counts.contains(down), "a count must be from 1 through 32")
        self.policy = policy
        self.up = up
        self.down = down
    }

    public func begin(_ round: Round) -> any RoundJudge { Judge(policy: self, base: policy.begin(round)) }

    private struct Judge: RoundJudge {
        let policy: HysteresisPolicy
        var base: any RoundJudge

        mutating func word(on round: Round, after index: Int?) -> PolicyWord {
            policy.word(for: base.word(on: round, after: index), after: round.history)
        }

        mutating func waitEnded(_ round: Round) -> PolicyWord? {
            base.waitEnded(round).map { policy.word(for: $0, after: round.history) }
        }
    }

    /// What to say for a word of the other policy.
    private func word(for word: PolicyWord, after history: RoundHistory) -> PolicyWord {
        guard case .decide(let decided, final: let isFinal) = word else { return word }
        let verdict = verdict(for: decided, after: history)
        // What is not final is never online, also if online stands.
        return verdict.access == .online && !isFinal ? .wait() : .decide(verdict, final: isFinal)
    }

    private func verdict(for verdict: RoundVerdict, after history: RoundHistory) -> RoundVerdict {
        let measured = verdict.measured
        guard let standing = history.standing, standing.rank != measured.rank else { return verdict }
        let isUp = measured.rank > standing.rank
        let before = history.measured.reversed().prefix {
            isUp ? $0.rank > standing.rank : $0.rank < standing.rank
        }
        let count = before.count + 1
        let needed = isUp ? up : down
        guard count < needed else { return verdict }
        let reason = Reason.held(against: measured.name, count: count, needed: needed, verdict.reason)
        return RoundVerdict(standing, because: reason, measured: measured)
    }
}

extension InternetAccess {
    /// The place in the order from nothing to everything.
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
