import ConnectivityCore
import TestSupport
import Testing

@Suite struct `Signs of a portal` {
    @Test(arguments: [
        ("http://192.0.2.1/login?dst=x", "http://192.0.2.1/login?dst=x"),
        ("/login", "http://captive.apple.com/login"),
        ("//portal.example/a", "http://portal.example/a"),
        ("https://portal.example:8443/", "https://portal.example:8443/"),
        ("http://[2001:db8::1]:2050/splash", "http://[2001:db8::1]:2050/splash"),
        ("https://captive.apple.com/login", "https://captive.apple.com/login"),
    ])
    func `A redirect to another URL leads to the sign-in page`(location: String, expected: String) {
        for status in [301, 302, 303, 307, 308] {
            let verdict = PortalSignals().validate(.answer(status, headers: ["Location": location]))
            expect(verdict.finding, .captive)
            expect(verdict.portal?.signInURL?.description, expected)
            expect(verdict.portal?.source, .location)
            expect(verdict.reason, .redirect(status: status, location: location))
        }
    }

    @Test(arguments: [
        ("javascript:alert(1)", HTTPURL.Fault.scheme("javascript")), ("intent://x", .scheme("intent")),
        ("http://user@portal.example/", .userInfo), ("http://", .host), ("", .empty),
    ])
    func `A redirect to an unsafe URL is a portal without a sign-in page`(location: String, fault: HTTPURL.Fault) {
        let verdict = PortalSignals().validate(.answer(302, headers: ["Location": location]))
        expect(verdict.finding, .captive)
        expect(verdict.portal?.signInURL, nil)
        expect(verdict.portal?.signInURLFault, fault)
    }

    @Test func `Status 511 is a portal, and its body may lead to the sign-in page`() {
        let plain = PortalSignals().validate(.answer(511, "<p>Sign in"))
        expect(plain.reason, .networkAuthenticationRequired)
        expect(plain.portal?.signInURL, "http://captive.apple.com/hotspot-detect.html")
        let page = #"<meta http-equiv="refresh" content="0; url=https://login.example/">"#
        expect(PortalSignals().validate(.answer(511, page)).portal?.signInURL, "https://login.example/")
    }

    @Test(arguments: [
        #"<META HTTP-EQUIV='Refresh' CONTENT='5;URL=/login'>"#,
        #"<html><head><meta content="0; url = '/login' " http-equiv=refresh></head>"#,
        #"<!-- <meta http-equiv="refresh" content="0;url=/no"> --><meta http-equiv="refresh" content="0;/login">"#,
        #"<script>document.write('<meta http-equiv="refresh" content="0;url=/no">')</script><meta http-equiv="refresh" content="0,url=/login">"#,
        #"<meta http-equiv=refresh content="0; url=http&#58;&#x2F;&#x2F;captive.apple.com&#x2f;login">"#,
        #"<body onload="location.href=&quot;/login&quot;">"#,
    ])
    func `A page with a refresh leads to the sign-in page`(page: String) {
        let verdict = PortalSignals().validate(.answer(200, page))
        expect(verdict.finding, .captive)
        expect(verdict.portal?.signInURL, "http://captive.apple.com/login")
    }

    @Test(arguments: [
        "<meta http-equiv=refresh content='0; url=http://login.exam", "<iframe width='100%' src=/lo",
        "<form><input type=password",
    ])
    func `A value in which the page ends is no sign of a portal`(page: String) {
        expect(PortalSignals().validate(.answer(200, "<p>x</p>" + page)), .inconclusive)
    }

    @Test func `A page that reloads itself is no sign of a portal`() {
        expect(RefreshSignal().validate(.answer(200, #"<meta http-equiv=refresh content=1>"#)), .inconclusive)
    }

    @Test(arguments: [
        #"<form action="/auth"><input name=user><input type="password"></form>"#,
        #"<form method=post><input type=hidden name=x><input name="voucher_code"></form>"#,
        #"<FORM><INPUT TYPE="checkbox" NAME="acceptTerms"></FORM>"#,
        #"<input type=PASSWORD>"#,
    ])
    func `A form that asks for credentials or consent is a portal`(page: String) {
        expect(SignInFormSignal().validate(.answer(200, page)).finding, .captive)
    }

    @Test func `A search box is not a sign-in form`() {
        let page = #"<form action="/search"><input name="q"><button>Go</button></form>"#
        expect(PortalSignals().validate(.answer(200, page)), .inconclusive)
    }

    @Test(arguments: [
        ("location='/login'", "/login"), ("window.location = \"http://a.example/x\";", "http://a.example/x"),
        ("self.location.href='/a'", "/a"), ("if(1){document.location.assign( '/b' )}", "/b"),
        ("parent.location.replace('/c');", "/c"), ("location.href='/d?u='+u", nil), ("location=url", nil),
        ("top.location.href = x ? '/a' : '/b'", nil), ("location = 'a\\x2fb'", nil),
        ("location.href = 'http:\\/\\/a.example\\/x'", "http://a.example/x"), ("location = '/it\\'s'", "/it's"),
        ("location = `/g`", "/g"), ("location = `/g?${u}`", nil), ("location = '/a\\n'", nil),
        ("window[\"location\"] = '/h'", "/h"), ("top['location'].replace('/i')", "/i"),
        ("window.open('/e', \"_self\")", "/e"), ("a(); window.open ( '/f' , '_top', 'x')", "/f"),
    ])
    func `A script that sets the location is detected without executing it`(script: String, target: String?) {
        let verdict = ScriptRedirectSignal().validate(.answer(200, "<script>\(script)</script>"))
        expect(verdict.reason, .scriptRedirect(location: target))
    }

    @Test(arguments: [
        "geolocation='x'", "my_location = 1", "if (location == top.location) {}", "x = location.host",
        "location.reload()",
        "locations = []", "data-location='x'", "location.hash = 'top'", "window.open('/help')",
        "window.open(u, '_self')", "text = '[\"location\"]'", "x = ['location']",
        "window.open('/help', 'help')",
    ])
    func `A script that only mentions a location is not a redirect`(script: String) {
        expect(ScriptRedirectSignal().validate(.answer(200, "<script>\(script)</script>")), .inconclusive)
    }

    @Test func `A frame that fills the page is a portal, and a small frame is not`() {
        expect(
            FrameSignal().validate(.answer(200, "<frameset><frame src='/login'>")).reason,
            .frame(location: "/login")
        )
        expect(FrameSignal().validate(.answer(200, "<iframe width='100%' src='/a'>")).finding, .captive)
        expect(FrameSignal().validate(.answer(200, "<iframe width=300 src='/a'>")), .inconclusive)
    }

    @Test func `A WISPr message provides the sign-in page`() {
        let page = """
            <html><!-- <WISPAccessGatewayParam><Redirect><MessageType>100</MessageType>
            <LoginURL><![CDATA[https://gw.example/login?a=1&amp;b=2]]></LoginURL></Redirect></WISPAccessGatewayParam> -->
            """
        let verdict = PortalSignals().validate(.answer(200, page))
        expect(verdict.reason, .wispr(messageType: "100"))
        expect(verdict.portal?.signInURL, "https://gw.example/login?a=1&b=2")
    }

    @Test func `Every truncation of a page ends without a trap`() {
        let page = Array(
            #"<!-- x --><form action="a&amp;b"><input type='password' name=p/></form><script>a</script>"#.utf8
        )
        for count in 0...page.count {
            _ = PortalSignals().validate(.answer(200, String(decoding: page.prefix(count), as: UTF8.self)))
        }
    }
}

@Suite struct `The judge` {
    private let judge = ExchangeJudge([PortalSignals()])

    private func verdict(_ exchange: ProbeExchange, _ endpoint: Endpoint = .apple) -> Verdict {
        judge.verdict(on: exchange, expecting: endpoint.expectation)
    }

    @Test func `The exact expected body is genuine even if it looks like a portal's page`() {
        let canonical = #"<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>"#
        expect(verdict(.answer(200, canonical), .mozillaCanonical).finding, .genuine)
        expect(verdict(.answer(200, canonical), .apple).finding, .captive)
    }

    @Test func `A portal page with the word Success is not genuine`() {
        let page = #"<title>Success</title><form action="/login"><input type="password"></form>"#
        let endpoint = Endpoint("http://captive.apple.com/", expecting: BodyContains("Success"))
        expect(verdict(.answer(200, page), endpoint).finding, .captive)
        expect(verdict(.answer(200, "<title>Success!</title>")).finding, .captive)
    }

    @Test func `A genuine body that was altered on the way is a failure`() {
        let genuine = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
        for (body, alteration) in [
            (String(genuine.prefix(40)), BodyAlteration.cutShort), (genuine + genuine, .extended),
            (genuine.replacing("</BODY>", with: "<script src=x></script></BODY>"), .extended),
            (genuine.lowercased(), .rewritten), (genuine.replacing("><", with: ">\r\n<"), .rewritten),
            ("<html><body>Success</body></html>", .rewritten), ("Success\n", .rewritten),
            ("<HTML><HEAD><TITLE>Success</TITLE></HEAD>Hi</HTML>", .imitated),
        ] {
            expect(verdict(.answer(200, body)).reason, .bodyAltered(alteration), "\(body)")
        }
    }

    @Test(arguments: [
        "<title>Success</title><p>Sign in to the network <a href=/a>here</a>.",
        "<!-- <HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML> --><p>Sign in to the network <a href=/a>here</a>.",
    ])
    func `A page that asks for a sign-in is a portal, although it has what the endpoint sends`(page: String) {
        expect(verdict(.answer(200, page)).reason.code, "portal-page")
    }

    @Test func `An altered short body is recognized by the bytes after it`() {
        for (body, alteration) in [
            ("Microsoft Connect", BodyAlteration.cutShort), ("microsoft  connect test", .rewritten),
            ("Microsoft Connect Test\r\n<script></script>", .extended), ("Microsoft Connect Test<img>", .extended),
        ] {
            expect(verdict(.answer(200, body), .microsoft).reason, .bodyAltered(alteration), "\(body)")
        }
        expect(verdict(.answer(200, "success? not yet"), .mozilla).reason, .unexpectedPage(title: nil))
        expect(verdict(.answer(200, "success<br>"), .mozilla).reason, .bodyAltered(.extended))
    }

    @Test(arguments: [404, 410, 429, 500, 502, 503, 504])
    func `An endpoint that reports a fault of its server is a failure`(status: Int) {
        expect(verdict(.answer(status, "<p>sorry")).reason, .endpointFailure(status: status))
        expect(verdict(.answer(status)).finding, .failed)
    }

    @Test func `An expected status code is genuine even if it usually means trouble`() {
        let endpoint = Endpoint("http://a.example/", expecting: Unforgeable(StatusCode(404)))
        expect(verdict(.answer(404), endpoint).finding, .genuine)
    }

    @Test func `Any page in place of a completely known answer is a portal's`() {
        let portal = CaptivePortal(signInURL: Endpoint.google.url, source: .page, kind: .page)
        expect(verdict(.answer(200, "<title>Hi</title>"), .google).reason, .unexpectedPage(title: "Hi"))
        expect(verdict(.answer(200, "<p>hello"), .google).portal?.source, portal.source)
        expect(
            verdict(.answer(200, "{\"a\": 1}", headers: ["Content-Type": "application/json"])).finding,
            .substituted
        )
        expect(verdict(.answer(200, "\u{1F}\u{8B}\u{8}\u{0}gz")).finding, .substituted)
        let own = Endpoint("http://a.example/", expecting: BodyContains("pong"))
        expect(verdict(.answer(200, "<p>hello"), own).reason, .bodyLacks("pong"))
    }

    @Test func `An answer that matches no other rule is substituted`() {
        expect(verdict(.answer(403, "sorry")).reason, .statusDiffers(expected: [200], actual: 403))
        let silent = Endpoint("http://a.example/", expecting: ClosureValidator { _ in .inconclusive })
        expect(verdict(.answer(200), silent).finding, .substituted)
    }

    @Test func `A missing answer is a failure, and a cancelled probe is inconclusive`() {
        expect(verdict(.failure(.connectionReset)).reason, .noAnswer(.connectionReset))
        expect(verdict(.failure(.cancelled)).reason, .notNeeded)
    }

    @Test func `Text from the network is escaped in descriptions, so that it cannot control a terminal`() {
        let location = "http://a.example/\u{1B}[2J\u{202E}"
        let text = verdict(.answer(302, headers: ["Location": location])).reason.description
        #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
        #expect(text.contains("\\u{1b}"))
    }
}
