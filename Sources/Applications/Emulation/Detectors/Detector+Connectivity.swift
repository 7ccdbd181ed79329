import ConnectivityCore

extension Detector {
    /// The rule of the Connectivity library (rwbutler/Connectivity 8.0.1) with its default settings.
    ///
    /// It requests two pages of Apple over HTTPS, follows redirects, and searches for `Success` in the body, which
    /// must be UTF-8. It ignores the status code and the final URL. Half of the pages are enough. It does not detect
    /// portals. The terms are those of a Wi-Fi interface. Source: Connectivity/Classes/Connectivity.swift.
    package static let connectivity = Detector(
        name: "connectivity",
        system: "library rwbutler/Connectivity 8",
        questions: SuccessPages.https,
        expects: "Success in the body of half of the pages, after redirects",
        source: "rwbutler/Connectivity 8.0.1: Connectivity.swift",
        rule: { answers throws(Detector.Unanswered) in try SuccessPages.conclude(answers, SuccessPages.https) }
    )

    /// The rule of the Connectivity library without HTTPS, which judges eight pages over HTTP in the same manner.
    package static let connectivityHTTP = Detector(
        name: "connectivity-http",
        system: "library rwbutler/Connectivity 8, shouldUseHTTPS: false",
        questions: SuccessPages.http,
        expects: connectivity.expects,
        source: connectivity.source,
        rule: { answers throws(Detector.Unanswered) in try SuccessPages.conclude(answers, SuccessPages.http) }
    )
}

/// The pages that both predecessor libraries request, and their search text.
enum SuccessPages {
    private static let page = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
    static let https: [Detector.Question] = [
        .page("https://www.apple.com/library/test/success.html", page),
        .page("https://captive.apple.com/hotspot-detect.html", page),
    ]
    static let http: [Detector.Question] = [
        .page("http://www.apple.com/library/test/success.html", page),
        .page("http://captive.apple.com/hotspot-detect.html", page),
        .page("http://apple.com/library/test/success.html", page),
        .page("http://www.appleiphonecell.com/library/test/success.html", page),
        .page("http://www.itools.info/library/test/success.html", page),
        .page("http://www.ibook.info/library/test/success.html", page),
        .page("http://www.airport.us/library/test/success.html", page),
        .page("http://www.thinkdifferent.us/library/test/success.html", page),
    ]

    static func conclude(
        _ answers: Detector.Answers,
        _ questions: [Detector.Question]
    ) throws(Detector.Unanswered) -> DetectorConclusion {
        let landings = try answers.following(questions)
        let successes = landings.count(where: isSuccess)
        let reason = "\(successes) of \(landings.count) pages contain Success"
        if successes * 2 >= landings.count { return DetectorConclusion(.online, "connectedViaWiFi", because: reason) }
        let open = landings.count { $0.end == .unknown }
        if (successes + open) * 2 >= landings.count {
            return DetectorConclusion(.inconclusive, "unknown", because: Detector.Landing.unknownReason)
        }
        return DetectorConclusion(.offline, "connectedViaWiFiWithoutInternet", because: reason)
    }

    static func isSuccess(_ landing: Detector.Landing) -> Bool {
        guard landing.end == .arrived, let body = landing.exchange.response?.body else { return false }
        return BodyContains("Success").validate(landing.exchange).finding == .genuine
            && String(validUTF8: body) != nil
    }
}
