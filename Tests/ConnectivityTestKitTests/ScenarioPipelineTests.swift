import ConnectivityKit
import ConnectivitySupport
import ConnectivityTestKit
import ConnectivityTestServer
import Foundation
import Testing

/// A whole pipeline in a scenario of five states, on virtual time: hours pass, and nothing waits.
@Suite struct `A pipeline in a scenario` {
    /// Asks a scenario without any socket; the clock gives the times.
    private final class ScenarioProber<C: Clock>: Prober where C.Duration == Duration {
        let kinds: Set<QuestionKind> = [.http]
        private let scenario: Scenario
        private let clock: C
        private let start: C.Instant
        private let progress: Mutex<Scenario.Progress>

        init(_ scenario: Scenario, clock: C) {
            (self.scenario, self.clock, start) = (scenario, clock, clock.now)
            progress = Mutex(Scenario.Progress(scenario))
        }

        func ask(_ url: String, form: String? = nil) -> TestServer.Message? {
            let request = TestServer.Request(
                method: form == nil ? "GET" : "POST",
                target: url,
                headers: form == nil ? [:] : ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array((form ?? "").utf8)
            )
            let answer = progress.withLock { progress in
                scenario.answer(to: request, at: start.duration(to: clock.now), &progress)
            }
            guard case .respond(let message)? = answer.reply.actions.first else { return nil }
            return message
        }

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            guard let url = request.url, let message = ask(url.description) else {
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.emptyReply)))
            }
            let response = ProbeResponse(status: message.status, headers: message.headers, body: message.body)
            return ProbeExchange(request: request, outcome: .success(response))
        }
    }

    @Test func `A pipeline sees the sign-in, the end of the data and the end of the stay of a guest`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let scenario = try Scenario(file: root.appending(path: "Fixtures/scenarios/guest.json").path)
        let recorder = RecordingNotifier()
        try simulate { clock in
            let prober = ScenarioProber(scenario, clock: clock)
            let source = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([.wifi])), (.seconds(20_000), nil)],
                clock: clock
            )
            async let guest: Void = {
                try await clock.sleep(for: .seconds(100))
                let token = Scenario.Tokens(seed: 0).token(of: nil)
                _ = prober.ask("http://portal.example/sign-in", form: "room=12&name=Ann&token=\(token)")
                try await clock.sleep(for: .seconds(60))
                _ = prober.ask("http://portal.example/terms", form: "accept=yes")
            }()
            try await Pipeline(source: source, prober: prober, clock: clock) {
                Endpoint.apple
            } notifiers: {
                recorder
            }.run()
            try await guest
        }
        let seen = recorder.assessments.map { "\($0.access.name) \($0.access.portal?.signInURL?.path ?? "")" }
        #expect(seen == ["determining ", "captive /sign-in", "online ", "captive /quota", "captive /expired"])
    }
}
