/// Turns the verdicts of a round into one answer, and says how long to wait and whom else to ask.
///
/// A policy is asked at the beginning of a round and after each answer. For each round it makes a judge of its own, a value that
/// takes one answer at a time, so that many answers need not be looked at again for each one. A policy that only looks at whole
/// rounds is a ``WholeRoundPolicy``, which is one function.
///
/// Laws for implementers:
/// - What is said depends on nothing but the round as it grew: the answers in the order in which they came, with their times, and
///   what else ``Round`` holds. Draws come from its seed.
/// - If every endpoint has its report, the word is a final decision, or asks another stage if the round allows one.
/// - A final decision has the access that the same round has if it is complete, whatever the missing reports say; only the
///   details of a portal may differ. The round ends there and the pending probes are cancelled, so a policy that wants all
///   evidence waits.
/// - A decision that is not final is never online. Nothing is online without a genuine answer.
/// - A report without a conclusive verdict counts as if its endpoint had not been asked.
/// - What is asked comes from ``Round/available``, in at most ``Round/stageCountMax`` stages.
public protocol ThresholdPolicy: Sendable {
    /// Makes the judge of a round.
    /// - Parameter round: The round before its first answer.
    /// - Returns: A judge that has said nothing yet.
    func begin(_ round: Round) -> any RoundJudge
}

/// Judges one round as its answers come.
public protocol RoundJudge: Sendable {
    /// Says what to do, at the beginning of the round and after each answer.
    /// - Parameters:
    ///   - round: The round with the answer.
    ///   - index: The place of the answer among the reports; `nil` at the beginning.
    /// - Returns: What to do.
    mutating func word(on round: Round, after index: Int?) -> PolicyWord

    /// Says what to do if the time is over for which the policy wanted to wait.
    /// - Parameter round: The round as far as it has come.
    /// - Returns: What to do, or `nil`, as it is by default: the answers still missing count as failures then, each with a call
    ///   of ``word(on:after:)``.
    mutating func waitEnded(_ round: Round) -> PolicyWord?
}

extension RoundJudge {
    public mutating func waitEnded(_ round: Round) -> PolicyWord? { nil }
}

/// What a policy says after an answer.
public enum PolicyWord: Hashable, Sendable {
    /// Wait for the answers still missing, at most so long from now; `nil` leaves it to the limits of the probes.
    ///
    /// Of several waits in one round, the one that ends first counts.
    case wait(atMost: Duration? = nil)
    /// The round comes to this.
    ///
    /// If it is final, nothing pending can change the access, and the round ends. If it is not, the access is reported and late
    /// answers revise it; online is not reported so.
    case decide(RoundVerdict, final: Bool)
    /// Ask others too, in the same round; whom the round does not allow is not asked.
    case ask(RoundStage)
}

/// Endpoints to ask together, beside those that are pending.
public struct RoundStage: Hashable, Sendable {
    /// Their places in ``Round/pool``, each once.
    public var endpoints: [Int]

    /// Creates a stage.
    /// - Parameter endpoints: Their places in ``Round/pool``.
    public init(_ endpoints: [Int]) { self.endpoints = endpoints }
}

/// A policy that judges complete rounds, whatever the order of the answers.
///
/// The round is ended early only by a wait: if it is online or meets a portal without the answers still missing, these are
/// awaited for ``RoundContext/patience``. To find that out, the round is judged with each answer as if nothing more came, and
/// less often while more than ``eachAnswerMax`` are missing.
public protocol WholeRoundPolicy: ThresholdPolicy {
    /// Judges a complete round.
    /// - Parameter round: The reports of all endpoints.
    /// - Returns: What it comes to.
    func judge(_ round: Round) -> RoundVerdict
}

extension WholeRoundPolicy {
    /// The number of missing answers above which a round is not judged with each answer.
    public static var eachAnswerMax: Int { 64 }

    public func begin(_ round: Round) -> any RoundJudge { WholeRoundJudge(policy: self) }
}

private struct WholeRoundJudge<Policy: WholeRoundPolicy>: RoundJudge {
    let policy: Policy
    var isEnding = false
    /// The number of missing answers at which the round is judged again.
    var due = Int.max

    mutating func word(on round: Round, after index: Int?) -> PolicyWord {
        let missing = round.pendingCount
        guard missing > 0 else { return .decide(policy.judge(round), final: true) }
        guard !isEnding, index != nil, missing <= due else { return .wait() }
        due = missing <= Policy.eachAnswerMax ? missing : max(Policy.eachAnswerMax, missing / 2)
        isEnding = policy.judge(round.asIfNothingMoreCame).endsWait
        return isEnding ? .wait(atMost: round.context.patience) : .wait()
    }
}

extension ThresholdPolicy {
    /// Judges a round as far as it has come, as the policy would if its answers came one after the other.
    /// - Parameters:
    ///   - round: The reports so far.
    ///   - order: The places of the reports in the order in which they came; by default that of the endpoints.
    /// - Returns: The final decision, or `nil` if there is none yet.
    public func verdict(on round: Round, arriving order: [Int]? = nil) -> RoundVerdict? {
        var growing = round
        growing.forgetReports()
        var judge = begin(growing)
        var words = [judge.word(on: growing, after: nil)]
        for index in order ?? Array(round.reports.indices) {
            guard let report = round.reports[index] else { continue }
            growing.put(report, at: index, after: .zero)
            words.append(judge.word(on: growing, after: index))
        }
        for case .decide(let verdict, final: true) in words.reversed() { return verdict }
        return nil
    }
}

/// What a policy makes of a round.
public struct RoundVerdict: Hashable, Sendable {
    /// How much of the Internet is reached.
    public var access: InternetAccess
    /// Why.
    public var reason: Reason
    /// What the round shows by itself, where the rounds before count too; otherwise ``access``.
    public var measured: InternetAccess

    /// Creates the verdict on a round.
    /// - Parameters:
    ///   - access: How much of the Internet is reached.
    ///   - reason: Why.
    ///   - measured: What the round shows by itself; by default the same.
    public init(_ access: InternetAccess, because reason: Reason, measured: InternetAccess? = nil) {
        self.access = access
        self.reason = reason
        self.measured = measured ?? access
    }

    /// Whether a round that comes to this without the answers still missing waits for them no longer than patience.
    var endsWait: Bool { measured == .online || measured.portal != nil }
}
