import ConnectivityCore

extension Detector {
    /// The rule of the portal detector in shill, the connection manager of ChromeOS, in its first attempt.
    ///
    /// It sends requests over HTTP and HTTPS at the same time and does not follow redirects. Over HTTP, 204 is a success. 200
    /// is a success with at most one byte and otherwise a suspected portal; the length is the `Content-Length` if the field is
    /// present. 302 and 307 with an absolute `Location` are a portal; without one, and with every other code, the probe fails.
    /// Over HTTPS, any complete answer is a success. Both must succeed for online.
    ///
    /// If the network announces a captive portal API (RFC 8910), shill requests it at the same time and always trusts a usable
    /// answer: captive is a portal at the page of the answer, not captive is online regardless of HTTP. The answer is usable
    /// with a status of success, with any page over https, and with a page if it is captive.
    ///
    /// Later attempts use other URLs of Google, one after the other, with the same rule. Source: ChromiumOS, platform2,
    /// shill/network/portal_detector.cc, network_monitor.cc and capport_proxy.cc (003cf1f).
    package static let chromeOS = Detector(
        name: "chromeos",
        system: "ChromeOS: shill",
        questions: [ChromeOS.http, ChromeOS.https],
        readsPortalAPI: true,
        expects: "204 (or 200 with 0 or 1 byte) over http, and any answer over https",
        source: "ChromiumOS platform2: shill/network/portal_detector, network_monitor, capport_proxy",
        rule: ChromeOS.conclude
    )
}

private enum ChromeOS {
    static let agent: HeaderFields = [
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
            + "Safari/537.36"
    ]
    static let http = Detector.Question.noContent("http://connectivitycheck.gstatic.com/generate_204", agent)
    static let https = Detector.Question.noContent("https://www.google.com/generate_204", agent)

    enum Result {
        case success, suspected, failed
        case redirect(HTTPURL)
    }

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        if let api = try answers.toPortalAPI().flatMap(answer) {
            guard api.isCaptive else {
                let reason = "the captive portal API says not captive"
                return DetectorConclusion(.online, "internet-connectivity", because: reason)
            }
            let reason = "the captive portal API says captive"
            return DetectorConclusion(.captive, "portal-redirect", because: reason, signInURL: api.userPortalURL)
        }
        let pair = try answers.to([http, https])
        let overHTTP = "over http, \(pair[0].outline)"
        switch result(pair[0]) {
        case .redirect(let url):
            return DetectorConclusion(.captive, "portal-redirect", because: overHTTP, signInURL: url)
        case .suspected:
            let url = pair[0].request.url
            return DetectorConclusion(.captive, "portal-suspected", because: overHTTP, signInURL: url)
        case .failed:
            return DetectorConclusion(.offline, "no-connectivity", because: overHTTP)
        case .success:
            guard case .success = pair[1].outcome else {
                return DetectorConclusion(.offline, "no-connectivity", because: "over https, \(pair[1].outline)")
            }
            return DetectorConclusion(.online, "internet-connectivity", because: "http as expected, and https answered")
        }
    }

    /// Returns the answer of the API; `nil` if it is unusable.
    private static func answer(_ exchange: ProbeExchange) -> CaptivePortalAPI? {
        guard case .success(.http(let response)) = exchange.outcome, (200...399).contains(response.status),
            let answer = CaptivePortalAPI(response), answer.userPortalURLFault == nil,
            answer.userPortalURL.map({ $0.scheme == .https }) ?? !answer.isCaptive
        else { return nil }
        return answer
    }

    private static func result(_ exchange: ProbeExchange) -> Result {
        guard case .success(.http(let response)) = exchange.outcome else { return .failed }
        switch response.status {
        case 204:
            return .success
        case 200:
            let length = response.headers["Content-Length"].map { Int($0) } ?? response.body.count
            guard let length, length >= 0 else { return .failed }
            return length <= 1 ? .success : .suspected
        case 302, 307:
            return response.headers["Location"].flatMap { try? HTTPURL($0) }.map(Result.redirect) ?? .failed
        default:
            return .failed
        }
    }
}
