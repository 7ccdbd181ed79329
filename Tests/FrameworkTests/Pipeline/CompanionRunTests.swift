import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// Asks again as soon as it has an answer.
private struct Greedy: Companion {
    let endpoints = [Endpoint("https://greedy.example/")]
    private var token = 0

    mutating func handle(_ input: CompanionInput, at moment: Moment) -> [CompanionEffect] {
        switch input {
        case .assessed(let assessment, isChange: true) where assessment.access == .online: break
        case .answered(token, let exchanges):
            guard exchanges.map({ $0.response?.status }) == [204] else {
                let reason = Reason.stated("\(exchanges)")
                return [.report(CompanionObservation("x", of: "x", "cut off", because: reason, at: moment.wall))]
            }
        default: return []
        }
        token += 1
        return [.ask([endpoints[0].request()], token: token)]
    }
}

/// Reports how often it was asked to, and that it looked.
private struct Talkative: Companion {
    private var count = 0

    mutating func handle(_ input: CompanionInput, at moment: Moment) -> [CompanionEffect] {
        guard case .roundEnded = input else { return [] }
        count += 1
        let subject = "\(count)"
        return (0..<300).map { _ in
            .report(CompanionObservation("x", of: subject, "seen", because: .stated("x"), at: moment.wall))
        }
    }
}

@Suite struct `A run with companions` {
    private static func run(_ companion: some Companion, for time: Duration) throws
        -> (recorder: RecordingNotifier, asked: [Duration])
    {
        let recorder = RecordingNotifier()
        let asked = Lock<[Duration]>([])
        try simulate { clock in
            let prober = ClosureProber { request in
                if request.url?.host == "greedy.example" { asked.withLock { $0.append(clock.now.offset) } }
                try? await clock.sleep(for: .milliseconds(10))
                return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
            }
            try await Pipeline.simulated(
                source: ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (time, nil)], clock: clock),
                prober: prober,
                companions: [companion],
                clock: clock,
                notifier: recorder
            ).run()
        }
        return (recorder, asked.withLock { $0 })
    }

    @Test func `All companions of a run ask at most 3600 requests in an hour, and none after its end`() throws {
        let (recorder, asked) = try Self.run(Greedy(), for: .seconds(5400))
        #expect(recorder.observations.isEmpty, "\(recorder.observations)")
        let hour = asked.filter { $0 < .seconds(3600) }
        #expect((3500...3600).contains(hour.count), "\(hour.count)")
        #expect(asked.count > 3600 && asked.allSatisfy { $0 <= .seconds(5400) }, "\(asked.count)")
    }

    @Test func `Requests of companions count in the budget of the rounds`() throws {
        var machine = ConnectivityMachine(
            DecisionRules(
                endpoints: [Endpoint("http://a.example/", expecting: Unforgeable(HasStatus(204)))],
                validators: .standard,
                policy: SharePolicy(1)
            ),
            schedule: RoundSchedule(settling: .zero, budget: RoundBudget(requestsPerHour: 10))
        )
        var rests: [Duration] = []
        func handle(_ input: ConnectivityMachine.Input, at seconds: Int) {
            let moment = Moment(elapsed: .seconds(seconds), wall: Timestamp(sinceEpoch: .seconds(seconds)))
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

    @Test func `Effects of one input and observations of many subjects are bounded`() throws {
        let (recorder, _) = try Self.run(Talkative(), for: .seconds(30 * 250))
        let newest = try #require(recorder.confirmations.last)
        expect(newest.observations.count, CompanionObservation.countMax)
        let perRound = Dictionary(grouping: recorder.observations, by: \.subject).values.map(\.count)
        expect(Set(perRound), [CompanionEffect.countMax])
    }
}
