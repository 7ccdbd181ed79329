import ConnectivityCore
import Testing

@Suite struct `The quorum policy` {
    /// The verdict on a round whose letters stand for the endpoints given; a space is a pending one.
    private func verdict(
        _ letters: String,
        _ probes: [(owner: String, url: HTTPURL)],
        owners: Int? = nil
    ) -> RoundVerdict? {
        let reports = zip(letters, probes).map { letter, probe in
            letter == " " ? nil : EndpointReport(letter, probe.owner, probe.url)
        }
        return QuorumPolicy(owners: owners).verdict(on: Round(reports))
    }

    /// Five owners, two of them over TLS, as they are asked by default.
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
        // One owner down, or in trouble, whoever it is.
        ("ngggg", "online"), ("gnggg", "online"), ("ggngg", "online"), ("gggng", "online"), ("ggggn", "online"),
        ("tgggg", "online"), ("gtggg", "online"), ("sgggg", "online"),
        // A portal outranks everything.
        ("ggggc", "captive"), ("cgggg", "captive"), ("nncnn", "captive"),
        // Forged answers over http do not hide that TLS fails.
        ("gnggn", "partial"), ("gxggx", "partial"), ("gxggg", "partial"), ("ggggx", "partial"), ("gsggs", "partial"),
        // Nothing over http.
        ("ngnng", "partial"), ("sgssg", "partial"), ("tgttg", "partial"),
        // Too few, and none.
        ("gnnng", "partial"), ("nnnnn", "unreachable"), ("nsnnn", "blocked"), ("ttttt", "unreachable"),
    ])
    func `judges five owners as they are asked by default`(letters: String, access: String) {
        #expect(verdict(letters, Self.five)?.access.name == access)
    }

    @Test(arguments: [
        ("gg", "online"), ("cg", "captive"), ("gc", "captive"), ("gx", "partial"), ("gn", "partial"), ("gt", "partial"),
        ("gs", "partial"), ("ng", "partial"), ("sg", "partial"), ("tg", "online"), ("xx", "unreachable"),
    ])
    func `judges http and https of one owner together`(letters: String, access: String) {
        #expect(verdict(letters, Self.twins)?.access.name == access)
    }

    @Test(arguments: [("gn", "online"), ("gt", "online"), ("gs", "partial"), ("gc", "captive"), ("sn", "blocked")])
    func `lets one of two owners be down, but not replaced`(letters: String, access: String) {
        #expect(verdict(letters, Self.plain)?.access.name == access)
    }

    @Test func `names the fault of TLS`() {
        let refused = Reason.noAnswer(.tls(.unknownAuthority))
        #expect(verdict("gx", Self.twins)?.reason == .broken(.https, endpoint: "https://a.example/", refused))
        #expect(verdict("gnggx", Self.five)?.reason == .broken(.https, endpoint: "https://e.example/", refused))
        #expect(verdict("gxggg", Self.five)?.reason == .contradicted(endpoint: "https://b.example/", refused))
    }

    @Test func `holds a selective failure of one owner's TLS against the network`() {
        let probes = Self.twins + [("b", "https://b.example/")]
        #expect(
            verdict("gng", probes)?.reason
                == .contradicted(endpoint: "https://a.example/", .noAnswer(.timedOut(.connect)))
        )
        #expect(verdict("nng", probes)?.access.name == "partial")
    }

    @Test func `takes a name that led nowhere for no trouble of the endpoint's own`() {
        let failure = ProbeFailure(.nameLookup, facts: ["cause": "no-such-name"])
        let reason = Reason.noAnswer(failure)
        #expect(reason.code == "name-lookup-failed")
        #expect(Reason.noAnswer(ProbeFailure(.nameLookup)).code == "no-answer")
        #expect(Reason.noAnswer(ProbeFailure(.timedOut(.connect), facts: failure.facts)).code == "no-answer")
        var broken = EndpointReport("n", "b", "http://b/", family: .ipv6)
        broken.verdict = Verdict(.failed, because: reason)
        let reports = Self.plain.map { EndpointReport("g", $0.owner, $0.url) } + [broken]
        #expect(
            QuorumPolicy().verdict(on: Round(reports))?.reason == .broken(.ipv6, endpoint: "http://b/", reason)
        )
    }

    @Test func `names a broken family`() {
        for (family, part) in [(AddressFamily.ipv4, InternetPart.ipv4), (.ipv6, .ipv6)] {
            func verdict(_ letter: Character) -> RoundVerdict? {
                let reports = Self.plain.map { EndpointReport("g", $0.owner, $0.url) }
                let report = EndpointReport(letter, "b", "http://b/", family: family)
                return QuorumPolicy().verdict(on: Round(reports + [report]))
            }
            #expect(verdict("n")?.reason == .broken(part, endpoint: "http://b/", .noAnswer(.timedOut(.connect))))
            #expect(verdict("n")?.access == .partial)
            #expect(verdict("g")?.access == .online)
            #expect(verdict("t")?.access == .online)
        }
    }

    @Test func `takes no family for broken over which another endpoint is genuine`() {
        for (family, peer) in [(AddressFamily.ipv4, IPAddress("203.0.113.7")), (.ipv6, IPAddress("2001:db8::7"))] {
            func verdict(_ letter: Character) -> RoundVerdict? {
                var reports = Self.plain.map { EndpointReport(letter, $0.owner, $0.url) }
                reports[0].exchange.remoteAddress = peer
                let alone = EndpointReport("n", "b", "http://b/", family: family)
                return QuorumPolicy().verdict(on: Round([EndpointReport("g", "c", "http://c/")] + reports + [alone]))
            }
            #expect(verdict("g")?.access == .online)
            #expect(verdict("n")?.access == .partial, "who is not genuine proves nothing")
        }
    }

    @Test func `counts owners, not endpoints`() {
        let probes = Self.plain + [("b", "http://b.example/2"), ("b", "http://b.example/3")]
        #expect(verdict("gnnn", probes, owners: 2)?.reason == .tooFewOwners(1, of: 2, needed: 2))
        #expect(verdict("nggg", probes, owners: 2)?.reason == .tooFewOwners(1, of: 2, needed: 2))
        #expect(verdict("gnng", probes, owners: 9)?.access == .online)
        #expect(verdict("ng", Self.plain, owners: 1)?.access == .online)
    }

    @Test func `takes any answer where nobody is for an interception, and silence for nothing`() {
        let probes = Self.plain + [("nobody", "http://192.0.2.1/")]
        #expect(verdict("gg-", probes)?.reason == .enoughOwners(2, of: 2, needed: 1))
        #expect(verdict("gn-", probes, owners: 2)?.access == .partial)
        #expect(
            verdict("ggi", probes)?.reason == .contradicted(endpoint: "http://192.0.2.1/", .intercepted(status: 200))
        )
        #expect(verdict("nni", probes)?.access == .blocked)
        #expect(verdict("ggc", probes)?.access.name == "captive")
        #expect(verdict("-", [probes[2]])?.access == .determining)
    }

    @Test func `has a verdict without endpoints`() {
        #expect(QuorumPolicy().verdict(on: Round([]))?.reason == .noEndpoint)
    }

    @Test(arguments: ["  c  ", "gggg ", "nnnn "])
    func `waits for the whole round`(letters: String) {
        #expect(verdict(letters, Self.five) == nil)
    }
}
