import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct `The laws of notifiers` {
    @Test func `Notifier laws hold for RecordingNotifier`() throws {
        try simulate { clock in
            let notifier = RecordingNotifier()
            try await NotifierLaws.check(notifier, clock: clock, slack: .zero) { notifier.assessments }
        }
    }

    @Test func `Notifier laws hold for ClosureNotifier`() throws {
        try simulate { clock in
            let reported = ReceivedAssessments()
            try await NotifierLaws.check(ClosureNotifier { reported.append($0) }, clock: clock, slack: .zero) {
                reported.all
            }
        }
    }

    @Test func `Notifier laws hold for a slow notifier and for a failing one`() throws {
        for fault in [BrokenNotifier.Fault.slow, .failing] {
            try simulate { clock in
                let notifier = BrokenNotifier(fault: fault, clock: clock)
                try await NotifierLaws.check(notifier, clock: clock, slack: .zero)
            }
        }
    }

    @Test func `Notifier laws hold for AssessmentUpdates with and without a listener`() throws {
        try simulate { clock in
            let updates = AssessmentUpdates()
            try await NotifierLaws.check(updates, clock: clock, slack: .zero) { updates.newest.map { [$0] } ?? [] }
        }
        try simulate(seed: 7) { clock in
            let updates = AssessmentUpdates()
            let received = ReceivedAssessments()
            try await withThrowingTaskGroup(of: Void.self) { group in
                // The listener ends when a run ends, because this ends the updates.
                group.addTask { for await assessment in updates { received.append(assessment) } }
                try await NotifierLaws.check(updates, clock: clock, slack: .zero)
                try await group.waitForAll()
            }
        }
    }

    @Test func `The check calls a notifier with every event that a pipeline has`() throws {
        let notifier = RecordingNotifier()
        try simulate { clock in try await NotifierLaws.check(notifier, clock: clock, slack: .zero) }
        let cases = notifier.events.compactMap { "\($0)".split(separator: "(").first.map(String.init) }
        let all: Set = [
            "runBegan", "assessmentChanged", "assessmentConfirmed", "sourceFailed", "probeEnded",
            "roundEnded", "observed", "runHandedOver",
            "runEnded",
        ]
        expect(Set(cases), all)
    }

    @Test(arguments: BrokenNotifier.Fault.allCases.filter { $0.law != nil })
    func `Notifier laws are broken by a deliberately faulty notifier`(fault: BrokenNotifier.Fault) {
        let violation = #expect(throws: LawViolation.self) {
            try simulate { clock in
                let notifier = BrokenNotifier(fault: fault, clock: clock)
                try await NotifierLaws.check(notifier, clock: clock, slack: .milliseconds(10)) { notifier.reported.all }
            }
        }
        expect(violation?.law, fault.law?.rawValue, "\(String(describing: violation))")
    }

    /// The events are those of a driver that breaks the laws.
    @Test func `Notifier laws are broken by events that overlap, change order, follow the end or are not counted`() {
        func delivery(_ kind: Delivery.Kind, _ second: Int) -> Delivery {
            let start = Timestamp(sinceEpoch: .seconds(second))
            let assessment = kind == .ended ? nil : Assessment(access: .online, reason: .noEndpoint, startedAt: start)
            return Delivery(kind, at: .zero, assessment: assessment)
        }
        let all = [delivery(.changed, 1), delivery(.roundEnded, 1), delivery(.changed, 2), delivery(.ended, 2)]
        func law(_ deliveries: [Delivery], received: Int, dropped: Int = 0) -> NotifierLaws.Law? {
            var statistics = NotifierRun.Statistics(name: "a")
            statistics.received = received
            statistics.dropped = dropped
            statistics.delivered = deliveries.count { $0.kind != .ended }
            do {
                try NotifierLaws.check(deliveries, against: all, statistics)
                return nil
            } catch {
                return NotifierLaws.Law(rawValue: error.law)
            }
        }
        expect(law(all, received: 3), nil)
        expect(law([all[0], all[3]], received: 3, dropped: 2), nil)
        expect(law([all[0], all[3]], received: 3), .counting)
        expect(law([all[1], all[0], all[3]], received: 2), .sequence)
        var overlapping = all
        overlapping[1].overlaps = true
        expect(law(overlapping, received: 3), .sequence)
        expect(law(Array(all.dropLast()), received: 3), .end)
        expect(law(all + [all[3]], received: 3), .end)
        expect(law([all[3], all[0]], received: 3), .end)
    }

    @Test func `Every notifier law is broken by a test case`() {
        let broken = BrokenNotifier.Fault.allCases.compactMap(\.law) + [.sequence, .end, .counting]
        expect(Set(broken), Set(NotifierLaws.Law.allCases))
    }
}

/// The assessments that a notifier has received so far.
final class ReceivedAssessments: Sendable {
    private let state = Lock<[Assessment]>([])
    var all: [Assessment] { state.withLock { $0 } }
    func append(_ assessment: Assessment) { state.withLock { $0.append(assessment) } }
}

/// Never returns, whatever happens to its task.
func never() async { unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }

/// A notifier that breaks one law, or that is slow or fails, which breaks none.
final class BrokenNotifier: Notifier {
    enum Fault: CaseIterable {
        case blocking, deaf, deafToServices, deafServer, endless, endlessServer, forgetful, stuttering, once, slow
        case failing

        var law: NotifierLaws.Law? {
            switch self {
            case .blocking: .independence
            case .deaf, .deafToServices, .deafServer, .endlessServer: .cancellation
            case .forgetful, .stuttering, .endless: .order
            case .once: .runs
            case .slow, .failing: nil
            }
        }
    }

    private struct Failure: Error {}

    let reported = ReceivedAssessments()
    private let fault: Fault
    private let clock: VirtualClock
    private let hasEnded = Lock(false)

    init(fault: Fault, clock: VirtualClock) {
        self.fault = fault
        self.clock = clock
    }

    func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment): try await receive(assessment)
        case .observed:
            if fault == .deafToServices, Task.isCancelled { clock.jump(by: .seconds(1)) }
        case .runEnded: hasEnded.withLock { $0 = !reported.all.isEmpty }
        default: break
        }
    }

    private func receive(_ assessment: Assessment) async throws {
        let number = reported.all.count
        if fault == .slow { try await clock.sleep(for: .seconds(1)) }
        if fault == .blocking, !Task.isCancelled { clock.jump(by: .seconds(1)) }
        if fault == .deaf, Task.isCancelled { clock.jump(by: .seconds(1)) }
        if fault == .endless, number == 50 { await never() }
        if fault == .forgetful, number == 50 { return }
        if fault == .once, hasEnded.withLock({ $0 }), number > 0 { return }
        reported.append(assessment)
        if fault == .stuttering, number == 50 { reported.append(assessment) }
        if fault == .failing { throw Failure() }
    }

    func serve(_ run: NotifierRun) async throws {
        try? await clock.sleep(for: .seconds(1000))
        if fault == .endlessServer { await never() }
        if fault == .deafServer { clock.jump(by: .seconds(1)) }
    }
}
