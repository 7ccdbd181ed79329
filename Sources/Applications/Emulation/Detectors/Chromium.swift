import ConnectivityCore

extension Detector {
    /// The rule of Chromium's captive portal detector, which the browser uses when TLS fails.
    ///
    /// It follows redirects and judges the last answer. 511 is a portal. Every other code from 400 on and every failure count
    /// as no response. 204, and 200 with at most one byte, mean connected. Any other answer is a portal. Source: Chromium,
    /// components/captive_portal/core/captive_portal_detector.cc.
    package static let chromium = Detector(
        name: "chromium",
        system: "Chromium, Chrome: captive portal detector",
        questions: [Chromium.question],
        expects: "204, or 200 with 0 or 1 byte, after redirects",
        source: "Chromium: components/captive_portal/core/captive_portal_detector.cc",
        rule: Chromium.conclude
    )
}

private enum Chromium {
    static let question = Detector.Question.noContent("http://www.gstatic.com/generate_204")

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let landing = try answers.following([question])[0]
        switch landing.end {
        case .unknown: return DetectorConclusion(.inconclusive, "unknown", because: Detector.Landing.unknownReason)
        case .lost(let reason): return noResponse(reason)
        case .arrived: break
        }
        let exchange = landing.exchange
        guard case .success(.http(let response)) = exchange.outcome else { return noResponse(exchange.outline) }
        switch response.status {
        case 204:
            return DetectorConclusion(.online, "INTERNET_CONNECTED", because: exchange.outline)
        case 200 where response.body.count <= 1:
            return DetectorConclusion(.online, "INTERNET_CONNECTED", because: exchange.outline)
        case 200...399, 511:
            return DetectorConclusion(
                .captive,
                "BEHIND_CAPTIVE_PORTAL",
                because: exchange.outline,
                signInURL: exchange.request.url
            )
        default:
            return noResponse(exchange.outline)
        }
    }

    private static func noResponse(_ reason: String) -> DetectorConclusion {
        DetectorConclusion(.inconclusive, "NO_RESPONSE", because: reason)
    }
}
