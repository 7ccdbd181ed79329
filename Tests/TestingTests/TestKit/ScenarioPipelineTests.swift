import ConnectivityKit
import ConnectivityTesting
import Foundation
import TestSupport
import Testing

@testable import ConnectivityTestServer

/// A whole pipeline in a scenario of five states, on virtual time: hours pass, and nothing waits.
@Suite struct `A pipeline in a scenario` {
    @Test func `A pipeline sees the sign-in, the end of the data and the end of the stay of a guest`() throws {
        let recorder = RecordingNotifier()
        let states = Collected<String>()
        try simulate { clock in
            let guest = try ScenarioProber("Fixtures/scenarios/guest.json", clock: clock)
            let source = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([.wifi])), (.seconds(20_000), nil)],
                clock: clock
            )
            async let run: Void = Pipeline(source: source, prober: guest, clock: clock) {
                Endpoint.apple
            } notifiers: {
                recorder
            }.run()
            try await clock.sleep(for: .seconds(100))
            let page = await guest.probe(ProbeRequest("http://portal.example/sign-in"))
            let token = page.response.map { String(decoding: $0.body, as: UTF8.self) }?.firstMatch(
                of: /token" value="([^"]+)"/
            ).map { String($0.1) }
            states.add(guest.state)
            let wrong = await guest.submit(["room": "13", "name": "Ann"], to: "http://portal.example/sign-in")
            expect(wrong.response?.status, 403)
            _ = await guest.submit(
                ["room": "12", "name": "Ann & Bo", "token": token ?? ""],
                to: "http://portal.example/sign-in"
            )
            states.add(guest.state)
            try await clock.sleep(for: .seconds(60))
            _ = await guest.submit(["accept": "yes"], to: "http://portal.example/terms")
            states.add(guest.state)
            try await run
            states.add(guest.state)
            #expect(!guest.enter("nowhere") && guest.enter("signed-in") && guest.state == "signed-in")
        }
        expect(states.values, ["signed-out", "terms", "signed-in", "expired"])
        let seen = recorder.assessments.map { "\($0.access.name) \($0.access.portal?.signInURL?.path ?? "")" }
        expect(seen, ["determining ", "captive /sign-in", "online ", "captive /quota", "captive /expired"])
    }

    /// Asks a scenario once on virtual time.
    private func ask(_ path: String, _ url: HTTPURL, _ limits: ProbeRequest.Limits = ProbeRequest.Limits()) throws
        -> ProbeExchange
    {
        try simulate { clock in
            try await ScenarioProber(path, clock: clock).probe(ProbeRequest(url, limits: limits))
        }
    }

    private func kind(_ exchange: ProbeExchange) -> ProbeFailure.Kind? {
        if case .failure(let failure) = exchange.outcome { failure.kind } else { nil }
    }

    @Test func `Each host of the trouble scenario fails as it does when it is served`() throws {
        for (url, kind) in TroubleScenario.expected {
            let limits = TroubleScenario.limits(for: kind)
            let exchange = try ask("Fixtures/scenarios/trouble.json", url, limits)
            expect(self.kind(exchange), kind, "\(url)")
            let isSlow = if case .timedOut = kind { true } else { false }
            expect(isSlow, (exchange.timings.total == limits.total), "\(url)")
        }
        let blocked = try ask("Fixtures/scenarios/hotel.json", "http://blocked.example/")
        expect(kind(blocked), .nameLookup)
    }

    @Test(arguments: FaultExpectation.common)
    func `A simulated fault is the failure that a client of the server sees`(_ expectation: FaultExpectation) throws {
        var reply = Scenario.Reply(Scenario.Message(TestServer.Message(status: 200, body: Array("genuine".utf8))))
        reply.fault = expectation.fault
        let scenario = Scenario(hosts: ["a.example": .init(replies: [reply])])
        var progress = Scenario.Progress(scenario)
        let request = ProbeRequest("http://a.example/", limits: ProbeRequest.Limits(total: .milliseconds(300)))
        let step = scenario.answer(to: request, after: .zero, at: .zero, &progress, tokens: .init(seed: 0))
        guard case .failure(let failure)? = step.result else {
            Issue.record("an answer instead of \(expectation.kind)")
            return
        }
        expect(failure.kind, expectation.kind)
        expect(failure.partialResponse.map { String(decoding: $0.body, as: UTF8.self) }, expectation.partialBody)
        if case .timedOut = failure.kind { expect(step.time, .milliseconds(300)) }
    }

    @Test func `A file that is no scenario is refused with its place`() {
        let missing = #expect(throws: ScenarioFileError.self) {
            try ScenarioProber("no.json", clock: ContinuousClock())
        }
        expect(missing?.description, "no.json: no such file in the folders above the test")
        let other = #expect(throws: ScenarioFileError.self) {
            try ScenarioProber("Fixtures/README.md", clock: ContinuousClock())
        }
        expect(other?.description.hasPrefix("Fixtures/README.md: line 1, column 1: "), true)
    }
}
