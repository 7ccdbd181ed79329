import ConnectivityCore

extension Detector {
    /// The rule of the active probe of Windows' Network Connectivity Status Indicator (NCSI).
    ///
    /// It asks over both address families; one answer with the expected text is enough. Another text or status code
    /// is a hotspot, for which Windows opens its own page in the browser. Without an answer there is only local
    /// connectivity. The detector does not model the lookup of dns.msftncsi.com, the passive probe, or that an
    /// answer of a proxy is not a hotspot. Source: Microsoft Learn, "Network Connectivity Status Indicator overview"
    /// and its frequently asked questions.
    public static let windows = Detector(
        name: "windows",
        system: "Windows: NCSI active probe",
        questions: Windows.questions,
        expects: "200 and \"Microsoft Connect Test\", over one family",
        source: "Microsoft Learn: Network Connectivity Status Indicator overview and FAQ",
        rule: Windows.conclude
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
