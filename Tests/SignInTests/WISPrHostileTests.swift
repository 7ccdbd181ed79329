import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn
import Foundation
import TestSupport
import Testing

@Suite struct WISPrHostileTests {
    private static let pending = "<MessageType>120</MessageType><ResponseCode>201</ResponseCode>"
    private static let login = "<MessageType>100</MessageType><ResponseCode>0</ResponseCode>"

    private static func redirect(to url: String) -> String { login + "<LoginURL>\(url)</LoginURL>" }

    @Test(arguments: [
        ("https://evil.example/login", "stop sign-in-host-not-named"),
        ("https://gw.example.evil.example/login", "stop sign-in-host-not-named"),
        ("http://gw.example/login", "stop sign-in-secret-in-clear"),
        ("http://gw.example:443/login", "stop sign-in-secret-host"),
        ("https://gw.example@evil.example/login", "stop sign-in-wispr-absent"),
        ("javascript:alert(1)", "stop sign-in-wispr-absent"), ("https://127.0.0.1/login", "stop sign-in-wispr-absent"),
        ("", "stop sign-in-wispr-absent"),
    ])
    func `A WISPr login URL that is not the host of the secrets over TLS gets nothing`(
        url: String,
        code: String
    ) async {
        var test = WISPrCase(
            ScriptedGateway(["GET \(WISPrCase.trigger)": [.page("nothing")]]),
            answer: Self.redirect(to: url)
        )
        await expect(test.code(), code)
        // Also where the round found the message.
        test.occasion.portal.wispr = WISPrMessage(
            in: Array(ScriptedGateway.page(Self.redirect(to: url)).utf8),
            base: WISPrCase.trigger
        )
        let second = await test.code()
        #expect(second == code || second == "stop sign-in-secret-host")
        #expect(await test.gateway.bodies.isEmpty)
    }

    @Test func `A WISPr login goes over plain HTTP only if the user permits it`() async {
        var test = WISPrCase(
            ScriptedGateway([
                "POST http://gw.example/login": [
                    .message("<MessageType>120</MessageType><ResponseCode>50</ResponseCode>")
                ]
            ]),
            answer: Self.redirect(to: "http://gw.example/login")
        )
        await expect(test.code(), "stop sign-in-secret-in-clear")
        test.rule.permitsPlainHTTP = true
        await expect(test.code(), "accepted sign-in-wispr-accepted")
        await expect(test.gateway.bodies.count, 1)
    }

    @Test func `A WISPr gateway that leads in a circle is left after five requests`() async {
        let trigger = "GET \(WISPrCase.trigger)"
        let next =
            "<MessageType>110</MessageType><ResponseCode>200</ResponseCode><NextURL>https://gw.example/next</NextURL>"
        let gateways: [[String: [ScriptedGateway.Answer]]] = [
            [trigger: [.message(next)], "GET https://gw.example/next": [.message(next)]],
            [trigger: [.message("<MessageType>110</MessageType>")]],
            [trigger: [.redirect("https://gw.example/next")], "GET https://gw.example/next": [.redirect("/next")]],
        ]
        for answers in gateways {
            let test = WISPrCase(ScriptedGateway(answers), answer: nil)
            await expect(test.code(), "stop sign-in-wispr-hop-limit")
            await expect(test.gateway.lines.count, 5)
            #expect(await test.gateway.bodies.isEmpty)
        }
    }

    @Test func `The proxy notification of a WISPr gateway leads to its redirect message`() async {
        let next =
            "<MessageType>110</MessageType><ResponseCode>200</ResponseCode>"
            + "<NextURL>https://gw.example/next</NextURL><Delay>2</Delay>"
        let test = WISPrCase(
            ScriptedGateway([
                "GET https://gw.example/next": [.message(WISPrCase.redirect)],
                WISPrCase.login: [.message("<MessageType>120</MessageType><ResponseCode>50</ResponseCode>")],
            ]),
            answer: next
        )
        await expect(test.code(), "accepted sign-in-wispr-accepted")
        await expect(test.gateway.waits, [.seconds(2)])
        await expect(test.gateway.lines, ["GET https://gw.example/next", WISPrCase.login])
    }

    @Test func `A WISPr gateway is asked again as a WISPr client if the round saw no message`() async {
        let test = WISPrCase(
            ScriptedGateway([
                "GET \(WISPrCase.trigger)": [.redirect("https://gw.example/portal")],
                "GET https://gw.example/portal": [.message(WISPrCase.redirect)],
                WISPrCase.login: [.message("<MessageType>120</MessageType><ResponseCode>50</ResponseCode>")],
            ]),
            answer: nil
        )
        await expect(test.code(), "accepted sign-in-wispr-accepted")
        let agents = await test.gateway.questions.map { $0.headers["User-Agent"] }
        #expect(agents.count == 3 && agents.allSatisfy { $0?.hasSuffix(" wispr") ?? false })
    }

    @Test(arguments: [
        ("https://evil.example/results", "stop sign-in-host-not-named"),
        ("http://gw.example/results", "stop sign-in-scheme-changed"),
        ("http://127.0.0.1/results", "repeat sign-in-wispr-no-results-url"),
    ])
    func `A WISPr results URL elsewhere is not asked`(url: String, code: String) async {
        let reply = Self.pending + "<LoginResultsURL>\(url)</LoginResultsURL>"
        let test = WISPrCase(ScriptedGateway([WISPrCase.login: [.message(reply)]]))
        await expect(test.code(), code)
        await expect(test.gateway.lines.filter { $0 != "GET https://gw.example/abort" }, [WISPrCase.login])
    }

    @Test(arguments: [true, false])
    func `A refusal at a WISPr results URL is unclear only if a secret was replaced before it`(isFile: Bool)
        async throws
    {
        let url = "https://gw.example/results?password=correct%20horse%20battery"
        var test = WISPrCase(
            replies: Self.pending + "<LoginResultsURL>\(url)</LoginResultsURL>",
            "<MessageType>140</MessageType><ResponseCode>100</ResponseCode>"
        )
        if isFile {
            let file = FileManager.default.temporaryDirectory.appending(path: "wispr-\(UUID())")
            try Data(WISPrCase.password.utf8).write(to: file)
            test.rule.secrets["password"] = .init(.file(file.path), to: "gw.example")
        }
        await expect(test.code(), isFile ? "unclear sign-in-wispr-repeats-secret" : "refused sign-in-wispr-refused")
        await expect(test.gateway.lines.contains { $0.hasPrefix("GET https://gw.example/results") }, true)
    }

    @Test(arguments: ["https://evil.example/login", "https://gw.example/other"])
    func `A WISPr reply that asks for another login gets none`(url: String) async {
        let test = WISPrCase(ScriptedGateway([WISPrCase.login: [.message(Self.redirect(to: url))]]))
        await expect(test.code(), "unclear sign-in-wispr-unexpected")
        await expect(test.gateway.bodies.count, 1)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `A redirect of a WISPr login to another host gets nothing`(status: Int) async {
        let test = WISPrCase(
            ScriptedGateway([WISPrCase.login: [.redirect("https://evil.example/login", status: status)]])
        )
        await expect(test.code(), "unclear sign-in-wispr-no-message")
        await expect(test.gateway.lines, [WISPrCase.login])
    }

    @Test(arguments: [
        "", "<html>", "WISPAccessGatewayParam", "<WISPAccessGatewayParam", "<WISPAccessGatewayParam>",
        "<WISPAccessGatewayParam><MessageType>100", "<WISPAccessGatewayParam><MessageType>-1</MessageType>",
        "<WISPAccessGatewayParam><MessageType>99999999999999999999</MessageType>",
        "<WISPAccessGatewayParam><LoginURL>https://gw.example/login</LoginURL>",
        "<WISPAccessGatewayParam><MessageType>100</MessageType><ResponseCode>255</ResponseCode>"
            + "<LoginURL>https://gw.example/login</LoginURL>",
        String(repeating: "<WISPAccessGatewayParam><Redirect>", count: 20_000),
    ])
    func `A malformed WISPr message leads to no login`(body: String) async {
        let test = WISPrCase(ScriptedGateway(["GET \(WISPrCase.trigger)": [.page(body)]]), answer: nil)
        #expect(["stop", "repeat"].contains(await test.code().split(separator: " ").first))
        await expect(test.gateway.lines, ["GET \(WISPrCase.trigger)"])
    }

    @Test func `A WISPr gateway that claims success gets one login, and its claim is only a word`() async throws {
        let reply =
            "<MessageType>120</MessageType><ResponseCode>50</ResponseCode>"
            + "<MaxSessionTime>99999999999</MaxSessionTime><LogoffURL>file:///etc/passwd</LogoffURL>"
        let test = WISPrCase(ScriptedGateway([WISPrCase.login: [.message(reply)]]))
        let outcome = try await test.run().get()
        expect(outcome.claim, .accepted)
        #expect(outcome.sessionLength == nil && outcome.logOffURL == nil)
        await expect(test.gateway.lines, [WISPrCase.login])
    }

    @Test func `Whatever a WISPr gateway answers, the password is sent to its own login URL alone`() async {
        let urls = [
            "https://gw.example/login", "https://gw.example/results", "http://gw.example/login",
            "https://evil.example/login", "http://captive.example/probe", "/login", "//evil.example/", "javascript:0",
        ]
        let names = ["LoginURL", "LoginResultsURL", "AbortLoginURL", "LogoffURL", "NextURL"]
        let types = [100, 100, 110, 120, 120, 121, 140, 150]
        let codes = [0, 0, 10, 50, 100, 102, 200, 201, 201, 255]
        var accepted = 0
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            func answer() -> ScriptedGateway.Answer {
                if Int.random(in: 0..<6, using: &random) == 0 {
                    return .redirect(urls.randomElement(using: &random) ?? "")
                }
                let type = types.randomElement(using: &random) ?? 0
                let code = codes.randomElement(using: &random) ?? 0
                var elements = "<MessageType>\(type)</MessageType><ResponseCode>\(code)</ResponseCode>"
                for name in names where Bool.random(using: &random) {
                    elements += "<\(name)>\(urls.randomElement(using: &random) ?? "")</\(name)>"
                }
                return .message(elements)
            }
            var answers: [String: [ScriptedGateway.Answer]] = [:]
            for url in urls.prefix(5) {
                for method in ["GET", "POST"] { answers["\(method) \(url)"] = (0..<3).map { _ in answer() } }
            }
            let test = WISPrCase(ScriptedGateway(answers), answer: nil)
            if await test.code().hasPrefix("accepted") { accepted += 1 }
            let questions = await test.gateway.questions
            #expect(questions.count <= PortalVisit.stepCountMax, "seed \(seed)")
            for question in questions {
                let hasBody = !question.body.isEmpty
                #expect(!hasBody || question.method == .post && question.url.host == "gw.example", "seed \(seed)")
                #expect(!hasBody || question.url.scheme == .https, "seed \(seed)")
                let rest = "\(question.url) \(question.headers.fields.map(\.value))"
                #expect(!rest.contains("correct"), "seed \(seed)")
                #expect(question.url.host != "evil.example", "seed \(seed)")
            }
        }
        #expect(accepted > 0)
    }
}
