import ConnectivityCore

extension Detector {
    /// The rule of Apple's Captive Network Assistant, which shows a sheet for the sign-in.
    ///
    /// The system is closed. The known facts are its request and user agent, and that Apple's page means no portal and another
    /// answer opens the sheet. Its behaviour without an answer and with an altered copy of Apple's page is not documented, so
    /// these are inconclusive here.
    ///
    /// If the network announces a captive portal API (RFC 8910; iOS 14, macOS 11 and later), its answer decides alone: users
    /// report that the assistant trusts it against the evidence over HTTP (PacketFence, issue 7478). Without a usable answer,
    /// or with a captive one without a page, a request over HTTP follows. Source: recorded requests; Apple's support pages on
    /// captive networks; Apple Developer, "How to modernize your captive network".
    package static let apple = Detector(
        name: "apple",
        system: "iOS, macOS: Captive Network Assistant",
        questions: [Apple.question],
        readsPortalAPI: true,
        expects: "200 and Apple's Success page",
        source: "recorded requests; Apple Support and Developer on captive networks; the rule is closed",
        rule: Apple.conclude
    )
}

private enum Apple {
    static let page = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
    static let question = Detector.Question.page(
        "http://captive.apple.com/hotspot-detect.html",
        page,
        ["User-Agent": "CaptiveNetworkSupport-491.100.3 wispr"]
    )

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        if case .success(.http(let response))? = try answers.toPortalAPI()?.outcome, response.status == 200,
            let api = CaptivePortalAPI(response)
        {
            if !api.isCaptive {
                return DetectorConclusion(.online, "no sheet", because: "the captive portal API says not captive")
            }
            if let page = api.userPortalURL {
                let reason = "the captive portal API says captive"
                return DetectorConclusion(.captive, "sign-in sheet", because: reason, signInURL: page)
            }
        }
        let exchange = try answers.to(question)
        guard case .success(.http(let response)) = exchange.outcome else {
            return DetectorConclusion(.inconclusive, "undocumented", because: exchange.outline)
        }
        if response.status == 200 {
            if BodyEquals(page).validate(exchange).finding == .genuine {
                return DetectorConclusion(.online, "no sheet", because: "status 200 with the Success page")
            }
            if BodyContains("Success").validate(exchange).finding == .genuine {
                let reason = "status 200 with the word Success in another page"
                return DetectorConclusion(.inconclusive, "undocumented", because: reason)
            }
        }
        // The sheet loads the page again and follows its redirect.
        let location = response.headers["Location"].flatMap { try? exchange.request.url?.resolving($0) }
        return DetectorConclusion(
            .captive,
            "sign-in sheet",
            because: exchange.outline,
            signInURL: location ?? exchange.request.url
        )
    }
}
