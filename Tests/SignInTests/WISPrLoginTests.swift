import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@testable import ConnectivitySignIn

/// The requirements of a sign-in by WISPr in a test.
struct WISPrCase {
    static let trigger: HTTPURL = "http://captive.example/probe"
    static let login = "POST https://gw.example/login"
    static let redirect =
        "<MessageType>100</MessageType><ResponseCode>0</ResponseCode><LoginURL>https://gw.example/login</LoginURL>"
        + "<AbortLoginURL>https://gw.example/abort</AbortLoginURL>"
    static let password = "correct horse battery"

    let gateway: ScriptedGateway
    var occasion = SignInOccasion(portal: .unknown, network: "hotel")
    var rule = SignInRule("hotel", on: .init(), agent: WISPrAgent())
    var agent: WISPrAgent

    init(_ gateway: ScriptedGateway, realm: String? = nil, answer: String? = redirect) {
        self.gateway = gateway
        occasion.trigger = Self.trigger
        occasion.answer = answer.map { text in
            var response = ProbeResponse(status: 200)
            response.body = Array(ScriptedGateway.page(text).utf8)
            return response
        }
        rule.secrets = [
            "user": .init(.text("joe"), to: "gw.example"),
            "password": .init(.text(Self.password), to: "gw.example"),
        ]
        agent = WISPrAgent(realm: realm) { time in
            await gateway.record(wait: time)
            try Task.checkCancellation()
        }
    }

    /// The case of a gateway that answers the login with these messages and each poll with the rest.
    init(replies: String..., realm: String? = nil) {
        let answers = replies.map(ScriptedGateway.Answer.message)
        self.init(
            ScriptedGateway([
                Self.login: [answers[0]], "GET https://gw.example/results": Array(answers.dropFirst()),
                "GET https://gw.example/abort": [
                    .message("<MessageType>150</MessageType><ResponseCode>151</ResponseCode>")
                ],
            ]),
            realm: realm
        )
    }

    /// Signs in, and returns what the gateway said or the reason why the agent stopped.
    func run() async -> Result<SignInOutcome, SignInStop> {
        let prober = GatewayProber(gateway: gateway).withStandardOperators()
        let visit = PortalVisit(
            occasion,
            by: rule,
            through: prober,
            on: ProbeRequest.Path(),
            limits: ProbeRequest.Limits()
        )
        do throws(SignInStop) {
            return .success(try await agent.signIn(occasion, at: visit))
        } catch {
            return .failure(error)
        }
    }

    /// The code of the reason, with what the gateway said before it.
    func code() async -> String {
        switch await run() {
        case .success(let outcome): "\(outcome.claim.rawValue) \(outcome.reason.code)"
        case .failure(let stop): "\(stop.mayRepeat ? "repeat" : "stop") \(stop.reason.code)"
        }
    }
}

@Suite struct WISPrLoginTests {
    private static let accepted =
        "<MessageType>120</MessageType><ResponseCode>50</ResponseCode><LogoffURL>https://gw.example/logoff</LogoffURL>"
        + "<MaxSessionTime>3600</MaxSessionTime>"
    private static let pending =
        "<MessageType>120</MessageType><ResponseCode>201</ResponseCode>"
        + "<LoginResultsURL>https://gw.example/results</LoginResultsURL>"

    @Test func `A WISPr login sends name and password to the login URL of the redirect message`() async throws {
        let test = WISPrCase(replies: Self.accepted)
        let outcome = try await test.run().get()
        #expect(outcome.claim == .accepted && outcome.reason.code == "sign-in-wispr-accepted")
        expect(outcome.sessionLength, .seconds(3600))
        expect(outcome.logOffURL, "https://gw.example/logoff")
        await expect(test.gateway.lines, [WISPrCase.login])
        await expect(
            test.gateway.bodies,
            [
                "UserName=joe&Password=correct+horse+battery&button=Login&FNAME=0"
                    + "&OriginatingServer=http%3A%2F%2Fcaptive.example%2Fprobe"
            ]
        )
    }

    @Test func `A WISPr gateway that supports version 2.0 is sent the version`() async {
        var test = WISPrCase(replies: Self.accepted)
        test.occasion.answer?.body = Array(
            ScriptedGateway.page(WISPrCase.redirect + "<VersionHigh>2.0</VersionHigh><EAPMsg>AQEABQE=</EAPMsg>").utf8
        )
        await expect(test.code(), "accepted sign-in-wispr-accepted")
        await expect(test.gateway.bodies.first?.hasSuffix("&WISPrVersion=2.0"), true)
    }

    @Test(arguments: [
        ("120", "50", "accepted sign-in-wispr-accepted"), ("140", "50", "accepted sign-in-wispr-accepted"),
        ("120", "100", "refused sign-in-wispr-refused"), ("140", "100", "refused sign-in-wispr-refused"),
        ("120", "105", "refused sign-in-wispr-refused"), ("120", "102", "repeat sign-in-wispr-failed"),
        ("120", "255", "repeat sign-in-wispr-failed"), ("120", "254", "unclear sign-in-wispr-unexpected"),
        ("120", "7", "unclear sign-in-wispr-unexpected"), ("120", "", "unclear sign-in-wispr-unexpected"),
        ("120", "253", "stop sign-in-wispr-eap"), ("121", "10", "stop sign-in-wispr-eap"),
        ("121", "50", "unclear sign-in-wispr-unexpected"), ("100", "0", "unclear sign-in-wispr-unexpected"),
        ("110", "200", "unclear sign-in-wispr-unexpected"), ("130", "150", "unclear sign-in-wispr-unexpected"),
        ("150", "151", "unclear sign-in-wispr-unexpected"),
    ])
    func `Each WISPr reply to a login has its outcome`(type: String, code: String, outcome: String) async {
        let test = WISPrCase(
            replies: "<MessageType>\(type)</MessageType><ResponseCode>\(code)</ResponseCode>"
        )
        await expect(test.code(), outcome)
        await expect(test.gateway.lines, [WISPrCase.login])
    }

    @Test func `The text of a WISPr gateway is in the reason, without the password that it repeats`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "wispr-password-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("\(WISPrCase.password)\n".utf8).write(to: file)
        var test = WISPrCase(
            replies: "<MessageType>120</MessageType><ResponseCode>100</ResponseCode>"
                + "<ReplyMessage>joe has not \(WISPrCase.password)</ReplyMessage>"
        )
        test.rule.secrets["password"] = .init(.file(file.path), to: "gw.example")
        let outcome = try await test.run().get()
        expect(outcome.reason.facts["message"]?.text, "joe has not REDACTED")
    }

    @Test func `A pending WISPr login is polled with the delays of the gateway`() async {
        let test = WISPrCase(
            replies: Self.pending + "<Delay>3</Delay>",
            "<MessageType>140</MessageType><ResponseCode>201</ResponseCode><Delay>7</Delay>",
            "<MessageType>140</MessageType><ResponseCode>50</ResponseCode>"
        )
        await expect(test.code(), "accepted sign-in-wispr-accepted")
        await expect(test.gateway.waits, [.seconds(3), .seconds(7)])
        let poll = "GET https://gw.example/results"
        await expect(test.gateway.lines, [WISPrCase.login, poll, poll])
        await expect(test.gateway.bodies.count, 1)
    }

    @Test(arguments: ["", "<Delay>0</Delay>", "<Delay>4</Delay>", "<Delay>15</Delay>", "<Delay>1000000</Delay>"])
    func `A WISPr login that stays pending is aborted within 40 seconds of waiting`(delay: String) async {
        let test = WISPrCase(
            replies: Self.pending + delay,
            "<MessageType>140</MessageType><ResponseCode>201</ResponseCode>\(delay)"
        )
        await expect(test.code(), "repeat sign-in-wispr-pending")
        #expect(await test.gateway.waits.reduce(.zero, +) <= .seconds(40))
        let lines = await test.gateway.lines
        expect(lines.last, "GET https://gw.example/abort")
        #expect(lines.count <= 12)
        await expect(test.gateway.bodies.count, 1)
    }

    @Test func `A WISPr login that is cancelled while it is pending is aborted`() async {
        let (asked, continuation) = AsyncStream.makeStream(of: Int.self)
        let gateway = ScriptedGateway([
            WISPrCase.login: [.message(Self.pending + "<Delay>9</Delay>")],
            "GET https://gw.example/abort": [
                .message("<MessageType>150</MessageType><ResponseCode>151</ResponseCode>")
            ],
        ]) { continuation.yield($0) }
        var test = WISPrCase(gateway)
        test.agent = WISPrAgent { _ in
            while !Task.isCancelled { await Task.yield() }
            throw CancellationError()
        }
        let running = Task { [test] in await test.code() }
        for await _ in asked { break }
        running.cancel()
        await expect(running.value, "repeat sign-in-cancelled")
        await expect(gateway.lines, [WISPrCase.login, "GET https://gw.example/abort"])
    }

    @Test func `A WISPr gateway that does not answer the login is asked to abort it`() async {
        let test = WISPrCase(
            ScriptedGateway([
                "GET https://gw.example/abort": [.message("<MessageType>150</MessageType>")]
            ])
        )
        await expect(test.code(), "repeat sign-in-no-answer")
        await expect(test.gateway.lines, [WISPrCase.login, "GET https://gw.example/abort"])
    }

    @Test func `The redirect to a WISPr message after a login is followed without the form`() async {
        let test = WISPrCase(
            ScriptedGateway([
                WISPrCase.login: [.redirect("/result")],
                "GET https://gw.example/result": [.message(Self.accepted)],
            ])
        )
        await expect(test.code(), "accepted sign-in-wispr-accepted")
        await expect(test.gateway.lines, [WISPrCase.login, "GET https://gw.example/result"])
        await expect(test.gateway.bodies.count, 1)
    }

    @Test func `A WISPr message in the body of a redirect counts, and the redirect is not followed`() async {
        let page = ScriptedGateway.page("<MessageType>140</MessageType><ResponseCode>100</ResponseCode>")
        let test = WISPrCase(ScriptedGateway([WISPrCase.login: [.redirect("https://gw.example/failed", page)]]))
        await expect(test.code(), "refused sign-in-wispr-refused")
        await expect(test.gateway.lines, [WISPrCase.login])
    }

    @Test func `A WISPr gateway that detected a proxy gets the login a second time, and no third time`() async {
        let again = "<MessageType>120</MessageType><ResponseCode>200</ResponseCode>"
        let redirect = ScriptedGateway.Answer.message(WISPrCase.redirect)
        for (replies, outcome) in [
            ([again, Self.accepted], "accepted sign-in-wispr-accepted"), ([again], "repeat sign-in-wispr-repeats"),
        ] {
            let test = WISPrCase(
                ScriptedGateway([
                    WISPrCase.login: replies.map { .message($0) }, "GET \(WISPrCase.trigger)": [redirect],
                ])
            )
            await expect(test.code(), outcome)
            await expect(test.gateway.bodies.count, 2)
        }
    }

    @Test(
        arguments: [
            (nil, "joe", "UserName=joe"), ("example.net", "joe", "UserName=joe%40example.net"),
            ("example.net", "joe@Example.Net", "UserName=joe%40Example.Net"),
            ("example.net", "joe@other.example", nil),
        ] as [(String?, String, String?)]
    )
    func `A WISPr user has the realm of the rule, or nothing is sent`(
        realm: String?,
        name: String,
        field: String?
    ) async {
        var test = WISPrCase(replies: Self.accepted, realm: realm)
        test.rule.secrets["user"] = .init(.text(name), to: "gw.example")
        let code = await test.code()
        expect(code, (field == nil ? "stop sign-in-secret-unusable" : "accepted sign-in-wispr-accepted"))
        await expect(
            test.gateway.bodies.map { $0.split(separator: "&").first.map(String.init) },
            [field].filter { $0 != nil }
        )
    }

    @Test func `A WISPr session is ended by the log-off URL of the login`() async {
        for (reply, outcome) in [
            ("<MessageType>130</MessageType><ResponseCode>150</ResponseCode>", "accepted sign-in-wispr-logged-off"),
            ("<MessageType>130</MessageType><ResponseCode>255</ResponseCode>", "unclear sign-in-wispr-unexpected"),
        ] {
            var test = WISPrCase(ScriptedGateway(["GET https://gw.example/logoff": [.message(reply)]]))
            test.occasion.purpose = .logOff
            await expect(test.code(), "stop sign-in-wispr-no-log-off-url")
            test.occasion.last = SignInOutcome(.accepted, Reason("test"))
            test.occasion.last?.logOffURL = "https://gw.example/logoff"
            await expect(test.code(), outcome)
            await expect(test.gateway.lines, ["GET https://gw.example/logoff"])
        }
    }

    @Test func `A WISPr session is not extended`() async {
        var test = WISPrCase(replies: Self.accepted)
        test.occasion.purpose = .renewal
        await expect(test.code(), "stop sign-in-wispr-no-renewal")
        #expect(await test.gateway.lines.isEmpty)
    }
}
