/// Weighs evidence instead of counting it, and asks more if anything is unexplained.
///
/// A walled garden lets through whom it wants, forges plain HTTP and blocks the rest, so a number of genuine answers
/// proves little. What no garden can forge is an answer over TLS, and what it has no reason to let through are hosts
/// that no one signs in with. This policy therefore asks in stages:
/// 1. The endpoints of the round, and four **neutral** owners, drawn from the pool: distributions, or owners in the
///    pool that are neither vendors nor content networks. Two are asked over TLS and two over plain HTTP. If the path
///    has both address families, one is asked over TLS over each. In a round that only confirms what several rounds without
///    any failure have shown (``RoundContext/turn``), one is asked, alternately over TLS and over plain HTTP, and each owner in its turn.
/// 2. In **doubt**, the other neutral owners over TLS and over plain HTTP, over each address family, and
///    the twins over TLS of what was asked over plain HTTP. There is doubt if something is genuine and something is
///    not, or if an answer is missing after ``RoundContext/patience`` and after twice the time of the slowest genuine one.
///
/// The first rule that applies decides:
/// 1. If portals answer in the name of two owners, the access is captive. If one answers in the name of a single
///    owner, it is captive too, unless all of rules 3 to 7 hold for the others and a neutral owner is genuine over
///    plain HTTP: then it is a matter of that owner, such as a page on its maintenance.
/// 2. Without any genuine answer, the access is blocked if something else answered, otherwise unreachable.
/// 3. TLS is refused for at most one owner, and nothing answers at an unassigned address, see ``HasNoReply``.
/// 4. Of the neutral owners that were asked over TLS, more than half are genuine, and of these more than half over each
///    address family that was asked separately. If none was asked over a family, any genuine answer over it suffices,
///    and an endpoint of which all forms fail alike says nothing about it.
///    Over plain HTTP, too, two owners or more that fail over a family are fewer than half of those asked over it.
/// 5. Something is genuine over plain HTTP, and at most a third of the owners that were asked over it failed.
/// 6. A neutral and another owner are genuine over TLS, or one owner is and nothing failed.
/// 7. At most a third of the owners failed; of fewer than seven, one more may.
///
/// The user's own endpoints, if asked together with those of known owners, add no certainty: a genuine one counts as not
/// asked, and so does a failed one, which the reason names. A portal or a filter that answers in their name counts as any other.
///
/// If a rule from 3 on does not hold, the access is partial, otherwise online. Late answers are awaited while they
/// could change the access: in the first phase for at most the patience, or twice the time that the slowest genuine answer
/// took if that is longer; in the second phase for at most twice that. If what is missing decides whether the access is online or
/// partial, it is awaited until the limits of the probes. If portals answer in the name of two
/// owners, this is reported at once, and the round waits only for more evidence.
///
/// If nobody answers and the way itself refuses, the missing answers are awaited for two and a half times the patience from
/// the beginning. It refuses if routers report of more owners than may fail by rule 7 that they cannot be reached, of two
/// over each scheme and address family, or if no name server listens. Silence alone is awaited until the limits of the probes.
///
/// Without a pool, there is nothing to ask in
/// doubt, and the round is decided as by ``QuorumPolicy``: the user's own endpoints are decided by their expectations.
public struct EvidencePolicy: ThresholdPolicy, Codable, Hashable {
    /// Creates a policy.
    public init() {}

    public func begin(_ round: ProbeRound) -> any RoundJudge {
        round.pool.isEmpty ? QuorumPolicy().begin(round) : EvidenceJudge(round)
    }
}

/// Judges one round with a pool.
private struct EvidenceJudge: RoundJudge {
    private var evidence: RoundEvidence
    private var way: RefusedWay
    private var draws: SplitMix64
    /// Whether the second phase has begun, or cannot.
    private var hasAskedMore = false
    /// Whether a portal has been reported.
    private var hasReported = false
    /// The number of waits that ended after the second phase began.
    private var waitCount = 0

    init(_ round: ProbeRound) {
        evidence = RoundEvidence(round)
        way = RefusedWay(hasBothFamilies: evidence.hasBothFamilies)
        draws = SplitMix64(seed: UInt64(round.context.seed))
    }

    mutating func decide(on round: ProbeRound, after index: Int?) -> PolicyDecision {
        evidence.take(index, of: round)
        way.take(index, of: round)
        if index == nil, round.pendingCount > 0 { return firstPhase(of: round).map(PolicyDecision.ask) ?? .wait() }
        if let phase = moreIfInDoubt(round) { return .ask(phase) }
        // Before the second stage, a late answer can still raise doubt, and then the others are asked.
        if round.pendingCount == 0 || hasAskedMore && evidence.isCertainlyOnline {
            return .decide(verdict(on: round), final: true)
        }
        if evidence.isCertainlyCaptive, !hasReported {
            hasReported = true
            return .decide(verdict(on: round), final: false)
        }
        let isEnough = waitCount == 0 && (evidence.hasGenuine || evidence.hasPortal)
        if isEnough { return .wait(atMost: patience(of: round)) }
        return way.isProved ? .wait(atMost: max(.zero, refusalTime(of: round) - round.elapsed)) : .wait()
    }

    mutating func waitEnded(_ round: ProbeRound) -> PolicyDecision? {
        if evidence.isCertainlyCaptive || way.isProved { return nil }
        if let phase = morePhase(of: round) { return .ask(phase) }
        waitCount += 1
        if waitCount == 1 { return .wait(atMost: patience(of: round) * 2) }
        // What is cut off is no evidence, so that what it decides is awaited until the limits of the probes.
        return evidence.isOpen ? .wait() : nil
    }

    /// The wait after which an answer is late: a multiple of the time that genuine ones took.
    private func patience(of round: ProbeRound) -> Duration { max(round.context.patience, evidence.slowest * 2) }

    /// The time from the beginning until which answers are awaited although the way refuses.
    ///
    /// A packet that was lost is sent again after a second (RFC 6298, section 2), and a question for a name that is asked in
    /// addition to the system's after two, so each had a second chance, and who was just starting had time for it.
    private func refusalTime(of round: ProbeRound) -> Duration { round.context.patience * 5 / 2 }

    private func verdict(on round: ProbeRound) -> RoundVerdict {
        evidence.verdict ?? round.captiveVerdict ?? round.verdictWithoutGenuine
    }

    // MARK: Stages

    /// The time that a stage needs; less is not worth asking.
    private static let phaseTimeMin = Duration.milliseconds(100)

    /// The address families to ask separately.
    private var families: [AddressFamily?] { evidence.hasBothFamilies ? [.ipv4, .ipv6] : [nil] }

    private mutating func firstPhase(of round: ProbeRound) -> RoundPhase? {
        let (first, last) = (families[0], families[families.count - 1])
        if let turn = round.context.turn { return steadyPhase(of: round, turn, over: first) }
        // Not used: recorded rounds were drawn after this number.
        _ = draws.next()
        let neutral = evidence.neutralOverTLS(of: round).shuffled(using: &draws)
        let overTLS = zip(neutral, [first, last]).map { RoundPhase.Member($0, over: $1) }
        let plain = neutral.dropFirst(2).prefix(2).compactMap { evidence.plainTwin(of: $0, in: round) }
        let phase = RoundPhase(overTLS + plain.map { RoundPhase.Member($0, over: first) })
        return phase.members.isEmpty ? nil : phase
    }

    /// One neutral owner, alternately over TLS and over plain HTTP, and then the next one.
    private func steadyPhase(of round: ProbeRound, _ turn: Int, over family: AddressFamily?) -> RoundPhase? {
        let neutral = evidence.neutralOverTLS(of: round)
        guard !neutral.isEmpty else { return nil }
        let index = neutral[turn / 2 % neutral.count]
        let isPlain = !turn.isMultiple(of: 2)
        return RoundPhase([.init(isPlain ? evidence.plainTwin(of: index, in: round) ?? index : index, over: family)])
    }

    private mutating func moreIfInDoubt(_ round: ProbeRound) -> RoundPhase? {
        evidence.hasGenuine && evidence.hasFailure && !evidence.isCertainlyCaptive ? morePhase(of: round) : nil
    }

    /// Everything else of the pool, over each family: TLS proves, and over plain HTTP a portal shows itself.
    private mutating func morePhase(of round: ProbeRound) -> RoundPhase? {
        guard !hasAskedMore, round.timeLeft >= Self.phaseTimeMin else { return nil }
        hasAskedMore = true
        var phase = RoundPhase(evidence.twins(of: round))
        let twins = Set(phase.members.map(\.endpoint))
        for index in evidence.neutralOverTLS(of: round).shuffled(using: &draws) where !twins.contains(index) {
            for family in families {
                for member in [index, evidence.plainTwin(of: index, in: round)] {
                    guard let member, !evidence.hasAsked(round.pool[member], over: family) else { continue }
                    phase.members.append(.init(member, over: family))
                }
            }
        }
        return phase.members.isEmpty ? nil : phase
    }
}
