import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import ExamplePlugin
import Testing

@Suite struct `The agent that sends a voucher` {
    private static func trial(_ reply: String, secrets: [String] = ["voucher"]) -> SignInTrial {
        var rule = SignInRule(
            "campsite",
            on: NetworkMatch(ssids: ["Campsite"]),
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
        #expect(outcome.word == .accepted && outcome.sessionLength == .seconds(3600))
        #expect(result.requests.map(\.url) == ["https://login.campsite.example/api/voucher"])
        #expect(result.requests.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"voucher":"(voucher)"}"#])
        #expect(result.steps.map(\.secrets) == [["voucher"]])
    }

    @Test(arguments: [(#"{"ok": false}"#, SignInOutcome.Word.refused), ("<h1>Welcome</h1>", .unclear)])
    func `The agent claims no more than the portal says`(reply: String, word: SignInOutcome.Word) async throws {
        #expect(try await Self.trial(reply).run().outcome.get().word == word)
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
