import ConnectivityCore

extension Detector {
    /// The rule of Android's NetworkMonitor with its default URLs.
    ///
    /// It sends requests over HTTP and HTTPS at the same time and does not follow redirects. The checks have this order: a
    /// portal in either answer is a portal; a success over HTTPS validates the network; a portal in the answer of one fallback
    /// is a portal; a success only over HTTP is partial connectivity; everything else is no connectivity.
    ///
    /// Status 204 is a success. Other codes from 200 to 399 are a portal, except for 200 with a `Content-Length` of at most 4
    /// or, without that field, with an empty body. These and all other codes, including 511, are failures.
    ///
    /// If the network announces a captive portal API (RFC 8910; Android 11 and later), the API is requested before HTTP. The
    /// answer counts with status 200 after redirects, in UTF-8 and at most 4,096 characters long. If it is captive and names a
    /// page, the network is a portal, and no request over HTTP follows. It cannot validate the network: HTTP and HTTPS are
    /// judged as before, but HTTPS alone no longer decides before the fallback. Once the network is valid, a notification
    /// offers the page about the venue (NetworkStackNotifier.java).
    ///
    /// Android chooses a fallback at random; this detector uses the first. It does not model the check for private addresses,
    /// which is off by default, or expressions that a vendor configures. Source: AOSP, packages/modules/NetworkStack,
    /// NetworkMonitor.java and res/values/config.xml (GrapheneOS' copy at 167bfe25).
    package static let android = Detector(
        name: "android",
        system: "Android: NetworkMonitor",
        questions: [Android.http, Android.https, Android.fallback],
        readsPortalAPI: true,
        expects: "204 over https; 204 only over http is partial",
        source: "AOSP NetworkStack: NetworkMonitor.java, res/values/config.xml",
        rule: Android.conclude
    )
}

private enum Android {
    static let agent: HeaderFields = [
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.3112.32 "
            + "Safari/537.36"
    ]
    static let http = Detector.Question.noContent("http://connectivitycheck.gstatic.com/generate_204", agent)
    static let https = Detector.Question.noContent("https://www.google.com/generate_204", agent)
    static let fallback = Detector.Question.noContent("http://www.google.com/gen_204", agent)

    enum Result { case success, portal, failed }

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let api = try answers.toPortalAPI(following: Detector.Redirection()).flatMap(answer)
        if let api, api.isCaptive {
            return DetectorConclusion(
                .captive,
                "PORTAL",
                because: "the captive portal API says captive",
                signInURL: api.userPortalURL
            )
        }
        let pair = try answers.to([http, https])
        let results = pair.map(result)
        for (exchange, result) in zip(pair, results) where result == .portal { return portal(exchange) }
        let valid = DetectorConclusion(
            .online,
            "VALID",
            because: "over https, \(pair[1].outline)",
            venueInfoURL: api?.venueInfoURL
        )
        if results[1] == .success, answers.link.portalAPI == nil { return valid }
        let second = try answers.to(fallback)
        if result(second) == .portal { return portal(second) }
        if results[1] == .success { return valid }
        if results[0] == .success {
            let reason = "204 over http, but over https \(pair[1].outline)"
            return DetectorConclusion(.partial, "PARTIAL", because: reason)
        }
        return DetectorConclusion(.offline, "INVALID", because: "over http, \(pair[0].outline)")
    }

    /// Returns the answer of the API; `nil` if it does not count.
    private static func answer(_ exchange: ProbeExchange) -> CaptivePortalAPI? {
        guard case .success(.http(let response)) = exchange.outcome, response.status == 200,
            response.body.count <= 4096, isUTF8(response.headers["Content-Type"] ?? ""),
            let answer = CaptivePortalAPI(response)
        else { return nil }
        // To Android, a page with another scheme is also a page.
        let hasPage = answer.userPortalURL != nil || answer.userPortalURLFault != nil
        return answer.isCaptive && !hasPage ? nil : answer
    }

    private static func isUTF8(_ type: String) -> Bool {
        let marks = type.lowercased().split(separator: ";").dropFirst()
        let charset = marks.first { $0.drop { $0 == " " }.hasPrefix("charset=") }?.split(separator: "=").last
        return charset.map { ["utf-8", "\"utf-8\""].contains($0) } ?? true
    }

    /// Reads only the header of a response if that is sufficient, so that a truncated response also counts.
    private static func result(_ exchange: ProbeExchange) -> Result {
        guard let response = exchange.response else { return .failed }
        switch response.status {
        case 204:
            return .success
        case 200:
            let length = response.headers["Content-Length"].flatMap { Int($0) }
            return length.map { $0 > 4 } ?? !response.body.isEmpty ? .portal : .failed
        case 201...399:
            return .portal
        default:
            return .failed
        }
    }

    private static func portal(_ exchange: ProbeExchange) -> DetectorConclusion {
        let asked = exchange.request.url
        // A relative Location is not resolved; the requested URL is opened.
        let location = exchange.response?.headers["Location"].flatMap { try? HTTPURL($0) }
        return DetectorConclusion(
            .captive,
            "PORTAL",
            because: "over \(asked?.scheme.rawValue ?? "http"), \(exchange.outline)",
            signInURL: location ?? asked
        )
    }
}
