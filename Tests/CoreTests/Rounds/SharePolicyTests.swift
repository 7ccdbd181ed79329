import ConnectivityCore
import TestSupport
import Testing

@Suite struct `The share policy` {
    private func report(_ finding: Verdict.Finding, _ index: Int) -> EndpointReport {
        EndpointReport(
            name: "\(index)",
            owner: "",
            exchange: .failure(.cancelled),
            verdict: Verdict(finding, because: "\(finding)")
        )
    }

    private func access(_ findings: [Verdict.Finding?], share: Double = 0.5) -> String? {
        let reports = findings.enumerated().map { index, finding in finding.map { report($0, index) } }
        return SharePolicy(share).verdict(on: ProbeRound(reports))?.access.name
    }

    @Test func `The needed number of the share policy is rounded up and never zero`() {
        expect(SharePolicy(0.5).needed(of: 4), 2)
        expect(SharePolicy(0.5).needed(of: 5), 3)
        expect(SharePolicy(0.07).needed(of: 100), 7)
        expect(SharePolicy(0).needed(of: 4), 1)
        expect(SharePolicy(1).needed(of: 4), 4)
    }

    @Test func `If the share is not reached, a portal outranks all other findings`() {
        expect(access([.genuine, .genuine, .captive, .failed]), "online")
        expect(access([.genuine, .captive, .failed, .failed]), "captive")
        expect(access([.genuine, .substituted, .failed, .failed]), "partial")
        expect(access([.failed, .substituted, .failed, .failed]), "blocked")
        expect(access([.failed, .failed]), "unreachable")
        expect(access([]), "determining")
    }

    @Test func `The share policy decides as soon as the missing answers cannot change the outcome`() {
        expect(access([.genuine, .genuine, nil, nil]), "online")
        expect(access([.genuine, nil, nil, nil]), nil)
        expect(access([.captive, .failed, .failed, nil]), "captive")
        expect(access([.captive, .failed, nil, nil]), nil)
    }
}
