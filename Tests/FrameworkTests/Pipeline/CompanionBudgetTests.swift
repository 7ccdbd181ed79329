import ConnectivityCore
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@testable import ConnectivityPipeline

/// Does work that sends two requests when the network is online.
private struct Working: Companion {
    func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        guard case .assessed(let assessment, isChange: true) = input, assessment.access == .online else { return [] }
        let work = CompanionWork("work") { tools in
            for _ in 0..<2 { _ = await tools.prober.probe(ProbeRequest("https://greedy.example/")) }
            return CompanionObservation("x", of: "x", "done", because: .stated("x"), at: tools.now().wall)
        }
        return [.perform(work, token: 1)]
    }
}

@Suite struct `The request budget of companions` {
    @Test func `Requests of companions count in the budget of the rounds`() throws {
        var machine = ConnectivityMachine(
            DecisionRules(
                endpoints: [Endpoint("http://a.example/", expecting: Unforgeable(StatusCode(204)))],
                validators: .standard,
                policy: SharePolicy(1)
            ),
            schedule: RoundSchedule(settling: .zero, requestsPerHour: 10)
        )
        var rests: [Duration] = []
        func handle(_ input: ConnectivityMachine.Input, at seconds: Int) {
            let moment = ConnectivityMachine.Moment(
                elapsed: .seconds(seconds),
                wall: Timestamp(sinceEpoch: .seconds(seconds))
            )
            for case .begin(.rest(let time), epoch: _) in machine.handle(input, at: moment) { rests.append(time) }
        }
        func round(at seconds: Int) {
            handle(.waitEnded(epoch: machine.epoch), at: seconds)
            let exchange = ProbeExchange(
                request: ProbeRequest("http://a.example/"),
                outcome: .success(ProbeResponse(status: 204))
            )
            handle(.probeEnded(index: 0, epoch: machine.epoch, exchange: exchange), at: seconds)
        }
        handle(.interfacesChanged(InterfaceSnapshot([.wifi])), at: 0)
        round(at: 1)
        handle(.companionAsked(requestCount: 8, interface: "wlan0"), at: 2)
        round(at: 40)
        #expect(rests.count == 2 && rests[0] == .seconds(30) && rests[1] > .seconds(3000), "\(rests)")
    }

    @Test func `Requests of a companion's work count in the budget of the rounds`() throws {
        let counted = Lock(0)
        try simulate { clock in
            let pipeline = try Pipeline.simulated(
                source: ScriptedInterfaceSource(
                    [(.zero, InterfaceSnapshot([.wifi])), (.seconds(20), nil)],
                    clock: clock
                ),
                prober: ClosureProber { ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204))) },
                companions: [Working()],
                clock: clock,
                notifier: RecordingNotifier()
            )
            .observing { step in
                if case .companionAsked(1, interface: "wlan0") = step.input { counted.withLock { $0 += 1 } }
            }
            try await pipeline.run()
        }
        expect(counted.withLock { $0 }, 2)
    }
}
