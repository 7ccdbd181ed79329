import ConnectivityCore
import TestSupport
import Testing

@Suite struct `Redirects of an endpoint that permits some` {
    private static func request(_ url: HTTPURL, follow: Int = 3, _ method: HTTPQuestion.Method = .get) -> ProbeRequest {
        var question = HTTPQuestion(url, method: method, headers: ["Accept": "text/plain", "X-Key": "s3cret"])
        question.redirectCountMax = follow
        return ProbeRequest(.http(question), path: ProbeRequest.Path(interface: "eth0", addresses: ["192.0.2.80"]))
    }

    /// The requests that were sent, and the exchange of the whole chain.
    private static func ask(
        _ request: ProbeRequest,
        from address: (HTTPURL) -> IPAddress? = { _ in "203.0.113.80" },
        _ answer: (HTTPURL) -> ProbeResponse
    ) -> (asked: [ProbeRequest], exchange: ProbeExchange)? {
        guard var chain = RedirectChain(request) else { return nil }
        var asked: [ProbeRequest] = []
        while true {
            let next = chain.next
            asked.append(next)
            guard let url = next.url else { return nil }
            var exchange = ProbeExchange(
                request: next,
                outcome: .success(answer(url)),
                remoteAddress: address(url),
                timings: ProbeExchange.Timings(total: .milliseconds(20))
            )
            if url.scheme == .https { exchange.authentication = .verified }
            guard chain.follows(exchange) else { return (asked, chain.exchange(exchange, after: .seconds(1))) }
        }
    }

    private static func redirect(to location: String, _ status: Int = 302) -> ProbeResponse {
        ProbeResponse(status: status, headers: ["Location": location])
    }

    private static func refusal(of location: String, at url: HTTPURL = "https://a.example.com/") -> ProbeExchange
        .RedirectRefusal?
    {
        guard let (asked, exchange) = ask(request(url), { _ in redirect(to: location) }) else { return nil }
        #expect(asked.count == 1 && exchange.redirects.isEmpty && exchange.answeredURL == url)
        expect(exchange.response?.status, 302)
        return exchange.redirectRefusal
    }

    @Test func `A redirect within the site is followed over the same path, and each is evidence`() throws {
        let first = Self.request("http://example.com/start")
        let (asked, exchange) = try #require(
            Self.ask(first) { url in
                switch "\(url)" {
                case "http://example.com/start": Self.redirect(to: "https://www.example.com/a?b=c", 301)
                case "https://www.example.com/a?b=c": Self.redirect(to: "home#top", 307)
                default: ProbeResponse(status: 200, body: Array("pong".utf8))
                }
            }
        )
        #expect(exchange.request == first && exchange.response?.body == Array("pong".utf8))
        expect(
            exchange.redirects.map { "\($0.url) \($0.status)" },
            [
                "http://example.com/start 301", "https://www.example.com/a?b=c 307",
            ]
        )
        #expect(
            exchange.redirects.allSatisfy { $0.duration == .milliseconds(20) && $0.remoteAddress == "203.0.113.80" }
        )
        #expect(exchange.answeredURL == "https://www.example.com/home#top" && exchange.redirectRefusal == nil)
        #expect(exchange.timings.total == .seconds(1) && exchange.authentication == .verified)
        #expect(asked.allSatisfy { $0.path.interface == "eth0" && $0.http?.redirectCountMax == 0 })
        expect(asked.map(\.path.addresses), [["192.0.2.80"], [], []])
        expect(LandingURL("https://www.example.com/home").validate(exchange).finding, .genuine)
        expect(LandingURL("https://www.example.com/a").validate(exchange).finding, .substituted)
    }

    @Test func `Another origin receives only the fields that are the same for everybody`() throws {
        let (asked, _) = try #require(
            Self.ask(Self.request("https://example.com/")) { url in
                url.host == "example.com" && url.path == "/"
                    ? Self.redirect(to: "https://www.example.com/")
                    : url.host == "www.example.com"
                        ? Self.redirect(to: "https://example.com/back") : ProbeResponse(status: 204)
            }
        )
        expect(asked.map { $0.http?.headers["X-Key"] }, ["s3cret", nil, "s3cret"])
        expect(asked.map { $0.http?.headers["Accept"] }, ["text/plain", "text/plain", "text/plain"])
        let (ports, _) = try #require(
            Self.ask(Self.request("https://example.com/")) { url in
                url.port == nil ? Self.redirect(to: "https://example.com:8443/") : ProbeResponse(status: 204)
            }
        )
        expect(ports.map { $0.http?.headers["X-Key"] }, ["s3cret", nil])
    }

    @Test(arguments: [
        ("https://other.example/", ProbeExchange.RedirectRefusal.otherSite),
        ("https://example.com.evil.example/", .otherSite),
        ("https://b.example.com/", .otherSite), ("https://com/", .otherSite), ("https://192.0.2.1/", .otherSite),
        ("//notexample.com/", .otherSite), ("http://a.example.com/", .downgrade), ("/", .loop), ("#part", .loop),
        ("ftp://a.example.com/", .location), ("javascript:alert(1)", .location), ("http:a", .location),
        ("https://user:s3cret@a.example.com/", .location), ("https://a.example.com:0/", .location),
        ("https://localhost/", .location), ("http://127.0.0.1/", .location), ("", .location), ("a\u{0}b", .location),
        ("/" + String(repeating: "a", count: 10_000), .location),
    ])
    func `A redirect that leaves the site is not followed`(location: String, refusal: ProbeExchange.RedirectRefusal) {
        expect(Self.refusal(of: location), refusal, "\(location.prefix(60))")
    }

    @Test func `Two different targets in one answer are followed to neither`() throws {
        let both = ProbeResponse(status: 302, headers: ["Location": "/a", "location": "/b"])
        let (asked, exchange) = try #require(Self.ask(Self.request("https://example.com/")) { _ in both })
        #expect(asked.count == 1 && exchange.redirectRefusal == .location)
    }

    @Test(arguments: 1...7)
    func `Endless redirects end at the limit, which is at most five`(follow: Int) throws {
        let (asked, exchange) = try #require(
            Self.ask(Self.request("https://example.com/0", follow: follow)) { url in
                Self.redirect(to: "/\((Int(url.path.dropFirst()) ?? 0) + 1)")
            }
        )
        #expect(asked.count == min(follow, 5) + 1 && exchange.redirects.count == min(follow, 5))
        #expect(exchange.redirectRefusal == .limit && exchange.response?.status == 302)
    }

    @Test func `A redirect from a private address is not followed if the endpoint's own address is public`() throws {
        let (asked, exchange) = try #require(
            Self.ask(Self.request("http://example.com/0"), from: { $0.path == "/0" ? "203.0.113.80" : "10.0.0.1" }) {
                url in Self.redirect(to: "/\((Int(url.path.dropFirst()) ?? 0) + 1)")
            }
        )
        #expect(asked.count == 2 && exchange.redirectRefusal == .privateAddress)
        let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: StatusCode(302))
        #expect(verdict.finding != .genuine)
    }

    @Test func `POST, built-in hosts and requests that permit no redirect are not followed`() {
        #expect(RedirectChain(Self.request("https://example.com/", .post)) == nil)
        #expect(RedirectChain(Self.request("https://example.com/", follow: 0)) == nil)
        #expect(RedirectChain(Self.request("http://captive.apple.com/")) == nil)
        #expect(Endpoint.builtIn.allSatisfy { $0.question.http?.redirectCountMax ?? 0 == 0 })
    }

    @Test func `A followed answer has an author only by its own TLS, and none that was intercepted before`() throws {
        var request = Self.request("https://example.com/")
        request.limits.total = .seconds(1)
        var chain = try #require(RedirectChain(request))
        var first = ProbeExchange(request: chain.next, outcome: .success(Self.redirect(to: "/a")))
        first.authentication = .intercepted
        let goesOn = chain.follows(first)
        #expect(goesOn)
        var last = ProbeExchange(request: chain.next, outcome: .success(ProbeResponse(status: 200)))
        last.authentication = .verified
        let ends = !chain.follows(last)
        #expect(ends)
        expect(chain.exchange(last, after: .zero).authentication, .intercepted)
        last.authentication = nil
        expect(chain.exchange(last, after: .zero).authentication, nil)
    }

    @Test func `The final URL of an answer proves nothing by itself over plain HTTP`() {
        for body in ["", String(repeating: "<p>page</p>", count: 50)] {
            let exchange = ProbeExchange(
                request: ProbeRequest("http://example.com/"),
                outcome: .success(ProbeResponse(status: 200, body: Array(body.utf8)))
            )
            let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: LandingURL("http://example.com/"))
            #expect(verdict.finding == .inconclusive && verdict.reason.code.hasPrefix("expected-of-any-"))
        }
    }

    @Test func `A portal that redirects to its page on the asked host is seen there`() throws {
        let form = #"<form action="/login"><input type="password" name="p"></form>"#
        let (_, exchange) = try #require(
            Self.ask(Self.request("http://example.com/")) { url in
                url.path == "/"
                    ? Self.redirect(to: "/portal/")
                    : ProbeResponse(
                        status: 200,
                        headers: ["Content-Type": "text/html"],
                        body: Array(form.utf8)
                    )
            }
        )
        let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: BodyContains("pong"))
        #expect(verdict.finding == .captive && verdict.portal?.signInURL == "http://example.com/portal/", "\(verdict)")
    }
}
