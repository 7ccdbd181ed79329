import ConnectivityCore
import ConnectivityNames

extension Detector {
    /// The rule of the active web probe of Windows' Network Connectivity Status Indicator (NCSI), as Windows 11 uses it.
    ///
    /// It sends requests over both address families; one answer with the expected text is enough. Another text or status code
    /// is a hotspot, for which Windows opens its own page in the browser. Without an answer there is only local connectivity.
    /// Windows 11 does not look up ``windows10``'s name: it always probes over HTTP. The detector does not model the passive
    /// probe, or that an answer of a proxy is not a hotspot. Source: Microsoft Learn, "Network Connectivity Status Indicator
    /// overview" and its frequently asked questions.
    package static let windows = Detector(
        name: "windows",
        system: "Windows 11: NCSI active probe",
        questions: Windows.questions,
        expects: "200 and \"Microsoft Connect Test\", over one family",
        source: "Microsoft Learn: Network Connectivity Status Indicator overview and FAQ",
        rule: Windows.conclude
    )

    /// The rule of NCSI's web probe and name lookup, as Microsoft describes them for Windows 10 and later.
    ///
    /// After the web probe, `dns.msftncsi.com` is looked up, which must have the address 131.107.255.255 or
    /// fd3e:4f5a:5b81::1. Both must succeed for the Internet, each over one family. If one fails, Windows shows no
    /// connectivity or limited access; which of the two is not documented for each case, and here it is limited if the
    /// web probe succeeded, and otherwise as ``windows``, with the reason of NCSI's log. A wrong answer to the web probe
    /// is a hotspot. Source: Microsoft Learn, "An Internet Explorer or Edge window opens when your computer connects to a
    /// corporate network or a public network" (4494446), and NCSI's frequently asked questions.
    package static let windows10 = Detector(
        name: "windows-10",
        system: "Windows 10: NCSI active probe with name lookup",
        questions: Windows.questions + Windows.lookups,
        expects: "200 and \"Microsoft Connect Test\", and the address of dns.msftncsi.com, each over one family",
        source: "Microsoft Learn: KB 4494446; Network Connectivity Status Indicator FAQ",
        rule: Windows.concludeWithLookup
    )
}

private enum Windows {
    static let text = "Microsoft Connect Test"
    static let agent: HeaderFields = ["User-Agent": "Microsoft NCSI"]
    static let questions: [Detector.Question] = [
        .page("http://www.msftconnecttest.com/connecttest.txt", text, agent, family: .ipv4),
        .page("http://ipv6.msftconnecttest.com/connecttest.txt", text, agent, family: .ipv6),
    ]
    static let signIn: HTTPURL = "http://www.msftconnecttest.com/redirect"

    static let addresses: Set<IPAddress> = ["131.107.255.255", "fd3e:4f5a:5b81::1"]
    static let lookups: [Detector.Question] = [
        .lookup("dns.msftncsi.com", .a, genuine: "131.107.255.255"),
        .lookup("dns.msftncsi.com", .aaaa, genuine: "fd3e:4f5a:5b81::1"),
    ]

    static func concludeWithLookup(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        var conclusion = try conclude(answers)
        let found = try zip([DNSRecordType.a, .aaaa], answers.to(lookups)).flatMap { $1.names?.records(of: $0) ?? [] }
        let isFound = found.compactMap { try? IPAddress($0.data) }.contains(where: addresses.contains)
        switch (conclusion.access, isFound) {
        case (.online, false):
            let reason = "the web probe succeeded, but dns.msftncsi.com does not have its address"
            conclusion = DetectorConclusion(.partial, "Limited", because: reason)
        case (.offline, true):
            conclusion.reason = "ActiveHttpProbeFailedButDnsSucceeded: \(conclusion.reason)"
        case (.offline, false):
            conclusion.reason = "ActiveHttpProbeFailed: \(conclusion.reason)"
        default: break
        }
        return conclusion
    }

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let exchanges = try answers.to(questions)
        if exchanges.contains(where: isGenuine) {
            return DetectorConclusion(.online, "Internet", because: "status 200 with the expected text")
        }
        let answered = exchanges.first { if case .success = $0.outcome { true } else { false } }
        guard let answered else { return DetectorConclusion(.offline, "Local", because: exchanges[0].outline) }
        return DetectorConclusion(.captive, "Hotspot", because: answered.outline, signInURL: signIn)
    }

    private static func isGenuine(_ exchange: ProbeExchange) -> Bool {
        exchange.response?.status == 200 && BodyContains(text).validate(exchange).finding == .genuine
    }
}
