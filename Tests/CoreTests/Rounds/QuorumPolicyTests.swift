import ConnectivityCore
import TestSupport
import Testing

@Suite struct `The quorum policy` {
    /// Returns the verdict on a round with one letter per endpoint; a space is a pending endpoint.
    private func verdict(
        _ letters: String,
        _ probes: [(owner: String, url: HTTPURL)],
        owners: Int? = nil
    ) -> RoundVerdict? {
        let reports = zip(letters, probes).map { letter, probe in
            letter == " " ? nil : EndpointReport(letter, probe.owner, probe.url)
        }
        return QuorumPolicy(owners: owners).verdict(on: ProbeRound(reports))
    }

    /// Five owners, two of them over TLS, as in the default endpoints.
    private static let five: [(owner: String, url: HTTPURL)] = [
        ("a", "http://a.example/"), ("b", "https://b.example/"), ("c", "http://c.example/"),
        ("d", "http://d.example/"), ("e", "https://e.example/"),
    ]
    /// One owner over http and over https.
    private static let twins: [(owner: String, url: HTTPURL)] = [
        ("a", "http://a.example/"), ("a", "https://a.example/"),
    ]
    /// Two owners over http.
    private static let plain: [(owner: String, url: HTTPURL)] = [
        ("a", "http://a.example/"), ("b", "http://b.example/"),
    ]

    @Test(arguments: [
        ("ggggg", "online"),
        // Any one owner is down or in trouble.
        ("ngggg", "online"), ("gnggg", "online"), ("ggngg", "online"), ("gggng", "online"), ("ggggn", "online"),
        ("tgggg", "online"), ("gtggg", "online"), ("sgggg", "online"),
        // A portal outranks everything.
        ("ggggc", "captive"), ("cgggg", "captive"), ("nncnn", "captive"),
        // Forged answers over http do not hide a failure of TLS.
        ("gnggn", "partial"), ("gxggx", "partial"), ("gxggg", "partial"), ("ggggx", "partial"), ("gsggs", "partial"),
        // Nothing is genuine over http.
        ("ngnng", "partial"), ("sgssg", "partial"), ("tgttg", "partial"),
        // Too few owners are genuine, or none.
        ("gnnng", "partial"), ("nnnnn", "unreachable"), ("nsnnn", "blocked"), ("ttttt", "unreachable"),
    ])
    func `The quorum policy judges five owners as they are asked by default`(letters: String, access: String) {
        expect(verdict(letters, Self.five)?.access.name, access)
    }

    @Test(arguments: [
        ("gg", "online"), ("cg", "captive"), ("gc", "captive"), ("gx", "partial"), ("gn", "partial"), ("gt", "partial"),
        ("gs", "partial"), ("ng", "partial"), ("sg", "partial"), ("tg", "online"), ("xx", "unreachable"),
    ])
    func `The quorum policy judges http and https of one owner together`(letters: String, access: String) {
        expect(verdict(letters, Self.twins)?.access.name, access)
    }

    @Test(arguments: [("gn", "online"), ("gt", "online"), ("gs", "partial"), ("gc", "captive"), ("sn", "blocked")])
    func `The quorum policy allows one of two owners to be down, not replaced`(letters: String, access: String) {
        expect(verdict(letters, Self.plain)?.access.name, access)
    }

    @Test func `The quorum policy names the fault of TLS`() {
        let refused = Reason.noAnswer(.tls(.unknownAuthority))
        expect(verdict("gx", Self.twins)?.reason, .broken(.https, endpoint: "https://a.example/", refused))
        expect(verdict("gnggx", Self.five)?.reason, .broken(.https, endpoint: "https://e.example/", refused))
        expect(verdict("gxggg", Self.five)?.reason, .contradicted(endpoint: "https://b.example/", refused))
    }

    @Test func `The quorum policy counts a TLS failure of one owner against the network`() {
        let probes = Self.twins + [("b", "https://b.example/")]
        expect(
            verdict("gng", probes)?.reason,
            .contradicted(endpoint: "https://a.example/", .noAnswer(.timedOut(.connect)))
        )
        expect(verdict("nng", probes)?.access.name, "partial")
    }

    @Test func `A failed name lookup does not count as a failure of the endpoint itself`() {
        let failure = ProbeFailure(.nameLookup, facts: ["cause": "no-such-name"])
        let reason = Reason.noAnswer(failure)
        expect(reason.code, "name-lookup-failed")
        expect(Reason.noAnswer(ProbeFailure(.nameLookup)).code, "no-answer")
        expect(Reason.noAnswer(ProbeFailure(.timedOut(.connect), facts: failure.facts)).code, "no-answer")
        var broken = EndpointReport("n", "b", "http://b/", family: .ipv6)
        broken.verdict = Verdict(.failed, because: reason)
        let reports = Self.plain.map { EndpointReport("g", $0.owner, $0.url) } + [broken]
        expect(
            QuorumPolicy().verdict(on: ProbeRound(reports))?.reason,
            .broken(.ipv6, endpoint: "http://b/", reason)
        )
    }

    @Test func `The quorum policy names a broken address family`() {
        for (family, part) in [(IPAddress.Family.ipv4, InternetPart.ipv4), (.ipv6, .ipv6)] {
            func verdict(_ letter: Character) -> RoundVerdict? {
                let reports = Self.plain.map { EndpointReport("g", $0.owner, $0.url) }
                let report = EndpointReport(letter, "b", "http://b/", family: family)
                return QuorumPolicy().verdict(on: ProbeRound(reports + [report]))
            }
            expect(verdict("n")?.reason, .broken(part, endpoint: "http://b/", .noAnswer(.timedOut(.connect))))
            expect(verdict("n")?.access, .partial)
            expect(verdict("g")?.access, .online)
            expect(verdict("t")?.access, .online)
        }
    }

    @Test func `An address family is not broken if another endpoint is genuine over it`() {
        for (family, peer) in [(IPAddress.Family.ipv4, IPAddress("203.0.113.7")), (.ipv6, IPAddress("2001:db8::7"))] {
            func verdict(_ letter: Character) -> RoundVerdict? {
                var reports = Self.plain.map { EndpointReport(letter, $0.owner, $0.url) }
                reports[0].exchange.remoteAddress = peer
                let alone = EndpointReport("n", "b", "http://b/", family: family)
                return QuorumPolicy().verdict(
                    on: ProbeRound([EndpointReport("g", "c", "http://c/")] + reports + [alone])
                )
            }
            expect(verdict("g")?.access, .online)
            expect(verdict("n")?.access, .partial, "who is not genuine proves nothing")
        }
    }

    @Test func `The quorum policy counts owners, not endpoints`() {
        let probes = Self.plain + [("b", "http://b.example/2"), ("b", "http://b.example/3")]
        expect(verdict("gnnn", probes, owners: 2)?.reason, .tooFewOwners(1, of: 2, needed: 2))
        expect(verdict("nggg", probes, owners: 2)?.reason, .tooFewOwners(1, of: 2, needed: 2))
        expect(verdict("gnng", probes, owners: 9)?.access, .online)
        expect(verdict("ng", Self.plain, owners: 1)?.access, .online)
    }

    @Test func `An endpoint that is not genuine is named although enough owners are`() {
        let reason = verdict("gn", Self.plain, owners: 1)?.reason
        #expect(reason?.code == "enough-owners-except" && reason?.facts["endpoint"]?.text != nil)
        expect(reason?.parts, [.noAnswer(.timedOut(.connect))])
        expect(verdict("gg", Self.plain, owners: 1)?.reason.code, "enough-owners")
    }

    @Test func `An answer at an unassigned address is an interception, and silence does not count`() {
        let probes = Self.plain + [("nobody", "http://192.0.2.1/")]
        expect(verdict("gg-", probes)?.reason, .enoughOwners(2, of: 2, needed: 1))
        expect(verdict("gn-", probes, owners: 2)?.access, .partial)
        expect(
            verdict("ggi", probes)?.reason,
            .contradicted(endpoint: "http://192.0.2.1/", .intercepted(status: 200))
        )
        expect(verdict("nni", probes)?.access, .blocked)
        expect(verdict("ggc", probes)?.access.name, "captive")
        expect(verdict("-", [probes[2]])?.access, .determining)
    }

    @Test func `The quorum policy has a verdict without endpoints`() {
        expect(QuorumPolicy().verdict(on: ProbeRound([]))?.reason, .noEndpoint)
    }

    @Test(arguments: ["  c  ", "gggg ", "nnnn "])
    func `The quorum policy waits for the whole round`(letters: String) {
        expect(verdict(letters, Self.five), nil)
    }
}
