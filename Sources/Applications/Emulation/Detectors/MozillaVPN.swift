import ConnectivityCore

extension Detector {
    /// The rule of the Mozilla VPN client, which looks for a portal while the VPN is on and not stable.
    ///
    /// It requests a page over both address families at the same time. A redirect, another status than 200, or another text is
    /// a portal; one is enough. The expected text over one family means no portal. Without any answer, it repeats the requests
    /// for 30 s and then assumes that there is no portal. It shows a screen and opens no page.
    ///
    /// The client requests addresses that Mozilla's service gave for the name, with the name in `Host`; here the name is
    /// looked up. Source: mozilla-mobile/mozilla-vpn-client, src/captiveportal (e1c187af9).
    package static let mozillaVPN = Detector(
        name: "mozilla-vpn",
        system: "Mozilla VPN: captive portal detection",
        questions: MozillaVPN.questions,
        expects: "200 and \"success\", over one family, and no other answer over the other",
        source: "mozilla-mobile/mozilla-vpn-client: src/captiveportal (e1c187af9)",
        rule: MozillaVPN.conclude
    )
}

private enum MozillaVPN {
    static let questions: [Detector.Question] = IPAddress.Family.allCases.map { family in
        .page("http://detectportal.firefox.com/success.txt", "success\n", family: family)
    }

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let exchanges = try answers.to(questions)
        var isGenuine = false
        for exchange in exchanges {
            guard case .success(.http(let response)) = exchange.outcome else { continue }
            guard response.status == 200, BodyEquals("success").validate(exchange).finding == .genuine else {
                return DetectorConclusion(.captive, "PortalDetected", because: exchange.outline)
            }
            isGenuine = true
        }
        return isGenuine
            ? DetectorConclusion(.online, "NoPortal", because: "status 200 with the expected text")
            : DetectorConclusion(.inconclusive, "Failure, after 30 s NoPortal", because: exchanges[0].outline)
    }
}
