import ConnectivityCore
import ConnectivityTestKit
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConnectivitySignIn

/// Click-through, and the extension of sessions (RFC 8908).
@Suite struct ConsentTests {
    private static let terms = SignInRule.Terms("the terms of HOTEL, read 2026-11-02")

    private static func portal(_ fields: String, method: String = "post") -> ScriptedPortal {
        ScriptedPortal { request, _ in
            switch request.url.path {
            case "/start": .redirect("/page", ["Set-Cookie": "sid=1"])
            case "/page":
                .page(
                    "<p>Be kind.<form method=\(method) action=/go><input type=hidden name=t value='a b'>\(fields)</form>"
                )
            case "/go": .redirect(request.cookie == "sid=1" ? "/thanks" : "/page")
            case "/thanks": .page("<h1>Thank you</h1>")
            default: .page("", status: 404)
            }
        }
    }

    @Test(arguments: [
        ("<input type=submit value=OK>", ["t": "a b"]),
        ("<button name=b value=1>Weiter</button>", ["t": "a b", "b": "1"]),
        (
            "<label><input type=checkbox name=ok> Ich stimme den Nutzungsbedingungen zu</label><input type=submit>",
            ["t": "a b", "ok": "on"]
        ),
        (
            "<input type=checkbox id=x name=accept value=yes><label for=x>Yes</label><input type=submit>",
            ["t": "a b", "accept": "yes"]
        ),
    ])
    func `Click-through submits a form of consent alone`(fields: String, expected: [String: String]) async throws {
        for method in ["post", "get"] {
            let portal = Self.portal(fields, method: method)
            var trial = Trial()
            await expect(trial.attempt(ClickThroughAgent(), at: portal).summary, "stopped terms-not-accepted")
            #expect(portal.sent.isEmpty)
            trial.accepts = Self.terms
            let attempt = await trial.attempt(ClickThroughAgent(), at: portal)
            expect(attempt.summary, "accepted clicked-through")
            expect(attempt.sent.first { $0.url.path == "/go" }?.fields, expected)
            expect(attempt.outcome?.termsDigest?.utf8.count, 64)
        }
    }

    /// Labels that agree to more than the terms, or to nothing, in several languages.
    @Test(arguments: [
        "I agree to the terms and to personalised ads", "I accept the disclosure of my data to third-parties",
        "I agree to receive e-mails and text messages", "I accept that my browsing is tracked and sold",
        "Я согласен получать рекламу", "我同意接收广告", "Ik ga akkoord met de voorwaarden en met reclame",
        "Jag godkänner villkoren och reklam", "Souhlasím se zasíláním obchodních sdělení",
        "I do not accept the terms", "I disagree with the terms", "Ich akzeptiere die AGB nicht", "Yes",
    ])
    func `Click-through refuses a box that agrees to more, or to nothing`(label: String) async throws {
        let portal = Self.portal("<label><input type=checkbox name=b> \(label)</label><input type=submit>")
        var trial = Trial()
        trial.accepts = Self.terms
        let attempt = await trial.attempt(ClickThroughAgent(), at: portal)
        #expect(attempt.summary == "stopped not-click-through" && attempt.sent.allSatisfy { $0.url.path != "/go" })
    }

    @Test(arguments: [
        ("<label><input type=checkbox name=b> I accept</label> to receive advertising from our partners", false),
        ("<label><input type=checkbox name=b> I accept the terms</label> <i>and newsletters</i>", false),
        ("<label><input type=checkbox name=b> I accept the terms</label><p>Our partners sell hotels.</p>", false),
        ("<label><input type=checkbox name=b> I accept the terms</label><p>Our guests like hotels.</p>", true),
    ])
    func `Click-through reads all texts of the form`(box: String, passes: Bool) async throws {
        var trial = Trial()
        trial.accepts = Self.terms
        let attempt = await trial.attempt(ClickThroughAgent(), at: Self.portal(box + "<input type=submit>"))
        expect(attempt.summary, passes ? "accepted clicked-through" : "stopped not-click-through")
    }

    /// What a person sees, and how a page writes it so that a reader of words misses it.
    @Test(arguments: [
        "<p>You p<b>a</b>y for it.</p>", "<p>You p&shy;ay, pa\u{200B}y for it.</p>", "<p>Day 0: EUR 25.</p>",
        "<p>\(String(repeating: "The law of the land holds. ", count: 3000)) 25 EUR.</p>",
        "<label><input type=checkbox name=b> I accept \(String(repeating: "the terms of use ", count: 40)) and pay</label>",
    ]) func `Click-through reads a page as a person sees it, to its end`(text: String) async throws {
        var trial = Trial()
        trial.accepts = Self.terms
        let attempt = await trial.attempt(ClickThroughAgent(), at: Self.portal(text + "<input type=submit>"))
        #expect(attempt.outcome == nil && attempt.sent.allSatisfy { $0.url.path != "/go" }, "\(attempt.summary)")
    }

    @Test func `Click-through submits ordinary pages of each language, and none that asks for more than consent`()
        async throws
    {
        let rule = SignInRule("hotel", on: .init(), agent: ClickThroughAgent())
        var trial = SignInTrial(rule, at: "https://login.hotel.example/start") { _ in nil }
        trial.occasion.accepts = Self.terms
        try await SignInAgentLaws.checkConsent(trial)
        // The law is broken by an agent that submits everything, and by one that submits nothing.
        trial.occasion.accepts = nil
        await #expect(throws: LawViolation.self) { try await SignInAgentLaws.checkConsent(trial) }
    }

    /// Pages that differ from the first in what a person would agree to, or in what is different at each visit.
    @Test func `The digest is that of all that a page shows and sends, but for tokens`() throws {
        let page = """
            <img src="/logo.png?1" alt="Hotel"><p>Terms</p><form method=post action=/go>
            <input type=hidden name=plan value=free><input type=hidden name=csrf value=1>
            <label><input type=checkbox name=agree value=1> I accept</label><button>Continue</button></form>
            <iframe src="/terms.html?t=1"></iframe><button type=button>Help</button>
            """
        let first = PageAgreement(Array(page.utf8))
        expect(first.unread, ["csrf"])
        for (old, new) in [("name=csrf value=1", "name=csrf value=2"), ("logo.png?1", "logo.png?2"), ("?t=1", "?t=2")] {
            expect(PageAgreement(Array(page.replacing(old, with: new).utf8)).text, first.text, "\(new)")
        }
        for (old, new) in [
            ("Continue", "Buy for 99 EUR"), ("value=free", "value=premium99"), ("name=agree", "name=agree_to_pay"),
            ("name=agree value=1", "name=agree value=sell"), ("action=/go", "action=/buy?eur=99"),
            ("/terms.html", "/others.html"), ("alt=\"Hotel\"", "alt=\"You pay 99 EUR\""), ("Help", "It costs 99 EUR"),
            ("<p>Terms", "<p title=\"99 EUR\">Terms"), ("Terms</p>", "Terms: 99 EUR</p>"), ("logo.png", "price.png"),
            ("method=post", "method=get"), ("I accept", "I accept to pay"),
            ("<button type=button>Help</button>", "<input type=button value=\"99 EUR\">"),
        ] {
            #expect(PageAgreement(Array(page.replacing(old, with: new).utf8)).text != first.text, "\(new)")
        }
    }

    @Test func `Click-through refuses a form with a hidden field that agrees to more`() async throws {
        var trial = Trial()
        trial.accepts = Self.terms
        for (value, summary) in [("yes", "stopped not-click-through"), ("0", "accepted clicked-through")] {
            let portal = Self.portal("<input type=hidden name=marketing value=\(value)><input type=submit>")
            await expect(trial.attempt(ClickThroughAgent(), at: portal).summary, summary)
        }
    }

    @Test func `Every language with words of consent has words of more than that, and words that deny`() {
        for language in ConsentWords.all {
            #expect(!language.consent.isEmpty && language.connection.count >= 10, "\(language.language)")
            #expect(
                language.further.count >= 5 && language.harm.count >= 13 && !language.denial.isEmpty,
                "\(language.language)"
            )
        }
        expect(Set(ConsentWords.all.map(\.language)).count, ConsentWords.all.count)
    }

    @Test func `Click-through passes a portal without TLS, to which it sends no secret`() async throws {
        var trial = Trial(page: "http://192.0.2.1:2050/start")
        trial.accepts = Self.terms
        let attempt = await trial.attempt(ClickThroughAgent(), at: Self.portal("<input type=submit>"))
        expect(attempt.summary, "accepted clicked-through")
    }

    @Test func `Click-through stops if the page is another than the one whose digest the rule has`() async throws {
        let portal = Self.portal("<input type=submit>")
        var trial = Trial()
        trial.accepts = Self.terms
        let first = await trial.attempt(ClickThroughAgent(), at: portal)
        trial.accepts?.digest = try #require(first.outcome?.termsDigest)
        await expect(trial.attempt(ClickThroughAgent(), at: portal).summary, "accepted clicked-through")
        let changed = Self.portal("And pay.<input type=submit>")
        let attempt = await trial.attempt(ClickThroughAgent(), at: changed)
        #expect(attempt.summary == "stopped terms-changed" && attempt.sent.allSatisfy { $0.url.path != "/go" })
    }

    /// The two pages of a gateway, each with a further form that shows the terms.
    private static func twoPages(_ last: String = "") -> ScriptedPortal {
        let terms =
            "<form action=/go method=get><input type=hidden name=fas value=x9><input type=hidden name=terms value=yes>"
            + "<input type=submit value='Read Terms of Service'></form>"
        @Sendable func page(_ name: String, _ value: String, _ button: String) -> ProbeResponse {
            .page(
                """
                <p>Your advertising here.<form action=/go method=get><input type=hidden name=fas value=x9>
                <input type=hidden name=\(name) value=\(value)><input type=submit value="\(button)"></form>\(terms)\(last)
                """
            )
        }
        return ScriptedPortal { request, _ in
            if request.fields["landing"] != nil { return .page("<p>You are logged in.\(terms)") }
            return request.fields["continue"] != nil
                ? page("landing", "yes", "Continue") : page("continue", "clicked", "Accept Terms of Service")
        }
    }

    @Test func `Click-through passes two pages of consent that have a form that shows the terms`() async throws {
        var trial = Trial(page: "http://192.0.2.1:2050/start")
        trial.accepts = Self.terms
        let portal = Self.twoPages()
        let attempt = await trial.attempt(ClickThroughAgent(), at: portal)
        expect(attempt.summary, "accepted clicked-through")
        expect(
            attempt.sent.map(\.fields),
            [[:], ["fas": "x9", "continue": "clicked"], ["fas": "x9", "landing": "yes"]]
        )
        let digests = try #require(attempt.outcome?.termsDigest)
        expect(digests.split(separator: " ").count, 2)
        trial.accepts?.digest = digests
        let again = Self.twoPages()
        await expect(trial.attempt(ClickThroughAgent(), at: again).summary, "accepted clicked-through")
        expect(again.sent.count, 3)
        trial.accepts?.digest = digests.split(separator: " ").first.map(String.init)
        let first = Self.twoPages()
        await expect(trial.attempt(ClickThroughAgent(), at: first).summary, "accepted clicked-through")
        expect(first.sent.count, 2)
        trial.accepts?.digest = nil
        let other = Self.twoPages("<form action=/shop><input type=submit value=Continue></form>")
        await expect(trial.attempt(ClickThroughAgent(), at: other).summary, "stopped not-click-through")
    }

    @Test func `Click-through that leads to the same form again claims no success`() async throws {
        let portal = ScriptedPortal { _, _ in .page("<form action=/go method=post><input type=submit></form>") }
        var trial = Trial()
        trial.accepts = Self.terms
        await expect(trial.attempt(ClickThroughAgent(), at: portal).summary, "unclear unexpected-answer")
    }

    @Test func `Click-through follows a redirect neither to another host nor with the form`() async throws {
        var trial = Trial()
        trial.accepts = Self.terms
        for (target, status) in [("https://evil.example/", 302), ("https://login.hotel.example/again", 307)] {
            let portal = ScriptedPortal { request, _ in
                request.method == .get
                    ? .page("<form method=post><input type=submit></form>") : .redirect(target, status: status)
            }
            let attempt = await trial.attempt(ClickThroughAgent(), at: portal)
            #expect(attempt.summary == "accepted clicked-through" && attempt.sent.count == 2)
        }
        let portal = ScriptedPortal { _, _ in .redirect("https://evil.example/") }
        await expect(trial.attempt(ClickThroughAgent(), at: portal).summary, "stopped redirect-elsewhere")
    }

    // MARK: Extension

    /// A network whose API says how long the session lasts, and whose page has a button for another hour.
    private static func clinic(canExtend: Bool = true, works: Bool = true, _ host: String = "guest.clinic.example")
        -> ScriptedPortal
    {
        ScriptedPortal { request, memory in
            let rest = memory["extended"] == nil ? 60 : 3660
            switch (request.method, request.url.path) {
            case (.get, "/api"):
                return .page(
                    """
                    {"captive": false, "user-portal-url": "https://\(host)/more", "seconds-remaining": \(rest),
                     "can-extend-session": \(canExtend)}
                    """
                )
            case (.get, "/more"):
                return .page(
                    "Extend your session<form method=post action=/extend><input type=submit value=Extend></form>"
                )
            case (.post, "/extend"):
                if works { memory["extended"] = "yes" }
                return .page("Thank you")
            default: return .page("", status: 404)
            }
        }
    }

    private static var renewal: Trial {
        var trial = Trial(page: "https://guest.clinic.example/more")
        (trial.apiURL, trial.purpose, trial.accepts) = ("https://api.clinic.example/api", .renewal, terms)
        return trial
    }

    private static var agents: [ExtensionAgent] {
        [ExtensionAgent(), ExtensionAgent(recipe: ExampleRecipes.folder.appending(path: "extension.json").path())]
    }

    @Test func `A session is extended where the network's API offers that`() async throws {
        for agent in Self.agents {
            let attempt = await Self.renewal.attempt(agent, at: Self.clinic())
            #expect(attempt.summary == "accepted extended" && attempt.outcome?.sessionLength == .seconds(3660))
            expect(attempt.sent.map(\.url.path), ["/api", "/more", "/extend", "/api"])
        }
    }

    @Test func `A sign-in learns from the network's API when a session ends that can be extended`() async throws {
        for (canExtend, length) in [(true, Duration.seconds(3660)), (false, nil)] {
            var trial = Self.renewal
            trial.purpose = .signIn
            let attempt = await trial.attempt(ExtensionAgent(), at: Self.clinic(canExtend: canExtend))
            #expect(attempt.summary == "accepted clicked-through" && attempt.outcome?.sessionLength == length)
            expect(attempt.sent.map(\.url.path), ["/more", "/extend", "/api"])
        }
    }

    @Test func `A session that is no longer than before was not extended`() async throws {
        for agent in Self.agents {
            await expect(Self.renewal.attempt(agent, at: Self.clinic(works: false)).summary, "unclear not-extended")
        }
    }

    @Test func `A session is not extended where that is not offered, or by the page of another host`() async throws {
        for agent in Self.agents {
            let refused = await Self.renewal.attempt(agent, at: Self.clinic(canExtend: false))
            #expect(refused.summary == "stopped extension-not-offered" && refused.sent.count == 1)
            let elsewhere = await Self.renewal.attempt(agent, at: Self.clinic("evil.example"))
            #expect(["stopped host-not-named", "stopped recipe-host"].contains(elsewhere.summary))
            expect(elsewhere.sent.count, 1)
        }
    }
}
