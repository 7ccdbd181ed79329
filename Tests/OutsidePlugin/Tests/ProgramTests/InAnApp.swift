import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import Synchronization
import Testing

// Code of the guide "In an app", which the tests of the guides compare with this file.

@Suite struct `The model of an app` {
    @Test @MainActor func `The model shows the hotel's portal and its end`() async throws {
        let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.hotel.example/"])
        try await simulateOnMainActor { clock in
            let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi]))], clock: clock, ends: false)
            let answers = [portal, ProbeResponse(status: 204)]
            let prober = ReplayProber(answers, from: Endpoint.google.question, clock: clock)
            let model = InternetModel { updates in
                Pipeline(source: source, prober: prober, clock: clock) {
                    Endpoint.google
                } notifiers: {
                    updates
                }
            }
            await withTaskGroup { group in
                group.addTask { try? await model.run() }
                try? await clock.sleep(for: .seconds(2))
                #expect(model.signInURL == "http://login.hotel.example/")
                try? await clock.sleep(for: .seconds(5))
                #expect(model.access == .online)
                group.cancelAll()
            }
        }
    }

    @Test @MainActor func `A second run begins with what the first one knew`() async throws {
        try await simulateOnMainActor { clock in
            let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi]))], clock: clock, ends: false)
            let prober = ReplayProber([ProbeResponse(status: 204)], from: Endpoint.google.question, clock: clock)
            let seen = Mutex<[String]>([])
            let model = InternetModel { updates in
                Pipeline(source: source, prober: prober, clock: clock) {
                    Endpoint.google
                } notifiers: {
                    updates
                    ClosureNotifier { assessment in seen.withLock { $0.append(assessment.access.name) } }
                }
            }
            for expected in [["determining", "online"], ["determining", "online"]] {
                await withTaskGroup { group in
                    group.addTask { try? await model.run() }
                    try? await clock.sleep(for: .seconds(10))
                    #expect(seen.withLock { $0 } == expected)
                    #expect(model.access == .online)
                    model.checkAgain()
                    group.cancelAll()
                }
                #expect(model.access == .online)
            }
        }
    }

    @Test func `Without plain http, online is found, and a portal is not`() throws {
        for (hasPortal, expected) in [(false, "online"), (true, "unreachable")] {
            try simulate { clock in
                let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi]))], clock: clock, ends: false)
                let prober = ProberWithoutPlainHTTP(hasPortal: hasPortal)
                let pipeline = Pipeline(source: source, prober: prober, clock: clock) {
                    Endpoint.standard
                }
                let assessment = try await pipeline.assess()
                #expect(assessment.access.name == expected)
            }
        }
    }
}

/// A prober whose app has no exception of App Transport Security; a portal breaks TLS.
private struct ProberWithoutPlainHTTP: Prober {
    var hasPortal: Bool
    var kinds: Set<Question.Kind> { [.http] }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let answer: Result<Answer, ProbeFailure> =
            if request.url?.scheme != .https {
                .failure(ProbeFailure(.unsupported))
            } else if hasPortal {
                .failure(ProbeFailure(.tls(.unknownAuthority)))
            } else {
                .success(.http(ProbeResponse(status: 204)))
            }
        return ProbeExchange(request: request, outcome: answer)
    }
}
