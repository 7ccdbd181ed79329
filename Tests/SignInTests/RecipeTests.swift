import ConnectivityCore
import ConnectivitySignIn
import ConnectivityTLS
import Synchronization
import TestSupport
import Testing

/// The recipes of the repository at portals that behave as gateways of their kinds do.
@Suite struct RecipeTests {
    private static func secret(_ text: String, to host: String) -> SignInRule.Secret { .init(.text(text), to: host) }

    private static func trial(_ host: String, _ page: HTTPURL? = nil, accepts: String? = nil) throws -> Trial {
        var trial = Trial(page: try page ?? HTTPURL("https://\(host)/guest"))
        for (name, text) in [
            ("user", "room 12"), ("password", "correct&horse"), ("voucher", "AB-12\"34"),
            ("email", "guest@mail.example"),
        ] {
            trial.secrets[name] = secret(text, to: host)
        }
        trial.accepts = accepts.map { SignInRule.Terms($0) }
        return trial
    }

    @Test func `A page with a checkbox of consent is passed by a recipe that names it`() async throws {
        let portal = ScriptedPortal { request, _ in
            if request.url.path == "/guest" {
                return .page(
                    """
                    <form action=/search><input name=q></form><p>Terms of use: be kind.</p>
                    <form action=/accept method=post><input type=hidden name=id value="7&quot;"><input type=checkbox name=terms
                    value=yes> I agree<input type=checkbox name=news checked value=1> News<button name=go value=1>Go</button></form>
                    """
                )
            }
            return .redirect(request.url.path == "/accept" && request.fields["terms"] == "yes" ? "/welcome" : "/guest")
        }
        let agent = ExampleRecipes.agent("consent.json")
        let refused = await (try Self.trial("wifi.cafe.example")).attempt(agent, at: portal)
        #expect(refused.summary == "stopped terms-not-accepted" && refused.sent.isEmpty)
        let attempt = await (try Self.trial("wifi.cafe.example", accepts: "the terms")).attempt(agent, at: portal)
        expect(attempt.summary, "accepted done")
        expect(attempt.sent.last?.fields, ["id": "7\"", "terms": "yes", "go": "1"])
        expect(attempt.outcome?.sessionLength, .seconds(7200))
        expect(attempt.outcome?.termsDigest?.utf8.count, 64)
    }

    @Test(arguments: [nil, "wrong", "status"]) func `A form with a token and a cookie is sent with both`(
        fault: String?
    ) async throws {
        let portal = ScriptedPortal { request, memory in
            switch (request.method, request.url.path) {
            case (.get, "/guest"): return .redirect("/login?session=1", ["Set-Cookie": "sid=abc; Path=/; HttpOnly"])
            case (.get, "/login"):
                memory["token"] = "t<\(memory.count)>"
                return .page(
                    """
                    <h1>Welcome to Hotel Example</h1><form id=login method=post action="/login"><input type=hidden name=csrf
                    value="t&lt;0&gt;"><input name=user><input type=password name=password><input type=submit></form>
                    """
                )
            case (.post, "/login"):
                let isRight =
                    request.cookie == "sid=abc" && request.fields["csrf"] == "t<0>"
                    && request.fields["user"] == "room 12" && request.fields["password"] == "correct&horse"
                if fault == "status" { return .page("", status: 500) }
                return isRight && fault == nil ? .redirect("/status") : .page("wrong password")
            case (.get, "/status"): return .page("<p>minutes left: 90<p><a id=logout href=\"/logout?t=1\">")
            default: return .page("", status: 404)
            }
        }
        let trial = try Self.trial("login.hotel.example")
        let attempt = await trial.attempt(ExampleRecipes.agent("form-with-token.json"), at: portal)
        let expected = [nil: "accepted done", "wrong": "refused refused", "status": "unclear unexpected-answer"]
        expect(attempt.summary, expected[fault])
        guard fault == nil else { return }
        expect(attempt.outcome?.sessionLength, .seconds(5400))
        expect(attempt.outcome?.logOffURL, "https://login.hotel.example/logout?t=1")
        expect(attempt.steps[2].fieldNames, ["csrf", "user", "password"])
        expect(attempt.steps[2].secrets, ["user", "password"])
        var end = trial
        (end.purpose, end.last) = (.logOff, attempt.outcome)
        let last = await end.attempt(ExampleRecipes.agent("form-with-token.json"), at: portal)
        #expect(last.summary == "unclear logged-off" && last.sent.last?.url.query == "t=1")
    }

    @Test func `A voucher is filled in with the terms, by the button that is named`() async throws {
        let portal = ScriptedPortal { request, _ in
            guard request.method == .post else {
                return .page(
                    """
                    Enter your voucher<form method=post action=/go><input name=voucher required><input type=checkbox name=agree>
                    <button name=act value=cancel>back</button><button name=act value=ok>connect</button></form>
                    """
                )
            }
            let isRight = request.fields == ["voucher": "AB-12\"34", "agree": "on", "act": "ok"]
            return .page(isRight ? "You are connected" : "The voucher is not valid")
        }
        let agent = ExampleRecipes.agent("voucher.json")
        var trial = try Self.trial("portal.train.example", accepts: "the terms")
        await expect(trial.attempt(agent, at: portal).summary, "accepted done")
        trial.secrets["voucher"] = Self.secret("ZZ-99-99", to: "portal.train.example")
        await expect(trial.attempt(agent, at: portal).summary, "refused refused")
    }

    @Test func `An e-mail address is sent with the choice that the page offers`() async throws {
        let offer = "<input type=radio name=plan value=pay checked><input type=radio name=plan value=free>"
        for (choices, expected) in [
            (offer, "accepted done"), ("<input type=radio name=plan value=pay>", "stopped choice-missing"),
        ] {
            let portal = ScriptedPortal { request, _ in
                guard request.method == .post else {
                    return .page(
                        "<form method=post><input type=email name=email>\(choices)<input type=checkbox name=terms></form>"
                    )
                }
                let isRight = request.fields == ["email": "guest@mail.example", "plan": "free", "terms": "on"]
                return .page(isRight ? "Thank you" : "", status: isRight ? 200 : 400)
            }
            let trial = try Self.trial("guest.museum.example", accepts: "the terms")
            await expect(trial.attempt(ExampleRecipes.agent("email.json"), at: portal).summary, expected)
        }
    }

    @Test func `A JSON API gets a token that was read, and ends the session by itself`() async throws {
        let portal = ScriptedPortal { request, memory in
            switch (request.method, request.url.path) {
            case (.get, "/guest"): return .page("<script src=app.js></script>")
            case (.get, "/api/session"): return .page(#"{"state": "new", "token": "a\"b\\c"}"#)
            case (.post, "/api/login"):
                memory["body"] = request.body
                let json = request.json
                let isRight =
                    json?["token"]?.string == "a\"b\\c" && json?["password"]?.string == "correct&horse"
                    && json?["user"]?.string == "room 12" && json?["remember"]?.bool == false
                return .page(isRight ? #"{"state": "open", "seconds": 1800}"# : #"{"error": "credentials"}"#)
            case (.post, "/api/logout"): return .page("{}", status: request.body == "{}" ? 204 : 400)
            default: return .page("", status: 404)
            }
        }
        let agent = ExampleRecipes.agent("json-api.json")
        var trial = try Self.trial("connect.airport.example")
        let attempt = await trial.attempt(agent, at: portal)
        #expect(attempt.summary == "accepted done" && attempt.outcome?.sessionLength == .seconds(1800))
        trial.purpose = .logOff
        await expect(trial.attempt(agent, at: portal).summary, "accepted logged-off")
        trial.purpose = .signIn
        trial.secrets["password"] = Self.secret("another one", to: "connect.airport.example")
        await expect(trial.attempt(agent, at: portal).summary, "refused refused")
    }

    private static let octets: [UInt8] = [0, 7, 39, 92, 128, 200, 255, 10, 65]

    @Test func `CHAP of a script is answered with the octets that its escapes stand for`() async throws {
        let escaped = Self.octets.map { "\\" + String($0, radix: 8) }.joined()
        // Three digits each, as gateways print them.
        let padded = Self.octets.map {
            "\\" + String(repeating: "0", count: 3 - String($0, radix: 8).count) + String($0, radix: 8)
        }
        .joined()
        #expect(escaped != padded)
        let expected = Digest.md5(of: [0xF4] + Array("correct&horse".utf8) + Self.octets)
        try #require(expected != nil)
        let portal = ScriptedPortal { request, _ in
            if request.method == .post, request.fields["password"] == expected,
                request.fields["dst"] == "http://a.example/"
            {
                return .page("<h1>You are logged in</h1>")
            }
            return .page(
                """
                <form name=sendin action=/login method=post><input type=hidden name=username><input type=hidden name=password>
                <input type=hidden name=dst value="http://a.example/"></form>
                <script>function doLogin() { document.sendin.password.value = hexMD5('\\364' + document.login.password.value +
                '\(padded)'); }</script><form name=login onsubmit="return doLogin()"><input name=username>
                <input name=password type=password></form>
                """.replacing("password.value +\n", with: "password.value + ")
            )
        }
        var trial = try Self.trial("hotspot.camp.example")
        trial.vendor = "MikroTik"
        let agent = ExampleRecipes.agent("chap-octal.json")
        await expect(trial.attempt(agent, at: portal).summary, "accepted done")
        trial.secrets["password"] = Self.secret("another one", to: "hotspot.camp.example")
        await expect(trial.attempt(agent, at: portal).summary, "unclear unexpected-answer")
        trial.vendor = "Cisco Meraki"
        await expect(trial.attempt(agent, at: portal).summary, "stopped recipe-mismatch")
    }

    @Test func `CHAP of a redirect is answered with the challenge in its query`() async throws {
        let challenge = "00ff7f80" + String(repeating: "a5", count: 12)
        let octets: [UInt8] = [0x00, 0xFF, 0x7F, 0x80] + [UInt8](repeating: 0xA5, count: 12)
        let expected = Digest.md5(of: [0] + Array("correct&horse".utf8) + octets)
        try #require(expected != nil)
        let portal = ScriptedPortal { request, _ in
            guard request.url.path == "/logon" else { return .page("<p>log in</p>") }
            let isRight = request.fields == ["username": "room 12", "response": expected ?? ""]
            let result = isRight ? "success&timeleft=600" : "failed&reply=no"
            return .redirect("https://portal.library.example/?res=\(result)")
        }
        let page: HTTPURL =
            "https://portal.library.example/?res=notyet&uamip=192.0.2.1&challenge=00ff7f80a5a5a5a5a5a5a5a5a5a5a5a5"
        var trial = try Self.trial("gateway.library.example:3991", page)
        expect(page.query?.contains(challenge), true)
        let agent = ExampleRecipes.agent("chap-hex.json")
        let attempt = await trial.attempt(agent, at: portal)
        #expect(attempt.summary == "accepted done" && attempt.outcome?.sessionLength == .seconds(600))
        trial.secrets["password"] = Self.secret("another one", to: "gateway.library.example:3991")
        await expect(trial.attempt(agent, at: portal).summary, "refused refused")
    }

    @Test func `A recipe stops before it accepts terms that have changed`() async throws {
        let text = Mutex("Terms: be kind.")
        let portal = ScriptedPortal { request, memory in
            memory["count"] = "\((memory["count"].flatMap(Int.init) ?? 0) + 1)"
            guard request.method == .get else { return .page("You are connected") }
            return .page(
                """
                voucher <p>\(text.withLock(\.self))</p><form method=post><input type=hidden name=token value=\(memory["count"] ?? "")>
                <input name=voucher><input type=checkbox name=agree><button>connect</button></form>
                """
            )
        }
        let agent = ExampleRecipes.agent("voucher.json")
        var trial = try Self.trial("portal.train.example", accepts: "the terms")
        let first = await trial.attempt(agent, at: portal)
        trial.accepts?.digest = try #require(first.outcome?.termsDigest)
        // Another token makes no other page.
        await expect(trial.attempt(agent, at: portal).summary, "accepted done")
        text.withLock { $0 = "Terms: pay." }
        let last = await trial.attempt(agent, at: portal)
        #expect(last.summary == "stopped terms-changed" && last.sent.filter { $0.method == .post }.count == 2)
    }

    @Test func `A trial of a recipe submits nothing`() async throws {
        let portal = ScriptedPortal { _, _ in
            .page(
                "voucher<form method=post><input name=voucher><input type=checkbox name=agree><button>connect</button></form>"
            )
        }
        let trial = try Self.trial("portal.train.example", accepts: "the terms")
        let attempt = await trial.attempt(ExampleRecipes.agent("voucher.json"), at: portal, isShown: true)
        #expect(attempt.summary == "stopped shown" && attempt.sent.count == 1)
        #expect(attempt.steps.last?.fieldNames == ["voucher", "agree"] && attempt.steps.last?.secrets == ["voucher"])
    }

    private static func hotel(_ members: String, _ steps: String) -> String {
        """
        {"name": "x", "hosts": ["login.hotel.example"]\(members),
         "steps": [{"get": "portal"}, {"follow": {"redirects": 3}}, \(steps)]}
        """
    }

    private static let signIn =
        #"{"submit": {"fields": {"password": {"secret": "password"}}}, "expect": {"contains": "Welcome"}}"#
    private static let form = "<form method=post action=/login><input type=password name=password></form>"

    @Test func `Without TLS a secret is sent only if recipe and rule both say so, and only to its host`() async throws {
        let portal = ScriptedPortal { request, _ in .page(request.method == .get ? Self.form : "Welcome") }
        for (recipe, rule, expected) in [
            (false, false, "stopped recipe-in-clear"), (false, true, "stopped recipe-in-clear"),
            (true, false, "stopped secret-in-clear"), (true, true, "accepted done"),
        ] {
            let agent = try RecipeInMemory(Self.hotel(#", "plainHTTP": \#(recipe)"#, Self.signIn))
            var trial = try Self.trial("login.hotel.example", "http://login.hotel.example/")
            trial.plainHTTP = rule
            let attempt = await trial.attempt(agent, at: portal)
            expect(attempt.summary, expected)
            expect(portal.sent.contains { $0.method == .post }, (recipe && rule))
        }
    }

    @Test func `A portal sees which of its pages was submitted, and the browser that the recipe names`() async throws {
        let portal = ScriptedPortal { request, _ in
            guard request.method == .post else { return .page(Self.form) }
            let isRight =
                request.origin == "https://login.hotel.example"
                && request.referrer == "https://login.hotel.example/guest" && request.userAgent == "Camera/1"
            return .page(isRight ? "Welcome" : "forged")
        }
        let agent = try RecipeInMemory(Self.hotel(#", "userAgent": "Camera/1""#, Self.signIn))
        await expect((try Self.trial("login.hotel.example")).attempt(agent, at: portal).summary, "accepted done")
    }

    @Test func `A box is checked although a hidden field with the same name disagrees`() async throws {
        let portal = ScriptedPortal { request, _ in
            guard request.method == .post else {
                return .page(
                    "<form method=post><input type=hidden name=ok value=0><input type=checkbox name=ok value=1></form>"
                )
            }
            return .page(request.body == "ok=0&ok=1" ? "Welcome" : request.body)
        }
        let step = #"{"submit": {"fields": {"ok": true}}, "expect": {"contains": "Welcome"}}"#
        let agent = try RecipeInMemory(Self.hotel(#", "accepts": true"#, step))
        let trial = try Self.trial("login.hotel.example", accepts: "the terms")
        await expect(trial.attempt(agent, at: portal).summary, "accepted done")
    }

    @Test func `The words of a recipe are those of the first page that is no redirect`() async throws {
        let agent = try RecipeInMemory(Self.hotel(#", "match": {"words": ["hotel example"]}"#, Self.signIn))
        for (title, expected) in [("Hotel EXAMPLE", "accepted done"), ("Other", "stopped recipe-mismatch")] {
            let portal = ScriptedPortal { request, _ in
                if request.url.path == "/guest" { return .redirect("/page") }
                return .page(request.method == .get ? "<h1>\(title)</h1>\(Self.form)" : "Welcome")
            }
            let attempt = await (try Self.trial("login.hotel.example")).attempt(agent, at: portal)
            expect(attempt.summary, expected)
        }
    }

    @Test func `A session is ended without the portal that it began at`() async throws {
        let portal = ScriptedPortal { _, _ in ProbeResponse(status: 204) }
        var trial = try Self.trial("connect.airport.example")
        (trial.page, trial.purpose) = (nil, .logOff)
        let attempt = await trial.attempt(ExampleRecipes.agent("json-api.json"), at: portal)
        #expect(attempt.summary == "accepted logged-off" && attempt.sent.count == 1)
        let unknown = await trial.attempt(ExampleRecipes.agent("form-with-token.json"), at: portal)
        expect(unknown.summary, "stopped log-off-unknown")
        await expect(trial.attempt(ClickThroughAgent(), at: portal).summary, "stopped log-off-unknown")
    }
}
