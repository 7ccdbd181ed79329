public import ConnectivityCore

/// Hostile exchanges, for which every validator must still return a verdict.
public enum HostileExchanges: Sendable {
    /// Returns small exchanges: page fragments, random bytes, unusual status codes, failures with half a body.
    ///
    /// Each body is below 4 KiB. The same seed gives the same exchanges.
    public static func small(seed: UInt64, count: Int = 200) -> [ProbeExchange] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in exchange(&random) }
    }

    /// Large exchanges: bodies of 256 KiB and headers of 64 KiB, whose contents make inefficient readers slow.
    public static let large: [ProbeExchange] = {
        let pages = bodies.map { unit in
            var body = Array(unit.utf8)
            while body.count < 256 * 1024 { body += body }
            body.removeLast(body.count - 256 * 1024)
            return ProbeResponse(status: 200, headers: ["Content-Type": "text/html"], body: body)
        }
        let fields = (0..<4000).map { HeaderFields.Field(name: "X-\($0)", value: "http://a/") }
        let path = String(repeating: "/..", count: 20_000)
        return pages.map(answer) + [
            answer(ProbeResponse(status: 302, headers: ["Location": path])),
            answer(ProbeResponse(status: 302, headers: HeaderFields(fields))),
        ]
    }()

    private static let bodies = [
        "<", "<a ", "<!--", "&#x", "<div>", "<script>location=", "\"'", "\u{0}", "<meta http-equiv=refresh content=",
    ]

    private static let words = [
        "<html>", "<", ">", "</", "<form action=\"", "method=post>", "<input type=password",
        "<meta http-equiv=\"refresh\"", " content=\"0;url=http://login.example/\">", "<script>", "location.href='/x'",
        "</script>", "<!--", "-->",
        "<iframe src=//a/>", "Success", "login", "Sign in", "é", "\u{202E}", "&amp;", "&#0;", "\u{0}", "=", "'", "\"",
        " ",
        "\r\n", "<WISPAccessGatewayParam>", "<LoginURL>http://login.example/</LoginURL>", "<body onload=",
    ]
    private static let names = [
        "Location", "Refresh", "Content-Type", "Content-Length", "Content-Encoding", "Server", "Set-Cookie", "X-Probe",
        "WWW-Authenticate", "Link", "X-NetworkManager-Status", "Via", "",
    ]
    private static let values = [
        "http://login.example/", "/login", "//login.example", "javascript:alert(1)", "0; url=/login", "text/html",
        "text/html; charset=utf-16", "gzip", "-1", "99999999999999999999", "", "\u{0}", "é", "http://[::1", "a:b@c",
        "online",
    ]
    private static let statuses = [
        200, 200, 200, 204, 301, 302, 307, 401, 403, 404, 407, 451, 500, 503, 511, 0, -1, 999,
    ]
    static let kinds: [ProbeFailure.Kind] = [
        .nameLookup, .connectionRefused, .timedOut(.response), .tls(.unknownAuthority), .truncated, .malformed,
        .cancelled, .other("law", code: -1),
    ]

    private static func exchange(_ random: inout SplitMix64) -> ProbeExchange {
        func pick<Element>(_ list: [Element]) -> Element { list[random.next(below: list.count)] }
        var body: [UInt8] = []
        switch random.next(below: 3) {
        case 0: for _ in 0..<random.next(below: 40) { body += pick(words).utf8 }
        case 1: for _ in 0..<random.next(below: 400) { body.append(UInt8(truncatingIfNeeded: random.next())) }
        default: break
        }
        let fields = (0..<random.next(below: 5)).map { _ in HeaderFields.Field(name: pick(names), value: pick(values)) }
        let response = ProbeResponse(
            status: pick(statuses),
            headers: HeaderFields(fields),
            body: body,
            completeness: random.next(below: 4) == 0 ? .cutAtLimit : .complete
        )
        if random.next(below: 5) > 0 { return answer(response) }
        let part = random.next(below: 2) == 0 ? response : nil
        return ProbeExchange(
            request: ProbeRequest(url),
            outcome: .failure(ProbeFailure(pick(kinds), partialResponse: part))
        )
    }

    private static let url: HTTPURL = "http://probe.example/generate_204"

    private static func answer(_ response: ProbeResponse) -> ProbeExchange {
        ProbeExchange(request: ProbeRequest(url), outcome: .success(response))
    }
}
