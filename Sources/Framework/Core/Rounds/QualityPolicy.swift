/// Requires a quality in addition to another policy's conclusion.
///
/// If the other policy concludes that the access is online but the quality of the path is worse than required, the access is
/// partial, with the reason `quality-below`. An unknown quality does not count against the path: the verdict is then the other
/// policy's. Every other access stays unchanged; this policy never makes an access online.
///
/// An online round is decided when every answer has arrived, or has been awaited for ``ProbeRound/Context/patience``, so all of its
/// times count. Rounds of a partial access follow the retry times of ``RoundSchedule``. Each round counts alone; in a
/// ``HysteresisPolicy``, several have to agree.
public struct QualityPolicy: ThresholdPolicy {
    /// The policy that judges each round.
    package let policy: any ThresholdPolicy
    /// The required quality: good or slow.
    package let needed: PathQuality.Level

    /// Creates a policy around another one.
    public init(_ policy: some ThresholdPolicy, atLeast needed: PathQuality.Level = .good) {
        precondition(needed == .good || needed == .slow, "only good or slow can be required")
        self.policy = policy
        self.needed = needed
    }

    public func begin(_ round: ProbeRound) -> any RoundJudge { Judge(needed: needed, base: policy.begin(round)) }

    private struct Judge: RoundJudge {
        let needed: PathQuality.Level
        var base: any RoundJudge
        /// The other policy's final verdict, if it is online and answers are missing.
        var online: RoundVerdict?

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            if let online { return conclude(online, round) }
            return decision(for: base.decide(on: round, after: index), round)
        }

        mutating func waitEnded(_ round: ProbeRound) -> ProbeRound.Decision? {
            online == nil ? base.waitEnded(round).map { decision(for: $0, round) } : nil
        }

        private mutating func decision(for decision: ProbeRound.Decision, _ round: ProbeRound) -> ProbeRound.Decision {
            guard case .decide(let verdict, final: true) = decision,
                verdict.access == .online || verdict.measured == .online
            else { return decision }
            online = verdict
            return conclude(verdict, round)
        }

        private func conclude(_ verdict: RoundVerdict, _ round: ProbeRound) -> ProbeRound.Decision {
            guard round.pendingCount == 0 else { return .wait(atMost: round.context.patience) }
            let quality = round.quality
            guard !quality.level.isEnough(for: needed) else { return .decide(verdict, final: true) }
            let reason = Reason.qualityBelow(needed, quality)
            func limited(_ access: InternetAccess) -> InternetAccess { access == .online ? .partial : access }
            let below = RoundVerdict(limited(verdict.access), because: reason, measured: limited(verdict.measured))
            return .decide(below, final: true)
        }
    }
}

extension Reason {
    /// The access is online, but the quality is worse than required; `parts` holds the reason for the quality.
    static func qualityBelow(_ needed: PathQuality.Level, _ quality: PathQuality) -> Reason {
        Reason(
            "quality-below",
            ["quality": .text(quality.level.rawValue), "needed": .text(needed.rawValue)],
            parts: [quality.reason]
        )
    }
}
