import ConnectivityCore
import TestSupport
import Testing

extension ProbeExchange {
    fileprivate var verified: ProbeExchange {
        var copy = self
        copy.authentication = .verified
        return copy
    }
}

@Suite struct `The author of an answer` {
    private static let judge = ExchangeJudge(.standard)
    private static let service: HTTPURL = "https://git.example/dashboard"

    private static func verdict(
        _ status: Int,
        _ body: String = "",
        headers: HeaderFields = [:],
        expecting expectation: any ResponseValidator = StatusCode(200)
    ) -> Verdict {
        judge.verdict(on: .answer(status, body, headers: headers, url: service).verified, expecting: expectation)
    }

    @Test(arguments: [
        "<title>Sign in</title><form method=post><input name=user><input type=password></form>",
        "<script>location.href = '/login'</script>", "<meta http-equiv=refresh content='0; url=/en/'>",
        "<frameset><frame src=/app></frameset>", "<title>Free WiFi</title>", "<title>Access denied</title>",
    ])
    func `A page of a verified service is its own, whatever it looks like`(page: String) {
        expect(Self.verdict(200, page).finding, .genuine)
        #expect(Self.verdict(200, page, expecting: BodyContains("title")).finding != .captive)
        let differs = Self.verdict(200, page, expecting: BodyContains("pong"))
        #expect(differs.finding == .failed && differs.reason.code == "own-answer-differs", "\(differs)")
        expect(differs.reason.parts.first?.code, "body-lacks")
    }

    @Test(arguments: [
        (302, "/en/"), (301, "https://www.git.example/dashboard"), (302, "https://login.sso.example/oauth"),
        (307, "/dashboard/"),
    ])
    func `A redirect of a verified service is its own, and met if it is the expected one`(status: Int, location: String)
    {
        let headers: HeaderFields = ["Location": location]
        expect(Self.verdict(status, headers: headers).finding, .failed)
        expect(Self.verdict(status, headers: headers, expecting: StatusCode(status)).finding, .genuine)
        expect(
            Self.verdict(status, headers: headers, expecting: HeaderValue(of: "Location", is: location)).finding,
            .genuine
        )
    }

    @Test(arguments: [401, 402, 403, 404, 405, 410, 429, 500, 502, 503, 511])
    func `A status of a verified service counts as the service's own failure or choice`(status: Int) {
        expect(Self.verdict(status, "<title>Sign in</title>").finding, .failed)
        expect(Self.verdict(status, expecting: StatusCode(status)).finding, .genuine)
    }

    @Test func `A filter with a trusted authority counts for what it does on purpose`() {
        let legal: HeaderFields = ["Link": "<https://filter.example/>; rel=\"blocked-by\""]
        expect(Self.verdict(451, headers: legal).finding, .substituted)
        expect(Self.verdict(302, headers: ["Location": "http://block.opendns.com/?url=1"]).finding, .substituted)
        // A user's own page may have this name.
        expect(Self.verdict(302, headers: ["Location": "/blocked"]).finding, .failed)
    }

    @Test func `Without an expectation, a verified success is genuine, and anything else a failure of the service`() {
        func finding(_ exchange: ProbeExchange) -> Verdict.Finding {
            Self.judge.verdict(on: exchange, expecting: nil).finding
        }
        expect(finding(.answer(200, "hello", url: Self.service).verified), .genuine)
        expect(finding(.answer(503, url: Self.service).verified), .failed)
    }

    @Test func `Signs are asked of a built-in host that an added authority may have answered for`() {
        let redirect: HeaderFields = ["Location": "https://portal.corp.example/login"]
        var exchange = ProbeExchange.answer(
            302,
            headers: redirect,
            url: "https://captive.apple.com/hotspot-detect.html"
        )
        func finding() -> Verdict.Finding { Self.judge.verdict(on: exchange, expecting: StatusCode(200)).finding }
        exchange.authentication = .intercepted
        expect(finding(), .captive)
        exchange.authentication = .verified
        expect(finding(), .failed)
    }

    @Test func `A random text that came back is noted, and proves no author`() {
        let endpoint = Endpoint("http://own.example/", expecting: AllOf([ChallengeAnswer(), StatusCode(204)]))
        func report(_ text: String) -> EndpointReport {
            let request = endpoint.request(challenge: "abc123")
            let response = ProbeResponse(status: 204, headers: ["X-Tailscale-Response": "response \(text)"])
            let exchange = ProbeExchange(request: request, outcome: .success(response))
            return EndpointReport(on: exchange, of: endpoint, expecting: endpoint.expectation, by: Self.judge)
        }
        expect(report("abc123").exchange.authentication, .challenged)
        expect(report("other").exchange.authentication, nil)
        var redirect = ProbeExchange.answer(
            302,
            headers: ["Location": "http://portal.example/"],
            url: "http://own.example/"
        )
        redirect.authentication = .challenged
        expect(Self.judge.verdict(on: redirect, expecting: StatusCode(204)).finding, .captive)
    }

    @Test func `A recorded answer keeps its author, and one that does not say it has none`() throws {
        let exchange = ProbeExchange.answer(200, url: Self.service).verified
        expect(exchange.authentication, .verified)
        expect(ProbeExchange.answer(200, url: Self.service).authentication, nil)
    }
}

@Suite struct `An expected answer with a sign of portals` {
    private static let judge = ExchangeJudge(.standard)
    private static let asked: HTTPURL = "http://status.example/"
    private static let signs: [(page: String, sign: PageSign)] = [
        ("<p>pong<form action=/login method=post><input type=password></form>", .form),
        ("<p>pong<script>location.href = '/app'</script>", .script),
        ("<p>pong<meta http-equiv=refresh content='0; url=/app'>", .refresh),
        ("<p>pong<frameset><frame src=/app></frameset>", .frame),
    ]

    private static func verdict(_ page: String, _ expectation: any ResponseValidator) -> Verdict {
        judge.verdict(on: .answer(200, page, url: asked), expecting: expectation)
    }

    @Test(arguments: 0..<signs.count) func `The verdict is inconclusive unless the sign is stated`(number: Int) {
        let (page, sign) = Self.signs[number]
        let open = Self.verdict(page, BodyContains("pong"))
        #expect(open.finding == .inconclusive && open.reason.code == "expected-but-signed", "\(open)")
        expect(Self.verdict(page, AllowedPortalSigns([sign], BodyContains("pong"))).finding, .genuine)
        let others = Set(PageSign.allCases).subtracting([sign])
        expect(Self.verdict(page, AllowedPortalSigns(others, BodyContains("pong"))).finding, .inconclusive)
        expect(Self.verdict(page, AllowedPortalSigns([sign], BodyContains("other"))).finding, .captive)
    }

    @Test func `A sign that leads to another host is a portal's, stated or not`() {
        for (page, sign) in Self.signs where sign != .form {
            let elsewhere = page.replacing("/app", with: "http://portal.example/app")
            for expectation: any ResponseValidator in [
                BodyContains("pong"), AllowedPortalSigns([sign], BodyContains("pong")),
            ] {
                expect(Self.verdict(elsewhere, expectation).finding, .captive, "\(sign)")
            }
        }
        // A stated sign does not hide another one.
        let both = "<p>pong<form method=post><input type=password></form><frameset><frame src=http://portal.example/>"
        expect(Self.verdict(both, AllowedPortalSigns([.form], BodyContains("pong"))).finding, .captive)
    }

    @Test(
        arguments: [
            StatusCode(200), BodySize(min: 1), Inverted(StatusCode(404)), HeaderValue(of: "Server"),
            AllOf([StatusCode(200), BodySize(max: 90)]),
        ] as [any ResponseValidator]
    )
    func `An expectation that any page meets proves a genuine answer only over TLS or from this device`(
        expectation: any ResponseValidator
    ) {
        func verdict(at url: HTTPURL, _ body: String = "Welcome to our house") -> Verdict {
            Self.judge.verdict(on: .answer(200, body, headers: ["Server": "x"], url: url), expecting: expectation)
        }
        expect(verdict(at: Self.asked).reason.code, "expected-of-any-page", "\(verdict(at: Self.asked))")
        expect(verdict(at: "https://status.example/").finding, .genuine)
        expect(verdict(at: "http://127.0.0.1:8080/").finding, .genuine)
        let answer = ProbeExchange.answer(200, "our house", headers: ["Server": "x"], url: Self.asked)
        let stated = AllOf([expectation, BodyContains("house")])
        expect(Self.judge.verdict(on: answer, expecting: stated).finding, .genuine)
    }

    @Test(arguments: ["/login", "/en/", "http://www.status.example/"])
    func `A redirect on the asked host is expected only if its Location is stated`(location: String) {
        let exchange = ProbeExchange.answer(302, headers: ["Location": location], url: Self.asked)
        func finding(_ expectation: (any ResponseValidator)?) -> Verdict.Finding {
            Self.judge.verdict(on: exchange, expecting: expectation).finding
        }
        expect(finding(HeaderValue(of: "Location", is: location)), .genuine)
        expect(finding(StatusCode(302)), .inconclusive)
        expect(finding(HeaderValue(of: "Location")), .inconclusive)
        expect(finding(StatusCode(200)), .captive)
        expect(finding(nil), .captive)
        let portal = ProbeExchange.answer(302, headers: ["Location": "http://portal.example/"], url: Self.asked)
        let stated = HeaderValue(of: "Location", is: "http://portal.example/")
        expect(Self.judge.verdict(on: portal, expecting: stated).finding, .captive)
    }

    @Test(arguments: [
        ("// location.href = '/a'\nf()", false), ("/* location = '/a' */", false), ("var x = \"location='/a'\"", false),
        ("function go() { location = '/a' }", false), ("function go() { location = '/a' } go()", true),
        ("function go() { location = '/a' } setTimeout('go()', 9)", true),
        ("setTimeout(function() { location = '/a' })", true),
        ("x = /'/; location = '/a'", true), ("x = 1 / 2; location = '/a' // '", true),
        ("if (true) { location = '/a' }", true),
        ("x = `a\n'`; location = '/a'", true),
        ("function first() { function second() { location = '/a' } second() }", false),
    ])
    func `A script counts for what runs when the page loads`(script: String, runs: Bool) {
        let verdict = ScriptRedirectSignal().validate(.answer(200, "<script>\(script)</script>", url: Self.asked))
        expect((verdict.finding == .captive), runs, "\(verdict)")
    }

    @Test(arguments: [
        ("<form action=/logout method=post><button>x</button></form>", false),
        ("<form method=post><input type=submit value='Log out'></form>", false),
        ("<form action=/search><input name=q></form>", false),
        ("<form method=post><input type=email name=mail></form>", true),
        ("<form action=/logout method=post><input type=password></form>", true),
    ])
    func `A form that ends a session is no sign-in, and one that asks for an address is`(form: String, isSignIn: Bool) {
        let verdict = SignInFormSignal().validate(.answer(200, form, url: Self.asked))
        expect((verdict.finding == .captive), isSignIn, "\(verdict)")
    }
}
