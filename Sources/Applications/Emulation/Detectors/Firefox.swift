import ConnectivityCore

extension Detector {
    /// The rule of Firefox's captive portal service.
    ///
    /// It does not follow redirects. 200 with exactly the expected page, byte for byte, means no portal. Any other answer from
    /// 200 to 399, and 511, is a portal. In all other cases Firefox repeats the request and then leaves the state unknown. It
    /// opens the login page by loading the same URL. Source: Firefox, toolkit/components/captivedetect/CaptiveDetect.sys.mjs
    /// and netwerk/base/CaptivePortalService.cpp.
    package static let firefox = Detector(
        name: "firefox",
        system: "Firefox: captive portal service",
        questions: [Firefox.question],
        expects: "200 and exactly the canonical page",
        source: "Firefox: toolkit/components/captivedetect/CaptiveDetect.sys.mjs",
        rule: Firefox.conclude
    )
}

private enum Firefox {
    static let page = #"<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>"#
    static let question = Detector.Question.page(
        "http://detectportal.firefox.com/canonical.html",
        page,
        ["Cache-Control": "no-cache", "Pragma": "no-cache"]
    )

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let exchange = try answers.to(question)
        guard case .success(.http(let response)) = exchange.outcome,
            200...399 ~= response.status || response.status == 511
        else { return DetectorConclusion(.inconclusive, "UNKNOWN", because: exchange.outline) }
        if response.status == 200, response.body.elementsEqual(page.utf8) {
            return DetectorConclusion(.online, "NOT_CAPTIVE", because: "status 200 with exactly the canonical page")
        }
        return DetectorConclusion(
            .captive,
            "LOCKED_PORTAL",
            because: exchange.outline,
            signInURL: exchange.request.url
        )
    }
}
