public import ConnectivityCore

/// What every policy must keep.
public enum PolicyLaws: Sendable {
    /// The laws.
    public enum Law: String, Hashable, Sendable, CaseIterable {
        /// The same round always has the same judgement.
        case pure = "the same round has the same judgement"
        /// A round in which every endpoint has its report has a judgement.
        case complete = "a complete round has a judgement"
        /// A judgement while endpoints are pending has the access that the complete round has, whatever they say.
        case early = "no missing report can change an early judgement"
        /// Without a genuine answer it is never online.
        case genuine = "it is never online without a genuine answer"
        /// Many endpoints are judged in bounded time.
        case bounded = "a round of a thousand endpoints is judged in bounded time"
        /// A policy that can be coded reads back as one that judges alike.
        case roundTrip = "it reads back from its coding and judges alike"
    }

    /// Tries a policy on every round of up to four endpoints: each finding of each, in every state of arrival.
    ///
    /// The endpoints have two owners, both schemes and one address family alone, so that a policy that looks at them has
    /// something to see. Rounds have no history: what a policy makes of the rounds before is its own.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - timeLimit: The time for a round of a thousand endpoints.
    /// - Throws: The first ``LawViolation`` that was found.
    public static func check(_ policy: some ThresholdPolicy, timeLimit: Duration = .seconds(5)) throws {
        let twin = try RoundTrip.value(after: policy, law: Law.roundTrip.rawValue)
        for count in 0...probes.count {
            for code in 0..<power(count) {
                try check(policy, twin, findings: findings(of: code, count))
            }
        }
        for finding in Verdict.Finding.allCases {
            let round = Round((0..<1000).map { report(finding, $0) })
            let judgement = ThreadedRun { policy.judge(round) }.wait(for: timeLimit)
            guard let judgement else { throw violation(.bounded, ["1000 times \(finding)"], "\(timeLimit)") }
            guard judgement != nil else { throw violation(.complete, ["1000 times \(finding)"], "none") }
        }
    }

    private static func check(
        _ policy: some ThresholdPolicy,
        _ twin: (some ThresholdPolicy)?,
        findings: [Verdict.Finding]
    ) throws {
        let reports = findings.enumerated().map { report($1, $0) }
        let names = findings.map(\.rawValue)
        guard let last = policy.judge(Round(reports)) else { throw violation(.complete, names, "none") }
        if last.access == .online, !findings.contains(.genuine) { throw violation(.genuine, names, "\(last.reason)") }
        for arrived in 0..<(1 << findings.count) {
            let round = Round(reports.enumerated().map { arrived & (1 << $0) == 0 ? nil : $1 })
            let judgement = policy.judge(round)
            let arrivals = names.enumerated().map { arrived & (1 << $0) == 0 ? "(\($1))" : $1 }
            if policy.judge(round) != judgement { throw violation(.pure, arrivals, "two judgements") }
            if let twin, twin.judge(round) != judgement { throw violation(.roundTrip, arrivals, "another judgement") }
            // The details of a portal may differ: an earlier endpoint may have met it too.
            if let early = judgement?.access.name, early != last.access.name {
                throw violation(.early, arrivals, "\(early), and \(last.access.name) at the end")
            }
        }
    }

    /// The endpoints of a round, which repeat beyond these.
    private static let probes: [(owner: String, request: ProbeRequest)] = [
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

    private static func report(_ finding: Verdict.Finding, _ index: Int) -> EndpointReport {
        let probe = probes[index % probes.count]
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
