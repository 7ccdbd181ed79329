public import ConnectivityCore
public import ConnectivityRegistry

/// Asks more endpoints of the pool, two at a time, while too few are genuine and none has met a portal.
///
/// It judges the round only when no endpoint is pending, so it never has to revise a decision.
public struct SecondOpinion: ThresholdPolicy, Configurable, Hashable {
    public static var pluginID: PluginID { "policy.example.second-opinion" }

    /// The number of genuine answers that is sufficient; at least one.
    public var needed: Int

    /// Creates a policy.
    /// - Parameter needed: The number of genuine answers that is sufficient. At least one.
    public init(needed: Int = 1) {
        precondition(needed >= 1, "nothing is online without a genuine answer")
        self.needed = needed
    }

    private enum CodingKeys: CodingKey {
        case needed
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        needed = try container.decodeIfPresent(Int.self, forKey: .needed) ?? 1
        guard needed >= 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .needed,
                in: container,
                debugDescription: "must be at least 1"
            )
        }
    }

    public func begin(_ round: ProbeRound) -> any RoundJudge { Judge(needed: needed) }

    private struct Judge: RoundJudge {
        let needed: Int

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            guard round.pendingCount == 0 else { return .wait() }
            let isEnough = round.count(of: .genuine) >= needed
            guard !isEnough, round.first(.captive) == nil, round.timeLeft > .zero else {
                return .decide(verdict(on: round), final: true)
            }
            // Each stage asks two more. The recorded seed determines which ones come first.
            let first = Int(round.context.seed % UInt32(round.available.count))
            let turned = round.available[first...] + round.available[..<first]
            return .ask(ProbeRound.Phase(Array(turned.prefix(2))))
        }

        private func verdict(on round: ProbeRound) -> RoundVerdict {
            let genuine = round.count(of: .genuine)
            let facts: Facts = ["genuine": Fact(genuine), "asked": Fact(round.reports.count), "needed": Fact(needed)]
            if let report = round.first(.captive) {
                let reason = Reason(
                    "com.example.second-opinion.portal",
                    ["endpoint": .text(report.name)],
                    parts: [report.verdict.reason]
                )
                return RoundVerdict(
                    .captive(report.verdict.portal ?? CaptivePortal(signInURL: nil, kind: .unknown)),
                    because: reason
                )
            }
            if genuine >= needed {
                return RoundVerdict(.online, because: Reason("com.example.second-opinion.enough", facts))
            }
            let reason = Reason("com.example.second-opinion.too-few", facts)
            if genuine > 0 { return RoundVerdict(.partial, because: reason) }
            return RoundVerdict(round.first(.substituted) == nil ? .unreachable : .blocked, because: reason)
        }
    }

    /// The sentences for the reasons of this policy.
    static let sentences = [
        "com.example.second-opinion.enough": "{genuine} of {asked} asked are genuine, which is enough",
        "com.example.second-opinion.too-few": "{genuine} of {asked} asked are genuine, and {needed} are needed",
        "com.example.second-opinion.portal": #"{"endpoint"} met a portal: {parts}"#,
    ]
}
