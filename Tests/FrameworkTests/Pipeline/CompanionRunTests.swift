import ConnectivityCore
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@testable import ConnectivityPipeline

/// Asks again as soon as it has an answer.
private struct Greedy: Companion {
    let endpoints = [Endpoint("https://greedy.example/")]
    private var token = 0

    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
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

/// Asks more than an hour permits, and again.
private struct Insatiable: Companion {
    let endpoints = [Endpoint("https://greedy.example/")]
    private var token = 0

    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .assessed(let assessment, isChange: true) where assessment.access == .online: break
        case .answered: break
        default: return []
        }
        token += 2
        let requests = Array(repeating: endpoints[0].request(), count: 3000)
        return [.ask(requests, token: token), .ask(requests, token: token + 1)]
    }
}

/// Reports how often it was asked to, and that it looked.
private struct Talkative: Companion {
    private var count = 0

    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        guard case .roundEnded = input else { return [] }
        count += 1
        let subject = "\(count)"
        return (0..<300).map { _ in
            .report(CompanionObservation("x", of: subject, "seen", because: .stated("x"), at: moment.wall))
        }
    }
}

/// Reports each network that was left.
private struct Watchful: Companion {
    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        guard case .left(let path) = input else { return [] }
        let left = CompanionObservation("x", of: "\(path)", "left", because: .stated("x"), at: moment.wall)
        return [.report(left)]
    }
}

/// Restates what an earlier run knew, and reports an event.
private struct Forgetful: Companion {
    var restates = true

    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        var observation = CompanionObservation("x", of: "x", "broken", .warning, because: .stated("x"), at: moment.wall)
        switch input {
        case .began(let context):
            observation.isChange = context.earlier == nil
            return restates ? [.report(observation)] : []
        case .roundEnded:
            (observation.state, observation.subject, observation.since) = ("happened", "y", nil)
            return restates ? [.report(observation)] : []
        default: return []
        }
    }
}

/// Asks, waits and works when the network is online, and cancels all at once.
private struct Hasty: Companion {
    let endpoints = [Endpoint("https://greedy.example/")]
    let clock: VirtualClock

    func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        func said(_ text: String) -> CompanionObservation {
            let second = moment.elapsed.components.seconds
            return CompanionObservation("x", of: "\(text) at \(second)", "said", because: .stated("x"), at: moment.wall)
        }
        switch input {
        case .assessed(let assessment, isChange: true) where assessment.access == .online:
            let work = CompanionWork("work") { [clock] tools in
                try? await clock.sleep(for: .seconds(10))
                return CompanionObservation("x", of: "x", "done", because: .stated("x"), at: tools.now().wall)
            }
            return [
                .ask([endpoints[0].request()], token: 1), .wait(.seconds(5), token: 2), .perform(work, token: 3),
                .cancel(token: 1), .cancel(token: 2), .cancel(token: 3), .cancel(token: 4),
            ]
        case .answered(1, let exchanges):
            guard case .failure(let failure) = exchanges[0].outcome else { return [.report(said("answered"))] }
            return [.report(said("answered \(failure.kind == .cutOff ? "cut-off" : "otherwise")"))]
        case .waited: return [.report(said("waited"))]
        case .finished: return [.report(said("finished"))]
        default: return []
        }
    }
}

/// Reports two services whose names have their first hundred letters in common.
private struct Namesakes: Companion {
    static let names = ["1", "2"].map { String(repeating: "a", count: 100) + $0 }

    func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        guard case .roundEnded = input else { return [] }
        return Self.names.map {
            .report(CompanionObservation("x", of: $0, "seen", because: .stated("x"), at: moment.wall))
        }
    }
}

/// Keeps what is shown of the state of a device, as systemd and a desktop do.
private final class Display: Notifier {
    private let state = Lock<[CompanionObservation]>([])
    var observations: [CompanionObservation] { state.withLock { $0 } }
    var mailbox: NotifierMailbox { .newest([.changes, .observations]) }

    func handle(_ event: PipelineEvent) {
        if case .observed(let observation) = event { state.withLock { $0.append(observation) } }
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

    @Test func `A companion that cancels cuts off its requests, ends its work and drops its wait at once`()
        throws
    {
        let recorder = RecordingNotifier()
        try simulate { clock in
            try await Pipeline.simulated(
                source: ScriptedInterfaceSource(
                    [(.zero, InterfaceSnapshot([.wifi])), (.seconds(20), nil)],
                    clock: clock
                ),
                prober: ClosureProber { request in
                    if request.url?.host == "greedy.example" {
                        try? await clock.sleep(for: .seconds(10))
                        let isCancelled = clock.now.offset < .seconds(10)
                        if isCancelled {
                            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
                        }
                    }
                    return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
                },
                companions: [Hasty(clock: clock)],
                clock: clock,
                notifier: recorder
            ).run()
        }
        expect(recorder.observations.map(\.subject), ["answered cut-off at 0", "finished at 0"])
    }

    @Test func `Nothing is kept of a wait that was cancelled`() {
        /// Waits anew at each input, in place of the wait before.
        struct Restless: Companion {
            private var token = 0

            mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
                token += 1
                return [.cancel(token: token - 1), .wait(.seconds(60), token: token)]
            }
        }
        var driver = CompanionDriver([Restless()], .defaultRoute, after: nil)
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        for _ in 0..<1000 { _ = driver.handle(.signInBegan, of: nil, at: moment) }
        #expect(driver.pendingCount <= 2, "\(driver.pendingCount)")
    }

    @Test func `A display gets observations of all names, however long a part of them is the same`() throws {
        let display = Display()
        try simulate { clock in
            try await Pipeline.simulated(
                source: ScriptedInterfaceSource(
                    [(.zero, InterfaceSnapshot([.wifi])), (.seconds(20), nil)],
                    clock: clock
                ),
                prober: ClosureProber { ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204))) },
                companions: [Namesakes()],
                clock: clock,
                notifier: display
            ).run()
        }
        expect(display.observations.map(\.subject), Namesakes.names)
    }

    @Test func `A second router on the network means no network that was left, and another network does`() throws {
        var twofold = NetworkInterface.wifi
        twofold.defaultRoutes.append(.init(family: .ipv6, gateway: "fe80::1", metric: 1024))
        var other = twofold
        other.defaultRoutes = [.init(family: .ipv4, gateway: "198.51.100.1", metric: 600)]
        let recorder = RecordingNotifier()
        try simulate { [twofold, other] clock in
            try await Pipeline.simulated(
                source: ScriptedInterfaceSource(
                    [
                        (.zero, InterfaceSnapshot([.wifi])), (.seconds(100), InterfaceSnapshot([twofold])),
                        (.seconds(400), InterfaceSnapshot([other])), (.seconds(700), nil),
                    ],
                    clock: clock
                ),
                prober: ClosureProber {
                    ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204)))
                },
                companions: [Watchful()],
                clock: clock,
                notifier: recorder
            ).run()
        }
        expect(recorder.observations.count, 1, "\(recorder.observations)")
        expect(recorder.confirmations.last?.observations.count, 1)
    }

    @Test(arguments: [true, false])
    func `Of an earlier run, only what companions restate is known, and displays receive it`(restates: Bool) throws {
        let runs = try simulate { clock in
            var runs: [(recorder: RecordingNotifier, display: Display, last: Assessment?)] = []
            for isContinued in [false, true] {
                let (recorder, display) = (RecordingNotifier(), Display())
                var companion = Forgetful()
                companion.restates = restates || !isContinued
                let pipeline = try Pipeline.simulated(
                    source: ScriptedInterfaceSource(
                        [(.zero, InterfaceSnapshot([.wifi])), (.seconds(70), nil)],
                        clock: clock
                    ),
                    prober: ClosureProber {
                        ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204)))
                    },
                    companions: [companion],
                    clock: clock,
                    notifier: recorder,
                    others: [display]
                )
                try await pipeline.run(from: runs.last?.last)
                runs.append((recorder, display, pipeline.lastAssessment))
            }
            return runs
        }
        for (number, run) in runs.enumerated() {
            let known = number == 0 || restates ? ["x"] : []
            // An event is part of the round that shows it, and is not kept.
            let events = known.isEmpty ? [] : ["y"]
            expect(run.recorder.confirmations.last?.observations.map(\.subject), known + events)
            expect(run.last?.observations.map(\.subject), known)
            expect(run.display.observations.contains { $0.subject == "x" }, !known.isEmpty)
        }
    }

    /// A prober of hosts of which some answer after 10 ms, and the others after a minute.
    private static func prober(on clock: VirtualClock, isQuick: @escaping @Sendable (String?) -> Bool) -> ClosureProber
    {
        ClosureProber { request in
            try? await clock.sleep(for: isQuick(request.url?.host) ? .milliseconds(10) : .seconds(60))
            return Task.isCancelled
                ? ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
                : ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
        }
    }

    @Test func `When the time is over, requests of companions end, and so do those that wait or follow`() throws {
        let took = try simulate { clock in
            let prober = Self.prober(on: clock) { $0 != "greedy.example" }
            let pipeline = try Pipeline.simulated(
                source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                prober: prober,
                companions: [Insatiable()],
                clock: clock,
                notifier: RecordingNotifier()
            )
            let start = clock.now
            let assessment = try await pipeline.assess(within: .seconds(3))
            expect(assessment.access, .online)
            return start.duration(to: clock.now)
        }
        #expect(took < .seconds(4), "\(took)")
    }

    @Test func `When the time is over during a round, the answers so far are known, and nothing is final`() throws {
        let assessment = try simulate { clock in
            let prober = Self.prober(on: clock) { $0 == "a.example" }
            let pipeline = try Pipeline.simulated(
                source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                prober: prober,
                clock: clock,
                notifier: RecordingNotifier()
            )
            return try await pipeline.assess(within: .seconds(2))
        }
        #expect(assessment.access == .determining && !assessment.isFinal)
        expect(assessment.endpoints.map(\.name), ["http://a.example/204"])
        expect(assessment.duration, .seconds(2))
    }

    @Test func `Two companions with an endpoint of one name are refused`() throws {
        #expect(throws: PipelineSetupError.repeatedName("https://greedy.example/")) {
            try simulate { clock in
                _ = try Pipeline.simulated(
                    source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                    prober: ClosureProber { .unsupported($0) },
                    companions: [Greedy(), Insatiable()],
                    clock: clock,
                    notifier: RecordingNotifier()
                )
            }
        }
    }

    @Test func `An observation with a warning is forgotten last`() throws {
        var known: [CompanionObservation] = []
        func observe(_ subject: String, _ severity: CompanionObservation.Severity, at seconds: Int) {
            let time = Timestamp(sinceEpoch: .seconds(seconds))
            known.record(CompanionObservation("x", of: subject, "x", severity, because: .stated("x"), at: time))
        }
        observe("vital", .warning, at: 0)
        for number in 0..<CompanionObservation.countMax { observe("\(number)", .notice, at: 1 + number) }
        expect(known.count, CompanionObservation.countMax)
        #expect(known[0].subject == "vital" && !known.contains { $0.subject == "0" })
    }

    @Test func `Effects of one input and observations of many subjects are bounded`() throws {
        let (recorder, _) = try Self.run(Talkative(), for: .seconds(30 * 250))
        let newest = try #require(recorder.confirmations.last)
        expect(newest.observations.count, CompanionObservation.countMax)
        let perRound = Dictionary(grouping: recorder.observations, by: \.subject).values.map(\.count)
        expect(Set(perRound), [CompanionEffect.countMax])
    }
}
