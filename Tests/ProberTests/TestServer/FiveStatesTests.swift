import ConnectivityCore
import Foundation
import TestSupport
import Testing

@testable import ConnectivityTestServer

/// `Fixtures/scenarios/guest.json` on virtual time: the test passes each time, and nothing waits.
@Suite struct `Five states on virtual time` {
    private let scenario: Scenario
    private let client: Client
    private static let tokens = Scenario.Tokens(seed: 1)

    init() throws {
        let root = URL.package
        scenario = try Scenario(file: root.appending(path: "Fixtures/scenarios/guest.json").path)
        client = Client(progress: Scenario.Progress(scenario))
    }

    private final class Client {
        var progress: Scenario.Progress
        init(progress: Scenario.Progress) { self.progress = progress }
    }

    private func ask(
        _ url: String,
        _ form: String? = nil,
        at seconds: Int
    ) throws -> (status: Int, location: String?, body: String) {
        let request = TestServer.Request(
            method: form == nil ? "GET" : "POST",
            target: url,
            headers: form == nil ? [:] : ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array((form ?? "").utf8),
            client: "127.0.0.1"
        )
        let answer = scenario.answer(to: request, at: .seconds(seconds), &client.progress, tokens: Self.tokens)
        guard case .respond(let message)? = answer.reply.actions.first else { throw CancellationError() }
        return (message.status, message.headers["Location"], String(decoding: message.body, as: UTF8.self))
    }

    private static let check = "http://captive.apple.com/hotspot-detect.html"
    private static let portal = "http://portal.example"

    private func signIn(at seconds: Int) throws {
        let form = "room=12&name=Ann&token=\(Self.tokens.token(of: "127.0.0.1"))"
        try expect(ask("\(Self.portal)/sign-in", form, at: seconds).location, "/terms")
        expect(client.progress.state.name, "terms")
    }

    @Test func `A guest signs in, accepts the terms, uses up the data and comes again`() throws {
        let first = try ask(Self.check, at: 0)
        expect(first.status, 302)
        let asked = "http%3A%2F%2Fcaptive.apple.com%2Fhotspot-detect.html"
        expect(first.location, "http://portal.example/sign-in?from=\(asked)")
        let page = try ask("\(Self.portal)/sign-in", at: 1).body
        #expect(page.contains("value=\"\(Self.tokens.token(of: "127.0.0.1"))\""))
        #expect(page.contains("Your address is 127.0.0.1."))
        try expect(ask("\(Self.portal)/sign-in", "room=13&name=Ann&token=x", at: 2).status, 403)
        expect(client.progress.state.name, "signed-out")
        try signIn(at: 3)
        try expect(ask("\(Self.portal)/terms", "accept=no", at: 4).status, 200)
        expect(client.progress.state.name, "terms")
        try expect(ask("\(Self.portal)/terms", "accept=yes", at: 5).location, Self.check)
        for second in 6...13 {
            expect(client.progress.state.name, "signed-in")
            try expect(ask(Self.check, at: second).status, 200)
        }
        expect(client.progress.state.name, "quota-used")
        try expect(ask(Self.check, at: 14).location, "http://portal.example/quota")
        try expect(ask(Self.check, at: 612).location, "http://portal.example/quota")
        try expect(ask(Self.check, at: 613).location, "http://portal.example/expired")
        try expect(ask("\(Self.portal)/expired", "", at: 614).location, "/sign-in")
        expect(client.progress.state.name, "signed-out")
    }

    @Test func `A guest who does nothing is signed out again, and one who stays expires`() throws {
        try signIn(at: 10)
        try expect(ask(Self.check, at: 309).location?.contains("/sign-in"), true)
        expect(client.progress.state.name, "terms")
        _ = try ask(Self.check, at: 310)
        expect(client.progress.state.name, "signed-out")
        try signIn(at: 400)
        _ = try ask("\(Self.portal)/terms", "accept=yes", at: 400)
        try expect(ask(Self.check, at: 3999).status, 200)
        try expect(ask(Self.check, at: 4000).location, "http://portal.example/expired")
        expect(client.progress.since, .seconds(4000))
    }
}
