import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@Suite struct PortalVisitTests {
    private static let portal: HTTPURL = "https://login.hotel.example/start"

    /// Answers every request with an empty page, and keeps what it received.
    private actor Received {
        var questions: [HTTPQuestion] = []
        nonisolated let failure: ProbeFailure?
        init(failure: ProbeFailure? = nil) { self.failure = failure }
        func add(_ question: HTTPQuestion) { questions.append(question) }
    }

    private struct Portal: Prober {
        let received: Received
        var kinds: Set<Question.Kind> { [.http] }

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            if let question = request.http { await received.add(question) }
            if let failure = received.failure { return ProbeExchange(request: request, outcome: .failure(failure)) }
            return ProbeExchange(request: request, outcome: .success(.http(ProbeResponse(status: 200))))
        }
    }

    private struct Nobody: SignInAgent {
        func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
            SignInOutcome(.unclear, Reason("test"))
        }
    }

    private static func visit(
        _ received: Received,
        to host: String = "login.hotel.example",
        plainHTTP: Bool = false
    ) -> PortalVisit {
        var rule = SignInRule("hotel", on: .init(), agent: Nobody())
        rule.secrets = ["password": .init(.text("correct horse"), to: host)]
        rule.permitsPlainHTTP = plainHTTP
        let occasion = SignInOccasion(portal: CaptivePortal(signInURL: portal, kind: .redirect), network: "hotel")
        let prober = Portal(received: received).withStandardOperators()
        return PortalVisit(occasion, by: rule, through: prober, on: ProbeRequest.Path(), limits: ProbeRequest.Limits())
    }

    private func code(of request: PortalRequest, at visit: PortalVisit) async -> String? {
        do throws(SignInStop) {
            _ = try await visit.send(request)
            return nil
        } catch {
            return error.reason.code
        }
    }

    @Test func `A secret goes to its own host over TLS, and to no other place`() async throws {
        let fields = [PortalRequest.Field("p", .secret("password"))]
        for (url, expected) in [
            ("https://login.hotel.example/go", nil),
            ("http://login.hotel.example/go", "sign-in-secret-in-clear"),
            ("https://evil.example/go", "sign-in-host-not-named"),
        ] {
            let received = Received()
            let url = try HTTPURL(url)
            let request = PortalRequest(url, method: .post, content: .form(fields))
            await expect(code(of: request, at: Self.visit(received)), expected)
            let bodies = await received.questions.map { String(decoding: $0.body, as: UTF8.self) }
            expect(bodies, (expected == nil ? ["p=correct+horse"] : []))
        }
    }

    @Test func `A visit that refused a request sends nothing more`() async throws {
        let received = Received()
        let visit = Self.visit(received)
        await expect(code(of: PortalRequest("https://evil.example/"), at: visit), "sign-in-host-not-named")
        await expect(code(of: PortalRequest(Self.portal), at: visit), "sign-in-host-not-named")
        #expect(await received.questions.isEmpty)
    }

    @Test func `A secret goes to no other port than the one that is named with its host`() async throws {
        let fields = [PortalRequest.Field("p", .secret("password"))]
        for (named, port, expected) in [
            ("login.hotel.example", ":8443", "sign-in-secret-host"), ("login.hotel.example:8443", ":8443", nil),
            ("login.hotel.example:8443", "", "sign-in-secret-host"), ("login.hotel.example", ":443", nil),
        ] {
            let received = Received()
            let url = try HTTPURL("https://login.hotel.example\(port)/go")
            let request = PortalRequest(url, method: .post, content: .form(fields))
            await expect(code(of: request, at: Self.visit(received, to: named)), expected, "\(named) \(port)")
            await expect(received.questions.count, (expected == nil ? 1 : 0))
        }
    }

    @Test func `A sign-in that is only shown stops where the real one would be refused`() async throws {
        let empty = FileManager.default.temporaryDirectory.appending(path: "shown-\(UUID())")
        try Data("two\nlines\n".utf8).write(to: empty)
        defer { try? FileManager.default.removeItem(at: empty) }
        let agent = try RecipeInMemory(
            #"{"name": "a", "hosts": ["login.hotel.example"], "steps": [{"send": {"to": "/in", "fields": {"a": {"secret": "s"}}}}]}"#
        )
        let cases: [(SignInRule.Secret?, String)] = [
            (.init(.text("x"), to: "login.hotel.example"), "stopped shown"),
            (.init(.text("x"), to: "login.hotel.example:8080"), "stopped secret-host"),
            (.init(.file(empty.path), to: "login.hotel.example"), "stopped secret-unusable"),
            (nil, "stopped secret-unknown"),
        ]
        for (secret, expected) in cases {
            var trial = Trial()
            trial.secrets = secret.map { ["s": $0] } ?? [:]
            let portal = ScriptedPortal { _, _ in .page("") }
            await expect(trial.attempt(agent, at: portal, isShown: true).summary, expected)
            #expect(portal.sent.isEmpty)
        }
    }

    @Test func `A partial response before a failure is not an answer of a portal`() async throws {
        var failure = ProbeFailure(.connectionReset, detail: "closed")
        failure.partialResponse = ProbeResponse(status: 200, body: Array("<form>".utf8))
        let visit = Self.visit(Received(failure: failure))
        await expect(code(of: PortalRequest(Self.portal), at: visit), "sign-in-no-answer")
    }
}
