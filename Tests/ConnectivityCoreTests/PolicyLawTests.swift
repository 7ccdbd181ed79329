import ConnectivityCore
import Testing

/// The laws of every policy, over all rounds of four endpoints and every order in which their answers may arrive.
@Suite struct `Every policy` {
    private static let probes: [(owner: String, url: HTTPURL, family: AddressFamily?)] = [
        ("a", "http://a.example/", nil), ("a", "https://a.example/", nil), ("b", "http://b.example/", nil),
        ("c", "https://six.c.example/", .ipv6),
    ]

    /// What stood before, and what the rounds before showed.
    private static let histories: [RoundHistory] = [
        [], [.online], [.online, .unreachable], [.unreachable, .online, .online], [.partial, .blocked, .blocked],
    ].map { (accesses: [InternetAccess]) in
        var history = RoundHistory()
        for access in accesses {
            history.append(Judgement(accesses[0], because: .notYetJudged, measured: access))
        }
        return history
    }

    private static let policies: [(any ThresholdPolicy, [RoundHistory])] = [
        (QuorumPolicy(), [RoundHistory()]), (QuorumPolicy(owners: 2), [RoundHistory()]),
        (SharePolicy(0), [RoundHistory()]), (SharePolicy(0.34), [RoundHistory()]), (SharePolicy(0.5), [RoundHistory()]),
        (SharePolicy(1), [RoundHistory()]), (HysteresisPolicy(QuorumPolicy(), up: 2, down: 3), histories),
        (HysteresisPolicy(SharePolicy(0.5), up: 3, down: 2), histories),
    ]

    @Test(arguments: policies.indices)
    func `judges a complete round, and early only as the complete one`(index: Int) {
        let (policy, histories) = Self.policies[index]
        let letters = EndpointReport.letters
        var early = 0
        for code in 0..<(letters.count * letters.count * letters.count * letters.count) {
            var rest = code
            let reports = Self.probes.map { probe in
                defer { rest /= letters.count }
                return EndpointReport(letters[rest % letters.count], probe.owner, probe.url, family: probe.family)
            }
            let partial = (0..<15).map { arrived in
                Round(reports.indices.map { arrived & (1 << $0) != 0 ? reports[$0] : nil })
            }
            for history in histories {
                let final = policy.judge(Round(reports, history: history))?.access.name
                if final == nil { Issue.record("no judgement on \(reports.map(\.verdict.reason.code))") }
                for (arrived, round) in partial.enumerated() {
                    var round = round
                    round.history = history
                    guard let access = policy.judge(round)?.access.name else { continue }
                    early += 1
                    if access != final {
                        let codes = reports.map(\.verdict.reason.code)
                        Issue.record("\(access) before \(final ?? ""), round \(codes), arrived \(arrived)")
                    }
                }
            }
        }
        #expect((early > 0) == (policy is SharePolicy || (policy as? HysteresisPolicy)?.policy is SharePolicy))
    }
}
