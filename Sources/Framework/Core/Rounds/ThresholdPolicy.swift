/// Turns the verdicts of a round into one answer, and decides how long to wait and which other endpoints to ask.
///
/// A policy is asked at the beginning of a round and after each answer. It makes a separate judge for each round, a value that
/// receives one answer at a time, so earlier answers need not be examined again for each new one. A policy that only judges whole
/// rounds is a ``WholeRoundPolicy``, which is one function.
///
/// Laws for implementers:
/// - The decisions of a judge depend only on the round as it grew: the answers in the order in which they arrived, with their
///   times, and the other properties of ``ProbeRound``. Random draws use its seed.
/// - When every endpoint has its report, the judge makes a final decision, or asks another phase if the round allows it.
/// - A final decision has the access that the complete round will have, for any content of the missing reports; only the details
///   of a portal may differ. The round then ends and the pending probes are cancelled, so a policy that needs all evidence waits.
/// - A decision that is not final is never online. No access is online without a genuine answer.
/// - A report without a conclusive verdict counts as if its endpoint had not been asked.
/// - The endpoints that are asked come from ``ProbeRound/available``, in at most `ProbeRound.phaseCountMax` phases.
public protocol ThresholdPolicy: Sendable {
    /// Creates the judge of a round before its first answer.
    func begin(_ round: ProbeRound) -> any RoundJudge
}

/// Judges one round as its answers arrive.
public protocol RoundJudge: Sendable {
    /// Decides how to continue, at the beginning of the round, when `index` is `nil`, and after the answer at an index.
    mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision

    /// Decides how to continue when the wait that the policy requested is over.
    ///
    /// If the result is `nil`, the default, the missing answers count as failures, each with a call of ``decide(on:after:)``.
    mutating func waitEnded(_ round: ProbeRound) -> ProbeRound.Decision?
}

extension RoundJudge {
    public mutating func waitEnded(_ round: ProbeRound) -> ProbeRound.Decision? { nil }
}

extension ProbeRound {
    /// The decision of a policy after an answer: wait, decide the round, or ask more.
    public enum Decision: Hashable, Sendable {
        /// Wait for the missing answers, at most for this duration from now.
        ///
        /// With `nil`, only the limits of the probes apply. If a round has several waits, the earliest end counts.
        case wait(atMost: Duration? = nil)
        /// Decide the round with this verdict.
        ///
        /// If the decision is final, no pending answer can change the access, and the round ends. If it is not final, the access
        /// is reported and late answers revise it; such a decision is never reported as online. A portal is revised until
        /// ``ProbeRound/Context/patience`` after the beginning of the round, and for a quarter of it if it is found later.
        case decide(RoundVerdict, final: Bool)
        /// Ask more endpoints in the same round; endpoints that the round does not allow are not asked.
        case ask(ProbeRound.Phase)
    }
}

extension ProbeRound {
    /// Endpoints to ask together, in addition to those that are pending.
    public struct Phase: Hashable, Sendable {
        /// An endpoint to ask.
        public struct Member: Hashable, Sendable {
            /// The index of the endpoint in ``ProbeRound/pool``.
            public var endpoint: Int
            /// The only address family over which to ask it; `nil` for the endpoint's own.
            ///
            /// An endpoint that the path cannot ask over this family is not asked.
            public var family: IPAddress.Family?

            /// Creates a member.
            public init(_ endpoint: Int, over family: IPAddress.Family? = nil) {
                self.endpoint = endpoint
                self.family = family
            }
        }

        /// The endpoints to ask, each once per address family.
        public var members: [Member]

        /// Creates a phase.
        public init(_ members: [Member]) { self.members = members }

        /// Creates a phase of endpoints by their indices in ``ProbeRound/pool``, each once.
        public init(_ endpoints: [Int]) { self.init(endpoints.map { Member($0) }) }
    }
}

/// A policy that judges complete rounds, independent of the order of the answers.
///
/// Only a wait ends the round early: if the round is online or has a portal without the missing answers, these are awaited for
/// ``ProbeRound/Context/patience``. To determine this, the round is judged at each answer as if the missing ones timed out, and less
/// often while more than `eachAnswerMax` answers are missing.
public protocol WholeRoundPolicy: ThresholdPolicy {
    /// Judges a complete round.
    func judge(_ round: ProbeRound) -> RoundVerdict
}

extension WholeRoundPolicy {
    /// The number of missing answers above which the round is not judged at each answer.
    package static var eachAnswerMax: Int { 64 }

    public func begin(_ round: ProbeRound) -> any RoundJudge { WholeRoundJudge(policy: self) }
}

private struct WholeRoundJudge<Policy: WholeRoundPolicy>: RoundJudge {
    let policy: Policy
    var isEnding = false
    /// The number of missing answers at which the round is judged next.
    var due = Int.max

    mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
        let missing = round.pendingCount
        guard missing > 0 else { return .decide(policy.judge(round), final: true) }
        guard !isEnding, index != nil, missing <= due else { return .wait() }
        due = missing <= Policy.eachAnswerMax ? missing : max(Policy.eachAnswerMax, missing / 2)
        isEnding = policy.judge(round.treatingPendingAsTimedOut).endsWait
        return isEnding ? .wait(atMost: round.context.patience) : .wait()
    }
}

extension ThresholdPolicy {
    /// Judges a round with the reports so far as if they arrived in the order of these indices, by default that of the endpoints.
    ///
    /// The result is the final decision; `nil` if the policy has made none yet.
    public func verdict(on round: ProbeRound, arriving order: [Int]? = nil) -> RoundVerdict? {
        var growing = round
        growing.removeAllReports()
        var judge = begin(growing)
        var decisions = [judge.decide(on: growing, after: nil)]
        for index in order ?? Array(round.reports.indices) {
            guard let report = round.reports[index] else { continue }
            growing.record(report, at: index, after: .zero)
            decisions.append(judge.decide(on: growing, after: index))
        }
        for case .decide(let verdict, final: true) in decisions.reversed() { return verdict }
        return nil
    }
}

/// The verdict of a policy on a round.
public struct RoundVerdict: Hashable, Sendable {
    /// The access that the policy concludes.
    public var access: InternetAccess
    /// The reason for the access.
    public var reason: Reason
    /// The access that this round shows without the earlier rounds that the policy counts; otherwise ``access``.
    public var measured: InternetAccess

    /// Creates the verdict on a round.
    public init(_ access: InternetAccess, because reason: Reason, measured: InternetAccess? = nil) {
        self.access = access
        self.reason = reason
        self.measured = measured ?? access
    }

    /// Whether an early round with this verdict waits for pending answers no longer than the patience.
    package var endsWait: Bool { measured == .online || measured.portal != nil }
}

extension RoundVerdict: CustomStringConvertible {
    /// The access and the reason.
    public var description: String { "\(access): \(reason)" }
}
