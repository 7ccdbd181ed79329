import ConnectivitySupport
import ConnectivityTestKit
import Testing

@Suite struct `The laws of notifiers` {
    @Test func `hold for one that records`() throws {
        try simulate { clock in
            let notifier = RecordingNotifier()
            try await NotifierLaws.check(notifier, clock: clock, slack: .zero) { notifier.assessments }
        }
    }

    @Test func `hold for a closure`() throws {
        try simulate { clock in
            let told = Told()
            try await NotifierLaws.check(ClosureNotifier { told.append($0) }, clock: clock, slack: .zero) { told.all }
        }
    }

    @Test func `hold for updates, listened to or not`() throws {
        try simulate { clock in
            let updates = AssessmentUpdates()
            try await NotifierLaws.check(updates, clock: clock, slack: .zero) { updates.newest.map { [$0] } ?? [] }
        }
        try simulate(seed: 7) { clock in
            let updates = AssessmentUpdates()
            let heard = Told()
            try await withThrowingTaskGroup(of: Void.self) { group in
                // A listener of each run, because a run's end ends the listening.
                group.addTask { for await assessment in updates { heard.append(assessment) } }
                try await NotifierLaws.check(updates, clock: clock, slack: .zero)
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: BrokenNotifier.Fault.allCases)
    func `are broken by a notifier that is made to`(fault: BrokenNotifier.Fault) {
        let violation = #expect(throws: LawViolation.self) {
            try simulate { clock in
                let notifier = BrokenNotifier(fault: fault, clock: clock)
                try await NotifierLaws.check(notifier, clock: clock, slack: .milliseconds(10)) { notifier.told.all }
            }
        }
        #expect(violation?.law == fault.law.rawValue, "\(String(describing: violation))")
    }

    @Test func `are each broken by one of these`() {
        #expect(Set(BrokenNotifier.Fault.allCases.map(\.law)) == Set(NotifierLaws.Law.allCases))
    }
}

/// What was told so far.
final class Told: Sendable {
    private let state = Mutex<[Assessment]>([])
    var all: [Assessment] { state.withLock { $0 } }
    func append(_ assessment: Assessment) { state.withLock { $0.append(assessment) } }
}

/// Breaks one law.
final class BrokenNotifier: Notifier {
    enum Fault: CaseIterable {
        case slow, deaf, forgetful, stuttering, once

        var law: NotifierLaws.Law {
            switch self {
            case .slow: .prompt
            case .deaf: .cancellation
            case .forgetful, .stuttering: .order
            case .once: .runs
            }
        }
    }

    let told = Told()
    private let fault: Fault
    private let clock: VirtualClock
    private let hasEnded = Mutex(false)

    init(fault: Fault, clock: VirtualClock) {
        self.fault = fault
        self.clock = clock
    }

    func notify(_ assessment: Assessment) async {
        let number = told.all.count
        if fault == .slow, number == 50 { try? await clock.sleep(for: .seconds(1)) }
        if fault == .deaf, Task.isCancelled { clock.jump(by: .seconds(1)) }
        if fault == .forgetful, number == 50 { return }
        if fault == .once, hasEnded.withLock({ $0 }), number > 0 { return }
        told.append(assessment)
        if fault == .stuttering, number == 50 { told.append(assessment) }
    }

    func finish() { hasEnded.withLock { $0 = !told.all.isEmpty } }
}
