import ConnectivityCore

extension Detector {
    /// The rule of ConnMan's online check with its WISPr client.
    ///
    /// It sends requests over both address families; one online answer is enough. 200 with any `X-ConnMan-Status` is online.
    /// 200 without it, 505, a redirect without `Location`, and bytes that are not HTTP make the user's agent open a browser. A
    /// WISPr message of type 100 in any body requests credentials. Only absolute redirects are followed. 400, 404, 408 and no
    /// answer are failures. Every other status code, including 204, 403, 503 and 511, has no effect: the service stays
    /// `ready`. Source: ConnMan, src/wispr.c.
    package static let connMan = Detector(
        name: "connman",
        system: "Linux: ConnMan",
        questions: ConnMan.questions,
        expects: "200 with X-ConnMan-Status, after redirects, over one family",
        source: "ConnMan: src/wispr.c, src/main.c",
        rule: ConnMan.conclude
    )
}

private enum ConnMan {
    static let agent: HeaderFields = ["User-Agent": "ConnMan/1.41 wispr"]
    static let header: HeaderFields = ["X-ConnMan-Status": "online"]
    static let questions: [Detector.Question] = [
        .page("http://ipv4.connman.net/online/status.html", "", agent, family: .ipv4, answering: header),
        .page("http://ipv6.connman.net/online/status.html", "", agent, family: .ipv6, answering: header),
    ]

    /// The outcomes of a service's check, in order of priority.
    private static let strength: [DetectorConclusion.Access] = [.online, .captive, .inconclusive, .offline]

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let way = Detector.Redirection(
            statuses: [300, 301, 302, 303, 307, 308],
            isRelative: false,
            ends: { login(in: $0) != nil }
        )
        let landings = try answers.following(questions, way)
        let conclusions = zip(questions, landings).map { conclusion($1, asked: $0.url) }
        let best = strength.compactMap { access in conclusions.first { $0.access == access } }
        return best[0]
    }

    private static func conclusion(_ landing: Detector.Landing, asked: HTTPURL?) -> DetectorConclusion {
        let exchange = landing.exchange
        switch landing.end {
        case .unknown: return DetectorConclusion(.inconclusive, "unknown", because: Detector.Landing.unknownReason)
        case .lost(let reason): return DetectorConclusion(.inconclusive, "ready", because: reason)
        case .arrived: break
        }
        guard case .success(.http(let response)) = exchange.outcome else {
            return exchange.isMalformed ? browser(exchange, at: asked) : failure(exchange)
        }
        if let login = login(in: response) {
            let reason = "a WISPr message requests a login"
            return DetectorConclusion(.captive, "RequestInput", because: reason, signInURL: login.signInURL)
        }
        switch response.status {
        case 200 where response.headers["X-ConnMan-Status"] != nil:
            return DetectorConclusion(.online, "online", because: "status 200 with X-ConnMan-Status")
        case 200:
            // The agent receives the target of the last redirect, or no URL if there was no redirect.
            return browser(exchange, at: exchange.request.url == asked ? nil : exchange.request.url)
        case 300...303, 307, 308, 505:
            return browser(exchange, at: asked)
        case 400, 404, 408:
            return failure(exchange)
        default:
            return DetectorConclusion(.inconclusive, "ready", because: "\(exchange.outline) has no effect")
        }
    }

    private static func browser(_ exchange: ProbeExchange, at url: HTTPURL?) -> DetectorConclusion {
        DetectorConclusion(.captive, "RequestBrowser", because: exchange.outline, signInURL: url)
    }

    private static func failure(_ exchange: ProbeExchange) -> DetectorConclusion {
        DetectorConclusion(.offline, "ready, online-check-failed", because: exchange.outline)
    }

    /// Returns the portal of a WISPr message that requests a login; `nil` without one.
    private static func login(in response: ProbeResponse) -> CaptivePortal? {
        let exchange = ProbeExchange(request: questions[0].request, outcome: .success(response))
        let verdict = WISPrSignal().validate(exchange)
        return verdict.reason == .wispr(messageType: "100") ? verdict.portal : nil
    }
}

extension ProbeExchange {
    fileprivate var isMalformed: Bool { failure?.kind == .malformed }
}
