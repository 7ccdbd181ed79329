import ConnectivityCore
import ConnectivityNames

extension Detector {
    /// The rule of the npm package is-online in Node.js with its default settings.
    ///
    /// A device with only its own loopback addresses is offline. Otherwise all questions are simultaneous, and one success is
    /// enough (here, name servers come first): eight name servers for the device's public address, with an IPv4 address in the
    /// answer; two pages over HTTPS for the same, one after the other; Apple's page over HTTPS, which must contain `Success`;
    /// and Cloudflare's site. There is no state for a portal, and the public addresses are not compared: a gateway that answers
    /// for every name server makes the device online.
    ///
    /// Source: sindresorhus/is-online 12.0.2, index.js (5904af5); sindresorhus/public-ip, source/index.js and
    /// constants.js (708169543).
    package static let isOnline = Detector(
        name: "is-online",
        system: "Node.js: is-online",
        questions: IsOnline.lookups + [IsOnline.icanhazip, IsOnline.ipify, IsOnline.apple, IsOnline.cloudflare],
        expects: "one of: an IPv4 address from a name server or over https, Success over https, 2xx over https",
        source: "sindresorhus/is-online 12.0.2: index.js (5904af5); sindresorhus/public-ip: source/index.js",
        rule: IsOnline.conclude
    )
}

private enum IsOnline {
    /// The public address in the genuine answers, a documentation address (RFC 5737).
    private static let address = "203.0.113.7"
    static let lookups: [Detector.Question] =
        (["208.67.222.222", "208.67.220.220", "208.67.222.220", "208.67.220.222"] as [NameServer]).map {
            .lookup("myip.opendns.com", .a, of: $0, genuine: address)
        }
        + (["216.239.32.10", "216.239.34.10", "216.239.36.10", "216.239.38.10"] as [NameServer]).map {
            .lookup("o-o.myaddr.l.google.com", .txt, of: $0, genuine: "\"\(address)\"")
        }
    static let icanhazip = Detector.Question.page("https://icanhazip.com/", "\(address)\n")
    static let ipify = Detector.Question.page("https://api.ipify.org/", address)
    static let apple = Detector.Question.page(
        "https://captive.apple.com/hotspot-detect.html",
        "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
        ["User-Agent": "CaptiveNetworkSupport/1.0 wispr"]
    )
    static let cloudflare = Detector.Question.page("https://cloudflare.com/", "", method: .head)

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        func online(_ reason: String) -> DetectorConclusion { DetectorConclusion(.online, "true", because: reason) }
        if answers.link.addresses?.allSatisfy(\.isLoopback) == true {
            return DetectorConclusion(.offline, "false", because: "the machine has only its own addresses")
        }
        let names = try answers.known(lookups)
        for (question, exchange) in zip(lookups, names) {
            let type = question.request.question.decoded(as: DNSQuestion.self)?.type ?? .a
            if let data = exchange.names?.records(of: type).first?.data, isAddress(data.filter { $0 != "\"" }) {
                return online("a name server answers with an IPv4 address")
            }
        }
        let landings = try answers.following([icanhazip, apple, cloudflare])
        if hasAddress(landings[0]) { return online("a page over https holds an IPv4 address") }
        if landings[1].isSuccess, BodyContains("Success").validate(landings[1].exchange).finding == .genuine {
            return online("Apple's page over https contains Success")
        }
        if landings[2].isSuccess { return online("Cloudflare's site answers over https") }
        var others = [try answers.following([ipify])[0]]
        if landings[2].status == 405 {
            others.append(try answers.following([.page("https://cloudflare.com/", "")])[0])
        }
        if hasAddress(others[0]) { return online("a page over https holds an IPv4 address") }
        if others.dropFirst().contains(where: \.isSuccess) { return online("Cloudflare's site answers over https") }
        if names.contains(where: \.isUnknown) || (landings + others).contains(where: { $0.end == .unknown }) {
            return DetectorConclusion(.inconclusive, "unknown", because: "an answer that it needs is not recorded")
        }
        return DetectorConclusion(.offline, "false", because: "none of its checks succeeds")
    }

    private static func hasAddress(_ landing: Detector.Landing) -> Bool {
        guard landing.isSuccess, let body = landing.exchange.response?.body else { return false }
        return isAddress(String(decoding: body.prefix(100), as: UTF8.self).filter { !$0.isWhitespace })
    }

    private static func isAddress(_ text: String) -> Bool { (try? IPAddress(text))?.family == .ipv4 }
}

extension Detector.Landing {
    fileprivate var isSuccess: Bool { status.map { (200...299).contains($0) } ?? false }
}
