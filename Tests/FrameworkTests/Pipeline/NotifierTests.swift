import ConnectivityCompanions
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// Records every event with its virtual time.
private final class EventLog: Notifier {
    private let clock: VirtualClock
    private let state = Lock<[String]>([])
    init(_ clock: VirtualClock) { self.clock = clock }

    var lines: [String] { state.withLock { $0 } }
    var mailbox: NotifierMailbox { .all(upTo: 1000) }

    private func record(_ text: String) {
        let time = clock.now.offset / .milliseconds(1)
        state.withLock { $0.append("\(Int(time)) \(text)") }
    }

    func handle(_ event: PipelineEvent) {
        switch event {
        case .assessmentChanged(let assessment): record("changed \(assessment.access.name)")
        case .assessmentConfirmed(let assessment): record("confirmed \(assessment.access.name)")
        case .probeEnded(let report): record("\(report.name) \(report.verdict.finding.rawValue)")
        case .roundEnded(let assessment): record("round \(assessment.access.name)")
        case .observed(let observation): record("\(observation.kind) \(observation.state)")
        case .runEnded(throwing: let error): record("ended\(error.map { " \($0)" } ?? "")")
        default: break
        }
    }
}

/// Takes some time to handle each event.
private final class SlowNotifier: Notifier {
    private let clock: VirtualClock
    private let time: Duration
    private let deafness: Duration
    let mailbox: NotifierMailbox
    private let state = Lock<(received: [String], ends: Int)>(([], 0))

    /// Creates a notifier that continues for some time after it is cancelled.
    init(_ clock: VirtualClock, _ time: Duration, _ mailbox: NotifierMailbox, deafness: Duration = .zero) {
        (self.clock, self.time, self.mailbox, self.deafness) = (clock, time, mailbox, deafness)
    }

    var received: [String] { state.withLock { $0.received } }
    var ends: Int { state.withLock { $0.ends } }

    private func receive(_ text: String) async throws {
        state.withLock { $0.received.append(text) }
        defer { if Task.isCancelled { clock.jump(by: deafness) } }
        try await clock.sleep(for: time)
    }

    func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment): try await receive(assessment.access.name)
        case .assessmentConfirmed: try await receive("confirmed")
        case .roundEnded: try await receive("round")
        case .runEnded: state.withLock { $0.ends += 1 }
        default: break
        }
    }
}

private struct Broken: Error, Equatable {}

/// Throws at every change and at the end.
private struct FailingNotifier: Notifier {
    func handle(_ event: PipelineEvent) throws {
        switch event {
        case .assessmentChanged, .runEnded: throw Broken()
        default: break
        }
    }
}

private struct WaitingNotifier: Notifier {
    let clock: VirtualClock
    func handle(_ event: PipelineEvent) async throws {
        if case .assessmentChanged = event { try await clock.sleep(for: .seconds(86_000)) }
    }
}

@Suite struct `Notifiers of a pipeline` {
    private static let seeds = [nil] + (0..<100).map(UInt64?.init)
    private static let session: [(after: Duration, snapshot: InterfaceSnapshot?)] = [
        (.zero, InterfaceSnapshot([.wifi])), (.seconds(12), nil),
    ]

    private static func pipeline(_ clock: VirtualClock, _ notifiers: [any Notifier]) throws -> Pipeline {
        let network = SimulatedNetwork(clock: clock, behaviours: [(.zero, .portal), (.seconds(4), .genuine)])
        var configuration = Pipeline.Configuration(
            ScriptedInterfaceSource(session, clock: clock),
            network.prober,
            asking: [Endpoint("http://a.example/204", name: "a", expecting: Unforgeable(StatusCode(204)))]
        )
        configuration.schedule = RoundSchedule(
            interval: .seconds(5),
            captive: RoundSchedule.Backoff(first: .seconds(5), maximum: .seconds(5))
        )
        configuration.companions = [PortalStages()]
        configuration.notifiers = notifiers
        return try Pipeline(
            verbatim: configuration,
            clock: clock,
            civilTime: { Timestamp(sinceEpoch: clock.now.offset) }
        )
    }

    @Test(arguments: Self.seeds)
    func `The stages of a portal are observations, and part of the assessment of the round that shows them`(
        seed: UInt64?
    ) throws {
        try simulate(seed: seed) { clock in
            let recorder = RecordingNotifier()
            try await Self.pipeline(clock, [recorder]).run()
            let stages = recorder.observations.filter { $0.kind == PortalStages.kind }
            expect(stages.map(\.state), ["found", "unlocked"])
            expect(stages.map { $0.facts["access"]?.text }, ["captive", "online"])
            let captive = try #require(recorder.rounds.first { $0.access.portal != nil })
            expect(captive.observations.map(\.state), ["found"])
            let online = try #require(recorder.assessments.last)
            #expect(online.access == .online && online.observations.map(\.state) == ["unlocked"])
        }
    }

    @Test(arguments: Self.seeds)
    func `A notifier receives the probes, then the change or confirmation, the round, and last the end`(seed: UInt64?)
        throws
    {
        let lines = try simulate(seed: seed) { clock in
            let log = EventLog(clock)
            try await Self.pipeline(clock, [log]).run()
            return log.lines
        }
        expect(
            lines,
            [
                "0 changed determining", "20 a captive", "20 changed captive", "20 round captive",
                "20 portal found", "5040 a genuine", "5040 changed online", "5040 round online",
                "5040 portal unlocked",
                "10060 a genuine", "10060 confirmed online", "10060 round online", "12000 ended",
            ]
        )
    }

    @Test(arguments: Self.seeds)
    func `Slow and hanging notifiers delay neither other notifiers nor the pipeline`(seed: UInt64?) throws {
        let alone = try simulate(seed: seed) { clock in
            let log = EventLog(clock)
            try await Self.pipeline(clock, [log]).run()
            return log.lines
        }
        let together = try simulate(seed: seed) { clock in
            let log = EventLog(clock)
            let hanging = SlowNotifier(clock, .seconds(86_000), .newest())
            let slow = SlowNotifier(clock, .seconds(3), .newest(.all))
            try await Self.pipeline(clock, [hanging, FailingNotifier(), log, slow]).run()
            expect(clock.now.offset, .seconds(13), "a second of grace, then the hanging call is cancelled")
            expect(hanging.received, ["determining"])
            #expect(hanging.ends == 1 && slow.ends == 1)
            return log.lines
        }
        expect(alone, together)
    }

    @Test(arguments: Self.seeds)
    func `Events that wait when a notifier's time is over are dropped, and the notifier receives the end`(seed: UInt64?)
        throws
    {
        try simulate(seed: seed) { clock in
            let time = Duration.seconds(86_000)
            let deaf = SlowNotifier(clock, time, .all(.changes, upTo: 9), deafness: .milliseconds(600))
            let pipeline = try Self.pipeline(clock, [deaf])
            try await pipeline.run()
            expect(clock.now.offset, .milliseconds(13_600))
            #expect(deaf.received == ["determining"] && deaf.ends == 1)
            expect(pipeline.notifierStatistics.map(\.dropped), [2])
        }
    }

    @Test(arguments: Self.seeds)
    func `Hanging notifiers do not delay a single assessment`(seed: UInt64?) throws {
        try simulate(seed: seed) { clock in
            let hanging = SlowNotifier(clock, .seconds(86_000), .all(upTo: 10))
            let recorder = RecordingNotifier()
            let pipeline = try Self.pipeline(clock, [hanging, recorder])
            let assessment = try await pipeline.assess()
            expect(assessment.access.name, "captive")
            expect(clock.now.offset, .milliseconds(20))
            expect(recorder.assessments.map(\.access.name), ["determining", "captive"])
            #expect(recorder.ends.count == 1 && hanging.ends == 1)
        }
    }

    @Test(arguments: Self.seeds)
    func `Slow notifiers drop events by their own rule, never the newest change, and count them`(seed: UInt64?) throws {
        try simulate(seed: seed) { clock in
            let newest = SlowNotifier(clock, .seconds(11), .newest(.all))
            let two = SlowNotifier(clock, .seconds(11), .all([.changes, .confirmations, .rounds], upTo: 2))
            let changes = SlowNotifier(clock, .zero, .all(.changes, upTo: 1))
            let pipeline = try Self.pipeline(clock, [newest, two, changes, FailingNotifier()])
            try await pipeline.run()
            // Captive was replaced by online, and the round with captive by the round with the end.
            expect(newest.received.prefix(2), ["determining", "online"])
            expect(two.received.prefix(2), ["determining", "captive"])
            expect(changes.received, ["determining", "captive", "online"])
            let all = pipeline.notifierStatistics
            expect(all.map(\.name), ["SlowNotifier", "SlowNotifier", "SlowNotifier", "FailingNotifier"])
            expect(all.map(\.received), [12, 7, 3, 12])
            for statistics in all {
                expect(statistics.received, statistics.delivered + statistics.dropped, "\(statistics)")
                expect(statistics.waiting, 0)
            }
            #expect(all[0].dropped > 0 && all[1].dropped > 0)
            #expect(all[2].dropped == 0 && all[2].failed == 0)
            #expect(all[3].failed == 4 && all[3].dropped == 0)
            expect(
                all[3].description,
                "FailingNotifier: 0 of 12 events dropped, 4 calls failed, last with: Broken()"
            )
        }
    }

    @Test(arguments: Self.seeds)
    func `The first, second and fourth failure of a notifier are reported at once, and no other`(seed: UInt64?)
        throws
    {
        try simulate(seed: seed) { clock in
            let pipeline = try Self.pipeline(clock, [RecordingNotifier(), FailingNotifier()])
            let troubles = pipeline.notifierFailures()
            let all = try await withThrowingTaskGroup(of: [(Duration, NotifierRun.Statistics)].self) { group in
                group.addTask {
                    var reported: [(Duration, NotifierRun.Statistics)] = []
                    for await trouble in troubles { reported.append((clock.now.offset, trouble)) }
                    return reported
                }
                try await pipeline.run()
                group.cancelAll()
                return try await group.next() ?? []
            }
            let failing = all.filter { $0.1.name == "FailingNotifier" }
            expect(failing.map(\.1.failed), [1, 2, 4])
            expect(failing.map(\.1.lastFailure), ["Broken()", "Broken()", "Broken()"])
            expect(failing.map { $0.0 < .seconds(12) }, [true, true, false], "the fourth is the end of the run")
            expect(all.count, failing.count)
        }
    }

    @Test(arguments: Self.seeds)
    func `After a cancelled run notifiers still receive what they take at once, and the end`(seed: UInt64?) throws {
        try simulate(seed: seed) { clock in
            let recorder = RecordingNotifier()
            let hanging = SlowNotifier(clock, .seconds(86_000), .all(upTo: 10))
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await Self.pipeline(clock, [hanging, recorder]).run() }
                try? await clock.sleep(for: .seconds(6))
                group.cancelAll()
            }
            expect(clock.now.offset, .seconds(6))
            expect(recorder.assessments.map(\.access.name), ["determining", "captive", "online"])
            #expect(recorder.ends.count == 1 && recorder.ends[0] == nil)
            expect(hanging.ends, 1)
        }
    }

    @Test func `A call that the end of the run cuts off is named so, and not by the error of the cancellation`() throws
    {
        try simulate { clock in
            let pipeline = try Self.pipeline(clock, [WaitingNotifier(clock: clock)])
            try await pipeline.run()
            let statistics = try #require(pipeline.notifierStatistics.first)
            #expect(statistics.failed > 0 && statistics.lastFailure == "the run ended before the call did")
        }
    }

    @Test func `Notifiers receive the time at which a round last confirmed the assessment`() throws {
        try simulate { clock in
            let recorder = RecordingNotifier()
            let pipeline = try Self.pipeline(clock, [recorder])
            try await pipeline.run()
            let online = try #require(recorder.assessments.last)
            let confirmed = try #require(recorder.confirmations.first)
            #expect(online.confirmedAt == nil && online.endedAt.sinceEpoch == .milliseconds(5040))
            expect(confirmed.confirmedAt?.sinceEpoch, .milliseconds(10_060))
            #expect(confirmed.since == online.since && confirmed.endedAt.sinceEpoch == .milliseconds(10_060))
            expect(pipeline.lastAssessment, confirmed)
            expect(recorder.rounds.last?.endedAt.sinceEpoch, .milliseconds(10_060))
        }
    }
}
