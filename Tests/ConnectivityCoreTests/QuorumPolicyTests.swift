import ConnectivityCore
import Testing

@Suite struct `The quorum policy` {
    private static let findings: [Verdict.Finding] = [.genuine, .captive, .substituted, .failed]

    /// Two owners over http, one of them over https too, and one over IPv6 only.
    private static let probes: [(owner: String, url: HTTPURL, family: AddressFamily?)] = [
        ("a", "http://a.example/", nil), ("a", "https://a.example/", nil), ("b", "http://b.example/", nil),
        ("b", "http://six.b.example/", .ipv6),
    ]

    private func report(_ finding: Verdict.Finding, _ index: Int) -> EndpointReport {
        let probe = Self.probes[index]
        let request = ProbeRequest(probe.url, family: probe.family)
        return EndpointReport(
            name: "\(index)",
            owner: probe.owner,
            exchange: ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled))),
            verdict: Verdict(finding, because: "\(finding)")
        )
    }

    private func judgement(_ findings: [Verdict.Finding?], owners: Int = 2) -> Judgement? {
        let reports = findings.enumerated().map { index, finding in finding.map { report($0, index) } }
        return QuorumPolicy(owners: owners).judge(Round(reports))
    }

    @Test func `One portal is a portal, whatever else is genuine`() {
        #expect(judgement([.genuine, .genuine, .captive, .genuine])?.access.name == "captive")
        #expect(judgement([nil, .captive, nil, nil])?.access.name == "captive")
    }

    @Test func `A forged answer over http does not hide that TLS fails`() {
        let judgement = judgement([.genuine, .failed, .genuine, .genuine])
        #expect(judgement?.access == .partial)
        #expect(judgement?.reason == .broken(.https, endpoint: "1", .stated("failed")))
    }

    @Test func `A broken family is named`() {
        #expect(
            judgement([.genuine, .genuine, .genuine, .failed])?.reason
                == .broken(.ipv6, endpoint: "3", .stated("failed"))
        )
    }

    @Test func `Owners count, not endpoints`() {
        #expect(judgement([.genuine, .genuine, .failed, .failed])?.reason == .tooFewOwners(1, of: 2, needed: 2))
        #expect(judgement([.genuine, .genuine, .failed, .genuine])?.access == .online)
        #expect(judgement([.genuine, .genuine, .failed, .genuine], owners: 9)?.access == .online)
    }

    @Test func `Without a genuine answer it is blocked or unreachable`() {
        #expect(judgement([.failed, .substituted, .failed, .failed])?.access == .blocked)
        #expect(judgement([.failed, .failed, .failed, .failed])?.access == .unreachable)
        #expect(QuorumPolicy().judge(Round([]))?.reason == .noEndpoint)
    }

    @Test func `An early judgement is the one of the whole round, whatever the order of arrival`() {
        for code in 0..<256 {
            let all = (0..<4).map { Self.findings[(code >> (2 * $0)) & 3] }
            let final = judgement(all)?.access.name
            for arrived in 0..<16 {
                let round = (0..<4).map { arrived & (1 << $0) != 0 ? all[$0] : nil }
                guard let early = judgement(round)?.access.name else {
                    #expect(arrived != 15, "a complete round is judged: \(all)")
                    continue
                }
                #expect(early == final, "round \(all), arrived \(arrived)")
            }
        }
    }
}
