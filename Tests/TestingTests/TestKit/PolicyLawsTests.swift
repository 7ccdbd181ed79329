import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct `The laws of policies` {
    /// One of each kind is among the first, fourth, seventh and tenth.
    private static let policies: [any ThresholdPolicy] = [
        EvidencePolicy(), SharePolicy(0), SharePolicy(1), SharePolicy(), SharePolicy(0.34), QuorumPolicy(owners: 1),
        QuorumPolicy(), QuorumPolicy(owners: 9), QuorumPolicy(owners: 2),
        HysteresisPolicy(QuorumPolicy(), up: 2, down: 3),
    ]

    @Test(arguments: LongForm.some(of: policies))
    func `Policy laws hold for the policies of the package`(policy: any ThresholdPolicy) throws {
        try PolicyLaws.check(policy)
    }

    @Test(arguments: BrokenPolicy.all)
    func `Policy laws are broken by a deliberately faulty policy`(broken: BrokenPolicy) {
        if broken.law == .bounded { BrokenPolicy.isFoundOut.withLock { $0 = false } }
        let violation = #expect(throws: LawViolation.self) {
            try PolicyLaws.check(broken, timeLimit: .milliseconds(50))
        }
        if broken.law == .bounded { BrokenPolicy.isFoundOut.withLock { $0 = true } }
        expect(violation?.law, broken.law.rawValue, "\(String(describing: violation))")
    }

    @Test func `Policy laws are broken by a policy whose coding loses a value`() {
        let violation = #expect(throws: LawViolation.self) { try PolicyLaws.check(Forgetful(needed: 2)) }
        expect(violation?.law, PolicyLaws.Law.roundTrip.rawValue, "\(String(describing: violation))")
    }

    @Test func `Every policy law is broken by a faulty policy`() {
        expect(Set(BrokenPolicy.all.map(\.law) + [.roundTrip]), Set(PolicyLaws.Law.allCases))
    }
}

/// A policy that breaks one law.
struct BrokenPolicy: ThresholdPolicy, CustomTestStringConvertible {
    let law: PolicyLaws.Law
    private let body: @Sendable (ProbeRound) -> ProbeRound.Decision

    var testDescription: String { law.rawValue }
    func begin(_ round: ProbeRound) -> any RoundJudge { Judge(body: body) }

    private struct Judge: RoundJudge {
        let body: @Sendable (ProbeRound) -> ProbeRound.Decision
        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision { body(round) }
    }

    private init(law: PolicyLaws.Law, words: @escaping @Sendable (ProbeRound) -> ProbeRound.Decision) {
        self.law = law
        body = words
    }

    private init(law: PolicyLaws.Law, _ verdict: @escaping @Sendable (ProbeRound) -> RoundVerdict?) {
        self.init(law: law, words: { round in verdict(round).map { .decide($0, final: true) } ?? .wait() })
    }

    /// Whether the abandoned thread may end, so that it does not occupy a processor during the other tests.
    static let isFoundOut = Lock(false)

    private static func verdict(_ access: InternetAccess) -> RoundVerdict {
        RoundVerdict(access, because: .stated("broken"))
    }

    /// An access that depends on whether all answers of each owner are alike, with one finding for what is missing.
    private static func accessIfOwnersAgree(_ round: ProbeRound, missing: Verdict.Finding) -> InternetAccess {
        let findings = zip(round.reports, round.unanswered).map { ($1.owner, $0?.verdict.finding ?? missing) }
        let owners = Dictionary(grouping: findings, by: \.0).values
        return owners.allSatisfy { Set($0.map(\.1)).count == 1 } ? .blocked : .partial
    }

    static let all: [BrokenPolicy] = [
        BrokenPolicy(law: .pure) { _ in
            RoundVerdict(.partial, because: .stated("\(UInt64.random(in: 0 ... .max))"))
        },
        BrokenPolicy(law: .complete) { round in
            round.first(.inconclusive) == nil ? QuorumPolicy().verdict(on: round) : nil
        },
        BrokenPolicy(law: .early) { round in
            verdict(round.finished.last?.verdict.finding == .genuine ? .partial : .unreachable)
        },
        // Is sure if all missing answers would be alike, and forgets that they may differ.
        BrokenPolicy(law: .early) { round in
            let ends = Verdict.Finding.allCases.map { accessIfOwnersAgree(round, missing: $0) }
            return Set(ends).count == 1 ? verdict(ends[0]) : nil
        },
        BrokenPolicy(law: .genuine) { round in
            round.pendingCount == 0 ? verdict(round.first(.captive) == nil ? .online : .blocked) : nil
        },
        BrokenPolicy(law: .bounded) { round in
            // Cubic in the number of endpoints.
            var count = 0
            for a in round.reports.indices where !isFoundOut.withLock({ $0 }) {
                for b in round.reports.indices { for c in round.reports.indices where a == b && b == c { count += 1 } }
            }
            return count == round.reports.count ? QuorumPolicy().verdict(on: round) : nil
        },
        BrokenPolicy(
            law: .provisional,
            words: { round in
                if let verdict = QuorumPolicy().verdict(on: round) { return .decide(verdict, final: true) }
                return .decide(verdict(.online), final: false)
            }
        ),
        // Asks the same endpoint again and again.
        BrokenPolicy(law: .phases, words: { .ask(ProbeRound.Phase([$0.pool.count - 1])) }),
        // Asks an endpoint that does not exist.
        BrokenPolicy(law: .phases, words: { .ask(ProbeRound.Phase([$0.pool.count])) }),
        // Asks an endpoint that does not exist, once.
        BrokenPolicy(
            law: .phases,
            words: { round in
                if round.pendingCount == 0, round.phaseCount == 1 { return .ask(ProbeRound.Phase([round.pool.count])) }
                return QuorumPolicy().verdict(on: round).map { .decide($0, final: true) } ?? .wait()
            }
        ),
    ]
}

/// A policy that decodes as another policy.
private struct Forgetful: ThresholdPolicy, Codable {
    var needed: Int
    private enum CodingKeys: CodingKey {}

    init(needed: Int) { self.needed = needed }
    init(from decoder: any Decoder) throws { needed = 1 }

    func begin(_ round: ProbeRound) -> any RoundJudge { QuorumPolicy(owners: needed).begin(round) }
}
