import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn
import ConnectivityTestKit
import ExamplePlugin
import Testing

@Suite struct `The agent that sends a voucher` {
    private static func trial(_ reply: String, secrets: [String] = ["voucher"]) -> SignInTrial {
        var rule = SignInRule(
            "campsite",
            on: .init(ssids: ["Campsite"]),
            portals: ["login.campsite.example"],
            agent: VoucherAgent(path: "/api/voucher")
        )
        for name in secrets { rule.secrets[name] = .init(.environment("VOUCHER"), to: "login.campsite.example") }
        return SignInTrial(rule, at: "https://login.campsite.example/welcome?token=1") { _ in
            ProbeResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array(reply.utf8))
        }
    }

    @Test func `An agent of another package sends a secret that it never holds, and reads the reply`() async throws {
        let result = await Self.trial(#"{"ok": true, "seconds": 3600}"#).run()
        let outcome = try result.outcome.get()
        #expect(outcome.claim == .accepted && outcome.sessionLength == .seconds(3600))
        #expect(result.requests.map(\.url) == ["https://login.campsite.example/api/voucher"])
        #expect(result.requests.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"voucher":"(voucher)"}"#])
        #expect(result.steps.map(\.secrets) == [["voucher"]])
    }

    @Test(arguments: [(#"{"ok": false}"#, SignInOutcome.Claim.refused), ("<h1>Welcome</h1>", .unclear)])
    func `The agent reports no more than the portal confirms`(reply: String, claim: SignInOutcome.Claim) async throws {
        #expect(try await Self.trial(reply).run().outcome.get().claim == claim)
    }

    @Test func `Without its secret, the agent stops before it sends anything`() async {
        let result = await Self.trial("", secrets: []).run()
        #expect(result.outcome == .failure(SignInStop(Reason("com.example.voucher.no-voucher"))))
        #expect(result.requests.isEmpty)
    }

    @Test func `The agent keeps the laws of sign-in agents`() async throws {
        try await SignInAgentLaws.check(Self.trial(#"{"ok": true, "seconds": 3600}"#))
    }
}

/// Sends the only form of a page as it is, if no field has to be filled in.
private struct PlainFormAgent: SignInAgent {
    func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
        guard let url = occasion.portal.signInURL else { throw SignInStop(Reason("com.example.form.no-page")) }
        let page = try await visit.send(PortalRequest(url))
        let forms = PortalForms(page.response.body)
        guard !forms.isCut, forms.forms.count == 1, let form = forms.forms.first, form.method == .post,
            form.fields.allSatisfy({ $0.kind == .hidden || $0.kind == .submit }),
            let target = try? forms.target(of: form, on: page.url)
        else { throw SignInStop(Reason("com.example.form.other")) }
        let fields = form.fields.filter { $0.kind == .hidden }.map { PortalRequest.Field($0.name, .text($0.value)) }
        _ = try await visit.send(PortalRequest(target, method: .post, content: .form(fields)))
        return SignInOutcome(.unclear, Reason("com.example.form.sent"))
    }
}

@Suite struct `An agent of another package that reads forms` {
    private static func trial(_ html: String) -> SignInTrial {
        let rule = SignInRule("ferry", on: .init(ssids: ["Ferry"]), agent: PlainFormAgent())
        return SignInTrial(rule, at: "https://wifi.ferry.example/start") { _ in
            ProbeResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array(html.utf8))
        }
    }

    @Test func `The form agent sends the hidden fields to the target of the form`() async throws {
        let html =
            #"<form method=post action="/go"><input type=hidden name=token value="a&amp;b"><button>Go</button></form>"#
        let result = await Self.trial(html).run()
        #expect(try result.outcome.get().reason.code == "com.example.form.sent")
        #expect(result.requests.map(\.url) == ["https://wifi.ferry.example/start", "https://wifi.ferry.example/go"])
        #expect(result.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == "token=a&b")
    }

    @Test func `The form agent sends nothing if the form leads elsewhere or wants a password`() async {
        for html in [
            #"<form method=post action="https://evil.example/"><input type=hidden name=token value=1></form>"#,
            #"<form method=post><input type=password name=p></form>"#,
        ] {
            let result = await Self.trial(html).run()
            #expect(result.requests.map(\.method) == [.get])
        }
    }
}
