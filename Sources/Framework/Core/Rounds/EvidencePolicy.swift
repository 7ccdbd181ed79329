/// Weighs evidence instead of counting it, and asks more if an answer is in doubt.
///
/// A walled garden lets selected hosts through, forges plain HTTP and blocks the rest, so a number of genuine answers proves
/// little. No garden can forge an answer over TLS, and no garden has a reason to let through hosts that no sign-in needs.
/// This policy therefore asks in phases:
/// 1. The endpoints of the round, and four **neutral** owners, drawn from the pool: distributions, or owners in the pool that are
///    neither vendors nor content networks. Two are asked over TLS and two over plain HTTP. If the path has both address
///    families, one is asked over TLS over each. A round that only confirms several rounds without any failure
///    (`ProbeRound.Context.turn`) asks one, alternately over TLS and over plain HTTP, and each owner in its turn.
/// 2. In **doubt**, the other neutral owners over TLS and over plain HTTP, over each address family, and the twins over TLS of
///    the endpoints that were asked over plain HTTP. There is doubt if one answer is genuine and another is not, or if an answer
///    is missing after ``ProbeRound/Context/patience`` and after twice the duration of the slowest genuine one.
///
/// The first rule that applies decides:
/// 1. If portals answer in the name of two owners, the access is captive. If one answers in the name of a single owner, it is
///    captive too, unless all of rules 3 to 7 hold for the others and a neutral owner is genuine over plain HTTP: then only that
///    owner is concerned, such as by a page on its maintenance. That is not possible if the page has a private address, if the
///    same URL is also answered genuinely, or if connections may take one of several routes. If it is the user's own endpoint
///    that leads elsewhere, the access is partial.
/// 2. Without any genuine answer, the access is blocked if another server answered, otherwise unreachable.
/// 3. TLS is refused for at most one owner, and nothing answers at an unassigned address; see ``NoReply``.
/// 4. Of the neutral owners that were asked over TLS, more than half are genuine, and of these more than half over each address
///    family that was asked separately. If none was asked over a family, any genuine answer over it suffices, and an endpoint of
///    which all forms fail proves nothing about it. Over plain HTTP, too, two owners or more that fail over a family are fewer
///    than half of those asked over it.
/// 5. An answer is genuine over plain HTTP, and at most a third of the owners that were asked over it failed, rounded as in rule
///    7.
/// 6. A neutral and another owner are genuine over TLS, or one owner is and nothing failed.
/// 7. At most a third of the owners failed, rounded down, or with fewer than seven owners to the nearest number.
///
/// The user's own endpoints, if asked together with those of known owners, add no certainty: a genuine one counts as not asked,
/// and so does a failed one, which the reason names. A portal or a filter that answers in their name counts as any other.
///
/// If a rule from 3 on does not hold, the access is partial, otherwise online. Late answers are awaited while they could change
/// the access: in the first phase for at most the patience, or twice the duration of the slowest genuine answer if that is
/// longer; in the second phase for at most twice that. If missing answers decide whether the access is online or partial, they
/// are awaited until the limits of the probes. If portals answer in the name of two owners, this is reported at once, and the
/// round waits only for more evidence.
///
/// If nothing answers and the path itself refuses, the missing answers are awaited for two and a half times the patience from the
/// beginning. It refuses if routers report as unreachable more owners than may fail by rule 7, two of them over each scheme and
/// address family, or if no name server listens. Silence alone is awaited until the limits of the probes.
///
/// Without a pool, no endpoint can be asked in doubt, and the round is decided as by ``QuorumPolicy``: the user's own endpoints
/// are decided by their expectations.
public struct EvidencePolicy: ThresholdPolicy, Hashable {
    /// Creates a policy.
    public init() {}

    public func begin(_ round: ProbeRound) -> any RoundJudge {
        round.pool.isEmpty ? QuorumPolicy().begin(round) : EvidenceJudge(round)
    }
}

private struct EvidenceJudge: RoundJudge {
    private var evidence: RoundEvidence
    private var refusal: RefusalEvidence
    private var draws: SplitMix64
    /// Whether the second phase has begun, or cannot begin.
    private var hasAskedMore = false
    private var hasReported = false
    /// The number of waits that ended after the second phase began.
    private var waitCount = 0

    init(_ round: ProbeRound) {
        evidence = RoundEvidence(round)
        refusal = RefusalEvidence(hasBothFamilies: evidence.hasBothFamilies)
        draws = SplitMix64(seed: UInt64(round.context.seed))
    }

    mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
        evidence.add(reportAt: index, of: round)
        refusal.add(reportAt: index, of: round)
        if index == nil, round.pendingCount > 0 { return firstPhase(of: round).map(ProbeRound.Decision.ask) ?? .wait() }
        if let phase = moreIfInDoubt(round) { return .ask(phase) }
        // Before the second phase, a late answer can still raise doubt, which leads to that phase.
        if round.pendingCount == 0 || hasAskedMore && evidence.isCertainlyOnline {
            return .decide(verdict(on: round), final: true)
        }
        if evidence.isCertainlyCaptive, !hasReported {
            hasReported = true
            return .decide(verdict(on: round), final: false)
        }
        let isEnough = waitCount == 0 && (evidence.hasGenuine || evidence.hasPortal)
        if isEnough { return .wait(atMost: patience(of: round)) }
        return refusal.isProved ? .wait(atMost: max(.zero, refusalTime(of: round) - round.elapsed)) : .wait()
    }

    mutating func waitEnded(_ round: ProbeRound) -> ProbeRound.Decision? {
        if evidence.isCertainlyCaptive || refusal.isProved { return nil }
        if let phase = morePhase(of: round) { return .ask(phase) }
        waitCount += 1
        if waitCount == 1 { return .wait(atMost: patience(of: round) * 2) }
        // A cut-off answer is not evidence, so an answer that decides is awaited until the limits of the probes.
        return evidence.isOpen ? .wait() : nil
    }

    /// The wait after which an answer is late: a multiple of the duration of genuine ones.
    private func patience(of round: ProbeRound) -> Duration { max(round.context.patience, evidence.slowest * 2) }

    /// The time since the beginning for which answers are awaited although the path refuses.
    ///
    /// A lost packet is sent again after a second (RFC 6298, section 2), and a question for a name that is asked in addition to
    /// the system's after two, so each had a second chance, even on a device that was just starting.
    private func refusalTime(of round: ProbeRound) -> Duration { round.context.patience * 5 / 2 }

    private func verdict(on round: ProbeRound) -> RoundVerdict {
        evidence.verdict ?? round.captiveVerdict ?? round.verdictWithoutGenuine
    }

    // MARK: Stages

    private static let phaseTimeMin = Duration.milliseconds(100)

    /// The address families to ask separately.
    private var families: [IPAddress.Family?] { evidence.hasBothFamilies ? [.ipv4, .ipv6] : [nil] }

    private mutating func firstPhase(of round: ProbeRound) -> ProbeRound.Phase? {
        let (first, last) = (families[0], families[families.count - 1])
        if let turn = round.context.turn { return steadyPhase(of: round, turn, over: first) }
        // Unused; keeps the draws of recorded rounds.
        _ = draws.next()
        let neutral = evidence.neutralOverTLS(of: round).shuffled(using: &draws)
        let overTLS = zip(neutral, [first, last]).map { ProbeRound.Phase.Member($0, over: $1) }
        let plain = neutral.dropFirst(2).prefix(2).compactMap { evidence.plainTwin(of: $0, in: round) }
        let phase = ProbeRound.Phase(overTLS + plain.map { ProbeRound.Phase.Member($0, over: first) })
        return phase.members.isEmpty ? nil : phase
    }

    /// One neutral owner in its turn, alternately over TLS and over plain HTTP.
    private func steadyPhase(of round: ProbeRound, _ turn: Int, over family: IPAddress.Family?) -> ProbeRound.Phase? {
        let neutral = evidence.neutralOverTLS(of: round)
        guard !neutral.isEmpty else { return nil }
        let index = neutral[turn / 2 % neutral.count]
        let isPlain = !turn.isMultiple(of: 2)
        return ProbeRound.Phase([
            .init(isPlain ? evidence.plainTwin(of: index, in: round) ?? index : index, over: family)
        ])
    }

    private mutating func moreIfInDoubt(_ round: ProbeRound) -> ProbeRound.Phase? {
        evidence.hasGenuine && evidence.hasFailure && !evidence.isCertainlyCaptive ? morePhase(of: round) : nil
    }

    /// The rest of the pool, over each family: TLS proves answers, and plain HTTP shows portals.
    private mutating func morePhase(of round: ProbeRound) -> ProbeRound.Phase? {
        guard !hasAskedMore, round.timeLeft >= Self.phaseTimeMin else { return nil }
        hasAskedMore = true
        var phase = ProbeRound.Phase(evidence.twins(of: round))
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
