public import ConnectivityCore

/// The laws that every policy must keep.
public enum PolicyLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    public enum Law: String, Hashable, Sendable, CaseIterable {
        /// The same round, with reports in the same order, always gets the same decisions.
        case pure = "the same round always has the same decisions"
        /// A round in which every endpoint has a report gets a final decision.
        case complete = "a complete round has a final decision"
        /// A final decision on an incomplete round has the access of the complete round, for any missing reports.
        case early = "no missing report can change a final decision"
        /// A decision that is not final never has the access `online`.
        case provisional = "a preliminary decision is never online"
        /// Without a genuine answer the access is never `online`.
        case genuine = "the access is never online without a genuine answer"
        /// A stage asks only endpoints that the round allows, and only while it allows them.
        case stages = "a stage asks only endpoints that the round allows, and only while it allows them"
        /// A round of many endpoints is judged in bounded time.
        case bounded = "a round of a thousand endpoints is judged in bounded time"
        /// A policy that is `Codable` decodes as a policy that decides the same.
        case roundTrip = "a decoded copy decides in the same way"
    }

    /// Checks a policy with all rounds of up to four endpoints: every combination of findings, in many orders.
    ///
    /// The endpoints differ in owner, scheme and address family, so that a policy that looks at these is tested too:
    /// there are two owners and both schemes, and one endpoint is asked over one address family only. The pool has
    /// five endpoints. Rounds have no history; how a policy uses earlier rounds is not checked.
    ///
    /// - Parameters:
    ///   - policy: The policy to check.
    ///   - timeLimit: The time limit for a round of a thousand endpoints.
    /// - Throws: The first ``LawViolation`` that is found.
    public static func check(_ policy: some ThresholdPolicy, timeLimit: Duration = .seconds(5)) throws {
        let twin = try RoundTrip.value(after: policy, law: Law.roundTrip.rawValue)
        for count in 0...probes.count {
            for code in 0..<power(count) {
                for order in orders(of: count) {
                    var game = Game(policy, twin, findings: findings(of: code, count))
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

    /// One round whose reports arrive in a given order.
    private struct Game {
        var round: ProbeRound
        /// Two judges of the policy, and one of the decoded policy if there is one.
        var judges: [any RoundJudge]
        let findings: [Verdict.Finding]
        /// The reports that have arrived so far.
        var names: [String] = []
        var asked: [Int] = []
        /// The owner and the request of each place, those of stages too.
        var members: [Probe]
        var first: RoundVerdict?
        var last: RoundVerdict?

        init(_ policy: some ThresholdPolicy, _ twin: (some ThresholdPolicy)?, findings: [Verdict.Finding]) {
            let pending = findings.indices.map { report(.failed, $0) }
            let round = ProbeRound(pending.map { _ in nil }, unanswered: pending, pool: pool)
            self.round = round
            members = findings.indices.map { probes[$0 % probes.count] }
            judges = [policy.begin(round), policy.begin(round)]
            if let twin { judges.append(twin.begin(round)) }
            self.findings = findings
        }

        mutating func play(_ order: [Int]) throws {
            try say(after: nil)
            for index in order { try take(findings[index], index) }
            while !asked.isEmpty { try take(findings.last ?? .failed, asked.removeFirst()) }
            guard let first, let last else { throw violation(.complete, names, "none") }
            // The details of a portal may differ, because an earlier endpoint may have seen the portal too.
            if first.access.name != last.access.name {
                throw violation(.early, names, "\(first.access.name), and \(last.access.name) at the end")
            }
        }

        private mutating func take(_ finding: Verdict.Finding, _ index: Int) throws {
            names.append("\(index) \(finding)")
            round.put(report(finding, index, of: members[index]), at: index, after: .milliseconds(names.count))
            try say(after: index)
        }

        private mutating func say(after index: Int?) throws {
            let words = judges.indices.map { judges[$0].word(on: round, after: index) }
            if words[0] != words[1] { throw violation(.pure, names, "two different decisions") }
            if words.count > 2, words[2] != words[0] { throw violation(.roundTrip, names, "the copy differs") }
            switch words[0] {
            case .wait:
                break
            case .decide(let verdict, final: let isFinal):
                if verdict.access == .online, !isFinal { throw violation(.provisional, names, "online") }
                if verdict.access == .online, round.count(of: .genuine) == 0 {
                    throw violation(.genuine, names, "\(verdict.reason)")
                }
                if isFinal { (first, last) = (first ?? verdict, verdict) }
            case .ask(let stage):
                let isAllowed = round.timeLeft > .zero && first == nil && !stage.members.isEmpty
                guard isAllowed, Set(stage.members).count == stage.members.count,
                    stage.members.allSatisfy({ round.available.contains($0.endpoint) })
                else { throw violation(.stages, names, "\(stage.members) of \(round.available)") }
                let places = round.reports.count..<(round.reports.count + stage.members.count)
                asked += places
                let used = stage.members.filter { $0.family == nil }.map(\.endpoint)
                members += stage.members.map { member in
                    let endpoint = round.pool[member.endpoint]
                    var request = endpoint.request()
                    request.path.family = member.family ?? request.path.family
                    return (endpoint.owner, request)
                }
                round.begin(used, unanswered: places.map { report(.failed, $0, of: members[$0]) })
            }
        }
    }

    private static let pool: [Endpoint] = [
        Endpoint("https://pool-0.example/"), Endpoint("http://pool-0.example/"), Endpoint("https://pool-1.example/"),
        Endpoint("http://pool-2.example/"), Endpoint("https://a.example/", owner: "a"),
    ]

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
        ("b", ProbeRequest("http://b.example/")), ("b", ProbeRequest("http://six.b.example/", family: .ipv6)),
    ]

    private static func power(_ count: Int) -> Int {
        (0..<count).reduce(1) { product, _ in product * Verdict.Finding.allCases.count }
    }

    private static func findings(of code: Int, _ count: Int) -> [Verdict.Finding] {
        let all = Verdict.Finding.allCases
        return (0..<count).map { all[code / power($0) % all.count] }
    }

    private static func report(_ finding: Verdict.Finding, _ index: Int, of probe: Probe? = nil) -> EndpointReport {
        let probe = probe ?? probes[index % probes.count]
        let outcome: Result<ProbeResponse, ProbeFailure> =
            switch finding {
            case .genuine, .captive, .substituted: .success(ProbeResponse(status: finding == .genuine ? 204 : 200))
            case .failed: .failure(ProbeFailure(.timedOut(.connect)))
            case .inconclusive: .failure(ProbeFailure(.cancelled))
            }
        return EndpointReport(
            name: "\(index)",
            owner: probe.owner,
            exchange: ProbeExchange(request: probe.request, outcome: outcome),
            verdict: Verdict(finding, because: "\(finding)")
        )
    }

    private static func violation(_ law: Law, _ round: [String], _ detail: String) -> LawViolation {
        LawViolation(law.rawValue, shownBy: "[\(round.joined(separator: ", "))]: \(detail)")
    }
}
