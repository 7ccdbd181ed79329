import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// A gateway whose answers never are the same twice.
private func gateway(_ clock: VirtualClock, delays: [Duration]) -> ClosureProber {
    let count = Lock(0)
    return ClosureProber { request in
        let number = count.withLock { count in
            count += 1
            return count
        }
        try? await clock.sleep(for: delays[number % delays.count])
        let url = request.question.http?.url.description ?? ""
        let place = "http://login.example/guest/\(number)?token=\(number * 7919)&from=\(url)"
        let response =
            number % 3 == 0
            ? ProbeResponse(status: 200, headers: ["Refresh": "0; url=\(place)"])
            : ProbeResponse(status: 302, headers: ["Location": place])
        return ProbeExchange(request: request, outcome: .success(.http(response)))
    }
}

@Suite struct `Changes of a pipeline` {
    private static let endpoints = ["a", "b", "c"].map { name in
        Endpoint(HTTPURL(stringLiteral: "http://\(name).example/"), expecting: Unforgeable(StatusCode(204)))
    }

    @Test(arguments: simulationSeeds(50))
    func `A portal with another token in each answer is one change, and each round confirms its newest page`(
        seed: UInt64
    ) throws {
        let (changes, confirmations) = try simulate(seed: seed) { clock in
            let recorder = EventRecorder()
            try await Pipeline(
                source: ScriptedInterfaceSource(
                    [(.zero, InterfaceSnapshot([.wifi])), (.seconds(600), nil)],
                    clock: clock
                ),
                prober: gateway(
                    clock,
                    delays: [.milliseconds(20), .seconds(1), .milliseconds(90), .milliseconds(300)]
                ),
                clock: clock
            ) {
                Self.endpoints
            } notifiers: {
                recorder
            }.run()
            return (recorder.changes, recorder.confirmations)
        }
        let finals = changes.filter(\.isFinal).map(\.access.name)
        expect(finals, ["determining", "captive"], "\(changes.map(\.access))")
        #expect(changes.count <= 3 && confirmations.count > 5)
        let pages = confirmations.compactMap { $0.access.portal?.signInURL }
        expect(Set(pages).count, confirmations.count, "each confirmation has the page of its round")
        let captive = try #require(changes.first { $0.access.portal != nil })
        #expect(confirmations.allSatisfy { $0.since == captive.since })
    }

    @Test func `An access that was unknown in between has a new beginning`() throws {
        let changes = try simulate { clock in
            let recorder = EventRecorder()
            try await Pipeline(
                source: ScriptedInterfaceSource(
                    [
                        (.zero, InterfaceSnapshot([.wifi])), (.seconds(100), InterfaceSnapshot([.ethernet])),
                        (.seconds(100), nil),
                    ],
                    clock: clock
                ),
                prober: ClosureProber {
                    ProbeExchange(request: $0, outcome: .success(.http(ProbeResponse(status: 204))))
                },
                clock: clock
            ) {
                Self.endpoints
            } notifiers: {
                recorder
            }.run()
            return recorder.changes.filter { $0.access == .online }
        }
        #expect(changes.count == 2 && changes[0].interface != changes[1].interface)
        expect(changes[0].since, changes[0].endedAt)
        // In between nothing was known.
        expect(changes[1].since, changes[1].endedAt)
    }
}

/// Keeps changes and confirmations.
private final class EventRecorder: Notifier {
    private let state = Lock<(changes: [Assessment], confirmations: [Assessment])>(([], []))
    var changes: [Assessment] { state.withLock { $0.changes } }
    var confirmations: [Assessment] { state.withLock { $0.confirmations } }
    var mailbox: NotifierMailbox { .all([.changes, .confirmations], upTo: 1_000) }

    func handle(_ event: PipelineEvent) {
        switch event {
        case .assessmentChanged(let assessment): state.withLock { $0.changes.append(assessment) }
        case .assessmentConfirmed(let assessment): state.withLock { $0.confirmations.append(assessment) }
        default: break
        }
    }
}
