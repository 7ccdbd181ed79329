import ConnectivityCore
import TestSupport
import Testing

/// Pages of filters, and pages of portals that look like them.
@Suite struct `Block pages` {
    private static let asked: HTTPURL = "http://probe.example/check"
    private static let endpoint = Endpoint(asked, expecting: StatusCode(204))

    /// The judge's verdict on an answer of an endpoint whose whole answer is known.
    private static func verdict(_ status: Int, _ body: String = "", headers: HeaderFields = [:]) -> Verdict {
        ExchangeJudge([PortalSignals()]).verdict(
            on: .answer(status, body, headers: headers, url: asked),
            expecting: endpoint.expectation
        )
    }

    private static func redirect(_ location: String) -> Verdict { verdict(302, headers: ["Location": location]) }

    // MARK: Names

    @Test(arguments: [
        "http://192.0.2.1/blocked", "http://192.0.2.1/cgi-bin/URLblocked.cgi?a=1", "http://192.0.2.1/ups/no_access",
        "http://192.0.2.1:8080/webadmin/deny/index.php", "https://gw.example/sgerror.php?n=x",
        "http://isp.example/help/site-blocked2.html", "http://isp.example/Kids/FamilyFilter",
        "http://isp.example/Access/Denied",
        "http://warning.example/", "http://lawfilter.isp.example/", "http://filter.isp.example/",
        "http://gw.example/filter/",
        "http://10.0.0.1/warning.html", "http://gw.example/?a=block/page3",
        "http://gw.example/p?blocked_url=http%3A%2F%2Fa.example",
        "/blocked", "http://block.opendns.com/?url=1", "http://208.91.112.55/", "http://127.0.0.1/", "http://0.0.0.0/",
        "http://[::1]/", "http://localhost/",
    ])
    func `A redirect to a URL that is named for refusal is a filter's`(location: String) {
        expect(Self.redirect(location).reason, .blockPage(evidence: location))
    }

    @Test(arguments: [
        "http://portal.example/login", "http://portal.example/unblock", "http://blockchain.example/",
        "http://isp.example/filters/login", "http://blocked.isp.example/login", "http://isp.example/blocked/payment",
        "http://portal.isp.example/denied", "http://gw.example/?url=http://a.example/blocked",
        "http://gw.example/?dst=blocked.example",
        "http://isp.example/forewarning", "http://gw.example/coffeefilter-shop/menu", "http://isp.example/lawful",
        "/login",
        "http://10.0.0.1/",
    ])
    func `A redirect to a URL with another name, or one that also says what to do, is a portal's`(location: String) {
        expect(Self.redirect(location).finding, .captive)
    }

    @Test func `A name for refusal that the asked URL has itself says nothing`() {
        func verdict(_ location: String, at url: HTTPURL) -> Verdict {
            BlockPageSignal().validate(.answer(302, headers: ["Location": location], url: url))
        }
        expect(verdict("/start", at: "http://blocked.example/"), .inconclusive)
        expect(verdict("/list/denied/2", at: "http://a.example/list/denied/1"), .inconclusive)
        expect(verdict("https://a.example/denied", at: "http://a.example/denied"), .inconclusive)
        expect(verdict("http://127.0.0.1:8080/x", at: "http://127.0.0.1:8080/y"), .inconclusive)
        expect(verdict("http://localhost:8080/x", at: "http://127.0.0.1:8080/y"), .inconclusive)
    }

    @Test func `A refresh, a script and a frame count as a redirect does`() {
        let target = "http://gw.example/blockpage"
        for page in [
            "<meta http-equiv=refresh content='0;url=\(target)'>", "<script>location.replace('\(target)')</script>",
            "<frameset><frame src='\(target)'></frameset>",
            "<script>top.location = '\(target)' + location.search</script>",
        ] {
            expect(Self.verdict(200, page).reason, .blockPage(evidence: target), "\(page)")
        }
        expect(Self.verdict(200, "<script>location = 'http://' + host + '/blocked'</script>").finding, .captive)
    }

    @Test func `Over TLS the script of an error page is ignored`() {
        let page = "<script>location = 'https://gw.example/blocked'</script>"
        expect(BlockPageSignal().validate(.answer(410, page, url: "https://a.example/")), .inconclusive)
        expect(BlockPageSignal().validate(.answer(410, page, url: "http://a.example/")).finding, .substituted)
    }

    @Test func `An answer from the address of a filter is a filter's, regardless of its content`() {
        func verdict(from address: String, at url: HTTPURL) -> Verdict {
            var exchange = ProbeExchange.answer(200, "<p>hello", url: url)
            exchange.remoteAddress = try? IPAddress(address)
            return BlockPageSignal().validate(exchange)
        }
        expect(verdict(from: "146.112.61.106", at: Self.asked).reason, .blockPage(evidence: "146.112.61.106"))
        expect(verdict(from: "192.0.2.1", at: Self.asked), .inconclusive)
        expect(verdict(from: "208.91.112.55", at: "http://208.91.112.55/"), .inconclusive)
    }

    // MARK: Searching for the name

    @Test(arguments: [
        "http://search.isp.example/?url=probe.example", "http://isp.example/dnserror?d=probe.example/",
        "http://isp.example/x?q=probe.example&b=1", "http://isp.example/lost?searchterm=www.probe.example",
        "http://suche.isp.example/?domain=probe.example%2Fcheck",
    ])
    func `A redirect to a search page for the asked name is a name server's`(location: String) {
        let verdict = Self.redirect(location)
        expect(verdict.finding, .substituted)
        expect(verdict.reason, .nameSearch(location: location))
    }

    @Test(arguments: [
        "http://portal.example/?url=http://probe.example/check", "http://portal.example/?host=probe.example",
        "http://search.portal.example/?q=other.example", "http://search.portal.example/?q=probe.example.net",
        "http://search.portal.example/", "http://portal.example/login?dst=http%3A%2F%2Fprobe.example%2Fcheck",
    ])
    func `A redirect that quotes a URL, another name, or no name to search for is a portal's`(location: String) {
        expect(Self.redirect(location).finding, .captive)
    }

    // MARK: Forms and scripts

    private static let report = "<form method=post action=/r><input name=mail><textarea name=comment></textarea></form>"
    private static let order = "<form method=post action=/o><input name=phone><button>Call me</button></form>"
    private static let hidden = "<form method=post><input type=hidden name=user><input type=submit value='Send'></form>"
    private static let bypass = "<form method=post><input type=password name=bypass_password><button>Go</button></form>"
    private static let signIn = "<form method=post><input name=user><input type=password name=p></form>"
    private static let consent = "<form method=post><input type=submit value='I accept'></form>"
    private static let script = "<script>function menu(u) { location.href = u }</script>"

    @Test(arguments: [report, order, hidden, bypass, script])
    func `A page that refuses is a filter's despite a form that is no sign-in, or a script`(sign: String) {
        for page in ["<title>Page blocked</title>\(sign)", "\(sign)<h1>Sorry</h1><p>This page was blocked by us.</p>"] {
            expect(Self.verdict(200, page).finding, .substituted, "\(page)")
        }
        expect(Self.verdict(200, "<title>Hello</title>\(sign)").finding, .captive)
    }

    @Test(arguments: [signIn, consent])
    func `A form for credentials or consent is a portal's even if the page refuses`(form: String) {
        expect(Self.verdict(200, "<title>Access denied</title>\(form)").finding, .captive)
    }

    @Test func `A page that refuses and leads to a sign-in page is a portal's`() {
        let page = "<title>Access denied</title><meta http-equiv=refresh content='3;url=http://gw.example/login'>"
        expect(Self.verdict(200, page).finding, .captive)
        expect(Self.verdict(200, page.replacing("login", with: "info")).finding, .substituted)
    }

    @Test func `Blocking in the terms of use of a portal is no refusal`() {
        let terms = String(repeating: "The house is glad to have you. ", count: 30) + "File sharing is blocked."
        expect(Self.verdict(200, "<title>Hotel</title><p>\(terms)</p>\(Self.order)").finding, .captive)
    }

    // MARK: Words

    @Test func `A page that names a step for the user is a portal, even if its title is a refusal`() {
        for text in [
            "Your subscription has expired.", "You must log in first.", "Вы не авторизованы.", "Saldo insuficiente.",
            "Ihr Guthaben ist aufgebraucht.", "余额不足", "Register your device at the desk.",
        ] {
            let verdict = Self.verdict(200, "<title>Access denied</title><p>\(text)")
            expect(verdict.finding, .captive, "\(text)")
            expect(verdict.portal?.signInURL, Self.asked)
        }
    }

    @Test func `A word of the title takes precedence over the words of the text`() {
        let text = "The hotspot is run by the library."
        expect(Self.verdict(200, "<title>Site banned</title><p>\(text)").finding, .substituted)
        expect(Self.verdict(200, "<title>Library</title><p>This site has been blocked. \(text)").finding, .captive)
        expect(Self.verdict(200, "<title>Sign in</title><p>This site has been blocked.").finding, .captive)
    }

    @Test(arguments: [
        "Siden er blokeret", "Sidan är blockerad", "Η πρόσβαση έχει απαγορευτεί", "BU SİTEYE ERİŞİM ENGELLENMİŞTİR",
        "Pristup zabranjen", "Prieiga uždrausta", "Ligipääs keelatud", "Truy cập đã bị chặn", "此网站已被封锁",
        "&#1605;&#1581;&#1580;&#1608;&#1576;", "Acc&egrave;s interdit", "P&#x159;&iacute;stup odep&#345;en",
        "Stop page",
    ])
    func `Recognizes refusals in many languages, also with letters written as references`(words: String) {
        expect(Self.verdict(200, "<title>Example</title><h2>\(words)</h2>").finding, .substituted)
    }

    @Test func `In a page with few words a single word is enough`() {
        let rest = String(repeating: "Ask the desk about parking, breakfast and towels. ", count: 8)
        expect(Self.verdict(200, "<p>Forbidden.").finding, .substituted)
        expect(Self.verdict(200, "<p>Forbidden. \(rest)").finding, .captive)
        expect(Self.verdict(200, "<p>Forbidden.<form action=/accept><input type=submit></form>").finding, .captive)
        expect(Self.verdict(200, "<p>Verbindung verweigert.").finding, .failed)
    }

    @Test func `A heading far down the page of a provider counts`() {
        let menus = String(repeating: "<li>Phones and plans</li>", count: 600)
        expect(Self.verdict(200, "<ul>\(menus)</ul><h2>This page is blocked</h2>").finding, .substituted)
        expect(Self.verdict(200, "<ul>\(menus)</ul><p>This page is blocked</p>").finding, .captive)
    }

    @Test func `Words of the asked URL that a page quotes do not count`() {
        let url: HTTPURL = "http://probe.example/hotspot-detect.html"
        let answer = ProbeExchange.answer(200, "<p>\(url) is blocked here.", url: url)
        let verdict = ExchangeJudge([PortalSignals()]).verdict(on: answer, expecting: StatusCode(204))
        expect(verdict.finding, .substituted)
    }

    @Test func `A notice that the Internet is paused is no portal's only if the page offers nothing to act on`() {
        let paused =
            "<html><title>Internet paused</title><h1>Internet paused</h1><p>Bedtime!</p><img src=moon.png></html>"
        func finding(_ body: String, _ change: (inout ProbeExchange) -> Void = { _ in }) -> Verdict.Finding {
            var exchange = ProbeExchange.answer(200, body, url: "http://captive.apple.com/hotspot-detect.html")
            change(&exchange)
            return ExchangeJudge(.standard).verdict(on: exchange, expecting: Endpoint.apple.expectation).finding
        }
        expect(finding(paused), .substituted)
        expect(finding("<p>Internetzugang pausiert"), .substituted)
        expect(finding("<p>Welcome"), .captive)
        for control in [
            "<A HREF='/x'>x</A><a href='/y'>y</a>", "<form></form>", "<form method=post><button>Resume</button></form>",
            "<button>x</button>", "<script src=x></script>", "<iframe src=x></iframe>",
            "<meta http-equiv=refresh content=5>",
            "<p onclick=x>x</p>", "<p>See router.example", "<p>Open 192.0.2.1", "<p>You must log in first.",
            String(repeating: "Bedtime! ", count: 1_000),
        ] { expect(finding(paused + control), .captive, "\(control)") }
        expect(finding(paused) { $0.answeredURL = "http://router.example/" }, .captive)
        for field in ["Refresh", "Link"] {
            let fields = HeaderFields([.init(name: field, value: "5")])
            let answer = ProbeResponse(status: 200, headers: fields, body: Array(paused.utf8))
            expect(finding(paused) { $0.outcome = .success(.http(answer)) }, .captive, "\(field)")
        }
        let part = ProbeResponse(status: 200, body: Array(paused.utf8), completeness: .cutAtLimit)
        expect(finding(paused) { $0.outcome = .success(.http(part)) }, .captive)
    }

    @Test func `A sign-in form counts although the connection ended before the page did`() {
        let part = ProbeResponse(status: 200, body: Array("<form method=post><input type=password></form>".utf8))
        var exchange = ProbeExchange.answer(200, "", url: "http://captive.apple.com/hotspot-detect.html")
        exchange.outcome = .failure(ProbeFailure(.truncated, partialResponse: part))
        let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: Endpoint.apple.expectation)
        expect(verdict.portal?.signInURL, exchange.request.url)
    }

    @Test func `The name of a picture counts if the page has next to no text`() {
        let picture = "<img src='/i/access_denied.gif'>"
        expect(Self.verdict(200, picture).reason, .blockPage(evidence: "/i/access_denied.gif"))
        expect(Self.verdict(200, picture + String(repeating: "Welcome to us. ", count: 10)).finding, .captive)
        expect(Self.verdict(200, "<img src='/i/logo.gif'>").finding, .captive)
    }

    @Test(arguments: [404, 500, 502, 503])
    func `A page that refuses behind an error is a filter's, and over TLS the endpoint's own`(status: Int) {
        let page = "<title>Blocked</title>"
        expect(Self.verdict(status, page).finding, .substituted)
        expect(Self.verdict(status, "<title>Oops</title>").reason, .endpointFailure(status: status))
        let secure = ProbeExchange.answer(status, page, url: "https://probe.example/check")
        expect(EndpointFailure().validate(secure).reason, .endpointFailure(status: status))
    }

    @Test func `Too many requests and a conflict are failures of the endpoint`() {
        expect(Self.verdict(429, "<title>Access denied</title>").reason, .endpointFailure(status: 429))
        expect(Self.verdict(409, "<title>Hello</title>").reason, .endpointFailure(status: 409))
    }

    @Test(arguments: [
        ("parked", "<p>This domain is parked. Buy this domain today."),
        ("For sale", "<p>The domain name is for sale. Make an offer on this domain."),
        ("Account suspended", "<p>This account has been suspended. Please contact your hosting provider."),
    ])
    func `A parked or suspended host is substituted for any form of its page`(title: String, text: String) {
        let forms = [
            "", "<meta http-equiv=refresh content='0; url=/x'>",
            "<script>location.href = 'http://ads.example/'</script>",
            "<frameset><frame src='http://ads.example/'></frameset>", "<a href='http://ads.example/'>more</a>",
            "<form action=/search><input name=q></form>",
        ]
        for form in forms {
            for status in [200, 403, 404, 503] {
                let verdict = Self.verdict(status, "<title>\(title)</title>\(text)\(form)")
                expect(verdict.reason.code, "parked-page", "\(status) \(form): \(verdict)")
            }
        }
        expect(Self.verdict(200, "<title>\(title)</title>\(text)<form><input type=password>").finding, .captive)
    }

    @Test func `A heading that refuses counts before the name of a place further down`() {
        let page = "<h1>Access denied</h1><p>This site is not for visitors.</p><p>Welcome to our guest WiFi.</p>"
        expect(Self.verdict(200, page).finding, .substituted)
        expect(Self.verdict(200, page + "<p>Please sign in to continue.").finding, .captive)
    }

    // MARK: What a person can act on

    @Test(arguments: [
        "<title>Your time is up</title>", "<title>Blocked</title><p>Your account is suspended until payment.",
        "<p>Please renew your subscription to go on.", "<p>Ihre Zeit ist abgelaufen.", "<p>Votre temps est écoulé.",
        "<p>Su tiempo se ha agotado.", "<p>Ваше время истекло, продлите доступ.", "<p>时间已到，请续费", "<p>利用時間が終了しました",
    ])
    func `A page that asks to pay or to renew is a portal's, with any status that gateways send`(page: String) {
        for status in [200, 402, 403, 503] {
            let verdict = Self.verdict(status, page)
            #expect(verdict.finding == .captive && verdict.portal?.kind == .payment, "\(status): \(verdict)")
        }
    }

    @Test func `The status 402 asks to pay over plain HTTP, and is the endpoint's own over TLS`() {
        expect(Self.verdict(402, "").portal?.kind, .payment)
        let secure = ProbeExchange.answer(402, "", url: "https://probe.example/check")
        expect(ExchangeJudge([PortalSignals()]).verdict(on: secure, expecting: StatusCode(204)).finding, .substituted)
    }

    @Test(arguments: [200, 403, 503])
    func `A page that consists of a link, or is titled for signing in and has one, is a portal's`(status: Int) {
        for page in [
            "<a href='http://portal.example/x'>Click here</a>", "<p>To go on, <a href=/login>click</a>",
            "<title>Log in</title><p>\(String(repeating: "Some text. ", count: 60))<a href=/a>a</a><a href=/portal>b</a>",
        ] {
            let verdict = Self.verdict(status, page)
            #expect(verdict.finding == .captive && verdict.portal?.signInURL != nil, "\(page): \(verdict)")
        }
        for page in ["<a href=#top>Top</a>", "<a href=/status>Status</a>", "<a href=http://127.1/login>Log in</a>"] {
            let verdict = Self.verdict(status, page)
            #expect(verdict.reason.code != "portal-page", "\(page): \(verdict)")
        }
    }

    // MARK: Endpoints of which nothing is known

    @Test func `Without an expectation, only the wording of a network counts as a portal's`() {
        func finding(_ body: String, at url: HTTPURL = Self.asked) -> Verdict.Finding {
            ExchangeJudge([PortalSignals()]).verdict(on: .answer(200, body, url: url), expecting: nil).finding
        }
        expect(finding("<title>Captive portal</title>"), .captive)
        expect(finding("<p>Accept, and enjoy our free WiFi."), .captive)
        expect(finding("<title>Sign in</title><p>Your bill is overdue."), .inconclusive)
        expect(finding("<title>Status</title><p>All systems work."), .inconclusive)
        expect(finding("<title>Hotspot</title>", at: "https://probe.example/"), .genuine)
    }

    @Test func `No words turn the whole expected answer into a block page`() {
        let body = "<title>Blocked</title><p>This site has been blocked.</p>\(Self.report)"
        let answer = ProbeExchange.answer(200, body, url: Self.asked)
        expect(ExchangeJudge([PortalSignals()]).verdict(on: answer, expecting: BodyEquals(body)).finding, .genuine)
    }
}
