import ConnectivityCore

extension Detector {
    /// The rule of Tailscale's captive portal detection.
    ///
    /// It requests up to five of its relays by address over HTTP at the same time, on one interface after the other, and does
    /// not follow redirects. A status other than 204, also 500, or an answer without the challenge of the request, is a
    /// portal; one is enough. Failures show nothing, so Tailscale has no state for no Internet. A detected portal is a health
    /// warning without a page to open.
    ///
    /// The relays are those of two regions in the client's compiled list; a running client prefers its own region. The changing
    /// query parameter `t` is left out, and the relay's answer is not checked further. Source: tailscale/tailscale,
    /// net/captivedetection and net/dnsfallback (de9ec7ee2).
    package static let tailscale = Detector(
        name: "tailscale",
        system: "Tailscale: captive portal detection",
        questions: Tailscale.questions,
        expects: "204 that repeats the challenge, from every relay that answers",
        source: "tailscale/tailscale: net/captivedetection, net/dnsfallback (de9ec7ee2)",
        rule: Tailscale.conclude
    )
}

private enum Tailscale {
    static let questions: [Detector.Question] = [
        relay("http://104.248.8.210/generate_204"), relay("http://165.22.33.71/generate_204"),
        relay("http://64.225.56.166/generate_204"), relay("http://192.73.252.65/generate_204"),
        relay("http://192.73.252.134/generate_204"),
    ]

    private static func relay(_ url: HTTPURL) -> Detector.Question {
        Detector.Question(
            url,
            headers: [
                "Cache-Control": "no-cache, no-store, must-revalidate, no-transform, max-age=0",
                "X-Tailscale-Challenge": "ts_\(url.host)",
            ],
            genuine: ProbeResponse(status: 204, headers: ["X-Tailscale-Response": response(url)])
        )
    }

    private static func response(_ url: HTTPURL) -> String { "response ts_\(url.host)" }

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let exchanges = try answers.to(questions)
        var hasAnswer = false
        for (question, exchange) in zip(questions, exchanges) {
            // The header decides on arrival.
            guard let response = exchange.response, let url = question.url else { continue }
            hasAnswer = true
            guard response.status == 204 else {
                return DetectorConclusion(.captive, "captive portal detected", because: exchange.outline)
            }
            if response.headers["X-Tailscale-Response"] != Self.response(url) {
                let reason = "status 204 that does not repeat the challenge"
                return DetectorConclusion(.captive, "captive portal detected", because: reason)
            }
        }
        return hasAnswer
            ? DetectorConclusion(.online, "no captive portal", because: "its relays answered as expected")
            : DetectorConclusion(.inconclusive, "no captive portal", because: exchanges[0].outline)
    }
}
