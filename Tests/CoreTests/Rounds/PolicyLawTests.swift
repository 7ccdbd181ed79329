import ConnectivityCore
import TestSupport
import Testing

/// The laws of every policy, for all rounds of four endpoints and several orders of arrival.
@Suite struct `Every policy` {
    private static let probes: [(owner: String, url: HTTPURL, family: IPAddress.Family?)] = [
        ("a", "http://a.example/", nil), ("a", "https://a.example/", nil), ("b", "http://b.example/", nil),
        ("c", "https://six.c.example/", .ipv6),
    ]

    /// The current access, and the access that earlier rounds showed.
    private static let histories: [ProbeRound.History] = [
        [], [.online], [.online, .unreachable], [.unreachable, .online, .online], [.partial, .blocked, .blocked],
    ].map { (accesses: [InternetAccess]) in
        var history = ProbeRound.History()
        for access in accesses {
            history.append(RoundVerdict(accesses[0], because: .notYetJudged, measured: access))
        }
        return history
    }

    private static let policies: [(any ThresholdPolicy, [ProbeRound.History])] = [
        (EvidencePolicy(), [ProbeRound.History()]), (QuorumPolicy(), [ProbeRound.History()]),
        (QuorumPolicy(owners: 2), [ProbeRound.History()]),
        (SharePolicy(0), [ProbeRound.History()]), (SharePolicy(0.34), [ProbeRound.History()]),
        (SharePolicy(0.5), [ProbeRound.History()]),
        (SharePolicy(1), [ProbeRound.History()]), (HysteresisPolicy(QuorumPolicy(), up: 2, down: 3), histories),
        (HysteresisPolicy(SharePolicy(0.5), up: 3, down: 2), histories),
        (QualityPolicy(QuorumPolicy()), [ProbeRound.History()]),
        (QualityPolicy(SharePolicy(0.5), atLeast: .slow), histories),
    ]

    @Test(arguments: policies.indices)
    func `Every policy decides early only as it decides the complete round`(index: Int) {
        let (policy, histories) = Self.policies[index]
        let letters = EndpointReport.letters
        var early = 0
        for code in 0..<(letters.count * letters.count * letters.count * letters.count) {
            var rest = code
            let reports = Self.probes.map { probe in
                defer { rest /= letters.count }
                return EndpointReport(letters[rest % letters.count], probe.owner, probe.url, family: probe.family)
            }
            for (number, history) in histories.enumerated() {
                // Each code and history has another order, so that every order is combined with every kind of
                // round.
                let order = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]][(code + number) % 3]
                let accesses = reports.finalAccesses(of: policy, in: order, knowing: history)
                if accesses.last == nil { Issue.record("no verdict on \(reports.map(\.verdict.reason.code))") }
                early += accesses.count - 1
                if Set(accesses).count > 1 {
                    Issue.record("\(accesses), round \(reports.map(\.verdict.reason.code)), order \(order)")
                }
            }
        }
        let base = (policy as? HysteresisPolicy)?.policy ?? (policy as? QualityPolicy)?.policy ?? policy
        expect((early > 0), (base is SharePolicy))
    }
}

extension [EndpointReport] {
    /// Returns the access of each final decision, as the reports arrive in an order.
    fileprivate func finalAccesses(
        of policy: some ThresholdPolicy,
        in order: [Int],
        knowing history: ProbeRound.History
    ) -> [String] {
        var round = ProbeRound(map { _ in nil }, unanswered: self, history: history)
        var judge = policy.begin(round)
        _ = judge.decide(on: round, after: nil)
        return order.compactMap { index in
            round.record(self[index], at: index, after: .zero)
            if case .decide(let verdict, final: true) = judge.decide(on: round, after: index) {
                return verdict.access.name
            }
            return nil
        }
    }
}
