import ConnectivityCore
import TestSupport
import Testing

/// Answers that are close to a sign of a portal or of trouble, on both sides.
@Suite struct `Limits of signs` {
    private static let asked: HTTPURL = "http://a.example/probe"

    private static func page(_ body: String, status: Int = 200, headers: HeaderFields = [:]) -> ProbeExchange {
        .answer(status, body, headers: headers, url: asked)
    }

    @Test func `A redirect to the same page is the endpoint's own with TLS, and a portal's without it`() {
        func verdict(from url: HTTPURL, to location: String) -> Verdict {
            RedirectSignal().validate(.answer(302, headers: ["Location": location], url: url))
        }
        expect(verdict(from: "http://a.example/x", to: "https://a.example/x").finding, .inconclusive)
        expect(verdict(from: "https://a.example/x", to: "http://a.example/x").finding, .captive)
    }

    @Test(arguments: [("", true), ("four", true), ("fives", false)])
    func `A body of up to four bytes counts as empty`(body: String, isNone: Bool) {
        expect(StatusCode(204).validate(Self.page(body)).finding, (isNone ? .failed : .substituted))
        expect(UnexpectedPageSignal().validate(Self.page(body)).finding, (isNone ? .inconclusive : .captive))
    }

    @Test func `A page that refreshes to itself is no sign of a portal`() {
        let itself = Self.page("", headers: ["Refresh": "5; url=/probe"])
        expect(RefreshSignal().validate(itself).finding, .inconclusive)
        let elsewhere = Self.page("", headers: ["Refresh": "5; url=/login"])
        expect(RefreshSignal().validate(elsewhere).finding, .captive)
    }

    @Test(arguments: [
        ("ERR_CUSTOM 0", 403, "block-page"), ("blocked.html 0", 403, "block-page"),
        ("ERR_ACCESS_DENIED 0", 503, "gateway-error"),
    ])
    func `The status of a proxy shows whether it refused or failed`(error: String, status: Int, code: String) {
        let verdict = ProxySignal().validate(Self.page("", status: status, headers: ["X-Squid-Error": error]))
        expect(verdict.reason.code, code)
    }

    @Test func `A Squid field without an error is no sign of a proxy`() {
        let none = Self.page("", headers: ["X-Squid-Error": "none 0"])
        expect(ProxySignal().validate(none).finding, .inconclusive)
        let denied = Self.page("", headers: ["X-Squid-Error": "ERR_ACCESS_DENIED 0"])
        expect(ProxySignal().validate(denied).finding, .substituted)
    }

    private static let form = "<form action='/login'><input type=password name=p></form>"
    private static let script = "<script>location.href='http://portal.example/'</script>"
    private static let refresh = "<meta http-equiv=refresh content='0;url=http://portal.example/'>"

    @Test(arguments: [200, 302, 401, 402, 403, 404, 418, 429, 500, 502, 503])
    func `Over plain HTTP a sign is a sign behind any status with which gateways send pages`(status: Int) {
        expect(SignInFormSignal().validate(Self.page(Self.form, status: status)).finding, .captive)
        expect(ScriptRedirectSignal().validate(Self.page(Self.script, status: status)).finding, .captive)
        expect(RefreshSignal().validate(Self.page(Self.refresh, status: status)).finding, .captive)
    }

    @Test(arguments: [302, 403, 404, 429, 503])
    func `Over TLS a page behind an error is the endpoint's own`(status: Int) {
        for page in [Self.form, Self.script, Self.refresh] {
            let answer = ProbeExchange.answer(status, page, url: "https://a.example/")
            expect(SignInFormSignal().validate(answer).finding, .inconclusive)
            expect(ScriptRedirectSignal().validate(answer).finding, .inconclusive)
            expect(RefreshSignal().validate(answer).finding, .inconclusive)
        }
    }

    @Test func `A form behind a redirect with a target is no sign, because the redirect is`() {
        let answer = Self.page(Self.form, status: 302, headers: ["Location": "http://portal.example/"])
        expect(SignInFormSignal().validate(answer).finding, .inconclusive)
        expect(SignInFormSignal().validate(Self.page(Self.form, status: 410)).finding, .inconclusive)
    }
}
