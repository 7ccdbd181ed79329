public import ConnectivityCore

/// The laws that every policy must keep.
public enum PolicyLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// The same round, with reports in the same order, always has the same decisions.
        case pure = "the same round always has the same decisions"
        /// A round in which every endpoint has a report has a final decision.
        case complete = "a complete round has a final decision"
        /// A final decision on an incomplete round has the access of the complete round, for any mixture of missing reports.
        case early = "no missing report can change a final decision"
        /// A decision that is not final never has the access `online`.
        case provisional = "a preliminary decision is never online"
        /// Without a genuine answer the access is never `online`.
        case genuine = "the access is never online without a genuine answer"
        /// A phase requests only endpoints that the round allows, and only while it allows them.
        case phases = "a phase asks only endpoints that the round allows, and only while it allows them"
        /// A round of many endpoints is judged in bounded time.
        case bounded = "a round of a thousand endpoints is judged in bounded time"
        /// A policy that is `Codable` decodes as a policy with the same decisions.
        case roundTrip = "a decoded copy decides in the same way"
    }

    /// Checks a policy with all rounds of up to four endpoints: every combination of findings, in many orders.
    ///
    /// The endpoints differ in owner, scheme and address family, which tests policies that use these: there are two
    /// owners and both schemes, and two endpoints use one address family only. The pool has five endpoints, and one at
    /// an unassigned address. The results of a phase are drawn for each endpoint independently, with all inputs of a
    /// rule: refused TLS, an endpoint that fails itself, the address family of the peer. When a policy decides before
    /// all reports are there, the round is completed in many ways: by every mixture if at most two reports are missing,
    /// otherwise by drawn ones. Rounds have no history; the use of earlier rounds is not checked.
    ///
    /// - Parameters:
    ///   - policy: The policy to check.
    ///   - timeLimit: The time limit for a round of a thousand endpoints.
    /// - Throws: The first ``LawViolation`` that is found.
    public static func check(_ policy: some ThresholdPolicy, timeLimit: Duration = .seconds(5)) throws {
        let twin = try RoundTrip.value(after: policy, law: Law.roundTrip.rawValue)
        for count in 0...probes.count {
            for code in 0..<power(count) {
                for (turn, order) in orders(of: count).enumerated() {
                    let seed = UInt64(code * 64 + count * 8 + turn)
                    var game = Game(policy, twin, findings: findings(of: code, count), seed: seed)
                    try game.play(order)
                }
            }
        }
        for finding in Verdict.Finding.allCases {
            let round = ProbeRound((0..<1000).map { report(finding, $0) })
            let verdict = ThreadedRun { policy.verdict(on: round) }.wait(for: timeLimit)
            guard let verdict else { throw violation(.bounded, ["1000 times \(finding)"], "\(timeLimit)") }
            guard verdict != nil else { throw violation(.complete, ["1000 times \(finding)"], "none") }
        }
    }

    /// The content of a report, with all inputs of a rule.
    private enum Content: CaseIterable {
        case genuine, genuineOverIPv4, genuineOverIPv6, captive, substituted, failed, refusedTLS, ownTrouble,
            inconclusive
        /// A host answers at an unassigned address.
        case interception

        var finding: Verdict.Finding {
            switch self {
            case .genuine, .genuineOverIPv4, .genuineOverIPv6: .genuine
            case .captive: .captive
            case .substituted, .interception: .substituted
            case .failed, .refusedTLS, .ownTrouble: .failed
            case .inconclusive: .inconclusive
            }
        }

        /// Whether a probe can have this result.
        func isPossible(for probe: Probe) -> Bool {
            if probe.owner == silentOwner { return [.inconclusive, .captive, .interception].contains(self) }
            let family = probe.request.path.family
            return switch self {
            case .refusedTLS: probe.request.question.http?.url.scheme == .https
            case .genuineOverIPv4: family != .ipv6
            case .genuineOverIPv6: family != .ipv4
            case .interception: false
            default: true
            }
        }
    }

    /// One round whose reports arrive in a given order.
    private struct Game {
        var round: ProbeRound
        /// Two judges of the policy, and one of the decoded policy if there is one.
        var judges: [any RoundJudge]
        let findings: [Verdict.Finding]
        /// The reports that have arrived so far.
        var names: [String] = []
        /// The places of phases whose report is missing.
        var asked: [Int] = []
        /// The owner and the request of each place, including those of phases.
        var members: [Probe]
        var first: RoundVerdict?
        var last: RoundVerdict?
        var draws: SplitMix64
        /// The approximate number of genuine reports among eight of phases.
        let share: Int

        init(_ policy: some ThresholdPolicy, _ twin: (some ThresholdPolicy)?, findings: [Verdict.Finding], seed: UInt64)
        {
            draws = SplitMix64(seed: seed)
            share = [7, 5, 2][Int(seed % 3)]
            let pending = findings.indices.map { report(.failed, $0) }
            let context = ProbeRound.Context(seed: UInt32(truncatingIfNeeded: seed))
            let round = ProbeRound(pending.map { _ in nil }, unanswered: pending, context: context, pool: pool)
            self.round = round
            members = findings.indices.map { probes[$0 % probes.count] }
            judges = [policy.begin(round), policy.begin(round)]
            if let twin { judges.append(twin.begin(round)) }
            self.findings = findings
        }

        mutating func play(_ order: [Int]) throws {
            var expected = order[...]
            try say(after: nil)
            while first == nil, !(expected.isEmpty && asked.isEmpty) {
                // The answers of a phase arrive before and after the others.
                if asked.isEmpty || !expected.isEmpty && Bool.random(using: &draws) {
                    let index = expected.removeFirst()
                    try add(content(of: findings[index], for: members[index]), index)
                } else {
                    let index = asked.remove(at: Int.random(in: asked.indices, using: &draws))
                    let isGenuine = Int.random(in: 0..<8, using: &draws) < share
                    let finding =
                        isGenuine ? .genuine : Verdict.Finding.allCases.randomElement(using: &draws) ?? .failed
                    try add(content(of: finding, for: members[index]), index)
                }
            }
            guard first != nil else { throw violation(.complete, names, "none") }
            let missing = expected + asked
            for contents in completions(of: Array(missing)) {
                var game = self
                for (index, content) in zip(missing, contents) { try game.add(content, index) }
                try game.end()
            }
        }

        private func end() throws {
            guard let first, let last else { throw violation(.complete, names, "none") }
            // The details of a portal may differ, because an earlier endpoint may have seen the portal too.
            if first.access.name != last.access.name {
                throw violation(.early, names, "\(first.access.name), and \(last.access.name) at the end")
            }
        }

        /// Returns a content with a finding, if the probe can have it.
        private mutating func content(of finding: Verdict.Finding, for probe: Probe) -> Content {
            let possible = Content.allCases.filter { $0.isPossible(for: probe) }
            return possible.filter { $0.finding == finding }.randomElement(using: &draws) ?? .inconclusive
        }

        /// Returns the possible missing reports: every mixture of at most two, and drawn ones of more.
        private mutating func completions(of missing: [Int]) -> [[Content]] {
            let possible = missing.map { index in Content.allCases.filter { $0.isPossible(for: members[index]) } }
            guard possible.count > 2 else {
                return possible.reduce([[]]) { all, next in all.flatMap { some in next.map { some + [$0] } } }
            }
            return (0..<12).map { _ in possible.map { $0.randomElement(using: &draws) ?? .failed } }
        }

        private mutating func add(_ content: Content, _ index: Int) throws {
            names.append("\(index) \(content)")
            round.record(report(content, index, of: members[index]), at: index, after: .milliseconds(names.count))
            try say(after: index)
        }

        private mutating func say(after index: Int?) throws {
            let decisions = judges.indices.map { judges[$0].decide(on: round, after: index) }
            if decisions[0] != decisions[1] { throw violation(.pure, names, "two different decisions") }
            if decisions.count > 2, decisions[2] != decisions[0] {
                throw violation(.roundTrip, names, "the copy differs")
            }
            switch decisions[0] {
            case .wait:
                break
            case .decide(let verdict, final: let isFinal):
                if verdict.access == .online, !isFinal { throw violation(.provisional, names, "online") }
                if verdict.access == .online, round.count(of: .genuine) == 0 {
                    throw violation(.genuine, names, "\(verdict.reason)")
                }
                if isFinal { (first, last) = (first ?? verdict, verdict) }
            case .ask(let phase):
                let isAllowed = round.timeLeft > .zero && first == nil && !phase.members.isEmpty
                guard isAllowed, Set(phase.members).count == phase.members.count,
                    phase.members.allSatisfy({ round.available.contains($0.endpoint) })
                else { throw violation(.phases, names, "\(phase.members) of \(round.available)") }
                let places = round.reports.count..<(round.reports.count + phase.members.count)
                asked += places
                let used = phase.members.filter { $0.family == nil }.map(\.endpoint)
                members += phase.members.map { member in
                    let endpoint = round.pool[member.endpoint]
                    var request = endpoint.request()
                    request.path.family = member.family ?? request.path.family
                    return (endpoint.owner, request)
                }
                round.begin(used, unanswered: places.map { silence($0, of: members[$0]) })
            }
        }
    }

    private static let pool: [Endpoint] = [
        Endpoint("https://pool-0.example/"), Endpoint("http://pool-0.example/"), Endpoint("https://pool-1.example/"),
        Endpoint("http://pool-2.example/"), Endpoint("https://a.example/", owner: "a"),
        Endpoint("http://192.0.2.1/", owner: silentOwner, expecting: NoReply()),
    ]

    /// The owner of the endpoint at an unassigned address.
    private static let silentOwner = "nobody"

    /// Returns orders of places: all of up to three places, and one of four places for each first place.
    private static func orders(of count: Int) -> [[Int]] {
        let places = Array(0..<count)
        switch count {
        case 0...1: return [places]
        case 2: return [[0, 1], [1, 0]]
        default:
            let turned = places.map { Array(places[$0...] + places[..<$0]) }
            return count == 3 ? turned + turned.map { $0.reversed() } : turned.map { $0[0] < 2 ? $0 : $0.reversed() }
        }
    }

    /// The endpoints of a round; larger rounds repeat them.
    private typealias Probe = (owner: String, request: ProbeRequest)

    private static let probes: [Probe] = [
        ("a", ProbeRequest("http://a.example/")), ("a", ProbeRequest("https://a.example/")),
        ("b", ProbeRequest("http://four.b.example/", family: .ipv4)),
        ("b", ProbeRequest("http://six.b.example/", family: .ipv6)),
    ]

    private static func power(_ count: Int) -> Int {
        (0..<count).reduce(1) { product, _ in product * Verdict.Finding.allCases.count }
    }

    private static func findings(of code: Int, _ count: Int) -> [Verdict.Finding] {
        let all = Verdict.Finding.allCases
        return (0..<count).map { all[code / power($0) % all.count] }
    }

    private static func report(_ finding: Verdict.Finding, _ index: Int) -> EndpointReport {
        let content = Content.allCases.first { $0.finding == finding } ?? .failed
        return report(content, index, of: probes[index % probes.count])
    }

    /// The report of a probe without an answer.
    private static func silence(_ index: Int, of probe: Probe) -> EndpointReport {
        report(probe.owner == silentOwner ? .inconclusive : .failed, index, of: probe)
    }

    private static func report(_ content: Content, _ index: Int, of probe: Probe) -> EndpointReport {
        let timeout = ProbeFailure(.timedOut(.connect))
        let outcome: Result<ProbeResponse, ProbeFailure> =
            switch content {
            case .genuine, .genuineOverIPv4, .genuineOverIPv6: .success(ProbeResponse(status: 204))
            case .captive, .substituted, .interception: .success(ProbeResponse(status: 200))
            case .ownTrouble: .success(ProbeResponse(status: 503))
            case .refusedTLS: .failure(ProbeFailure(.tls(.unknownAuthority)))
            case .failed: .failure(timeout)
            case .inconclusive: .failure(ProbeFailure(.cancelled))
            }
        var exchange = ProbeExchange(request: probe.request, outcome: outcome)
        switch content {
        case .genuineOverIPv4: exchange.remoteAddress = IPAddress("192.0.2.80")
        case .genuineOverIPv6: exchange.remoteAddress = IPAddress("2001:db8::80")
        default: break
        }
        var reason = Reason.stated("\(content)")
        if case .failure(let failure) = outcome, content != .inconclusive { reason = .noAnswer(failure) }
        let basis: Verdict.Basis = probe.owner == silentOwner && content != .captive ? .silence : .part
        return EndpointReport(
            name: "\(index)",
            owner: probe.owner,
            exchange: exchange,
            verdict: Verdict(content.finding, because: reason, basis: basis)
        )
    }

    private static func violation(_ law: Law, _ round: [String], _ detail: String) -> LawViolation {
        LawViolation(law.rawValue, shownBy: "[\(round.joined(separator: ", "))]: \(detail)")
    }
}
