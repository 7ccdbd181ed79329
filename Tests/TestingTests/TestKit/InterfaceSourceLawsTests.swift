import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct `The laws of interface sources` {
    private static let changes = [InterfaceSnapshot([.wifi]), InterfaceSnapshot([]), InterfaceSnapshot([.ethernet])]

    @Test(arguments: BrokenSource.Fault.allCases)
    func `Interface source laws are broken by a deliberately faulty source`(fault: BrokenSource.Fault) {
        let violation = #expect(throws: LawViolation.self) {
            try simulate { clock in
                let source = BrokenSource(fault: fault, changes: Self.changes, clock: clock)
                try await InterfaceSourceLaws.check(
                    source,
                    reporting: Self.changes,
                    clock: clock,
                    slack: .milliseconds(10)
                )
            }
        }
        expect(violation?.law, fault.law.rawValue, "\(String(describing: violation))")
    }

    @Test func `Interface source laws are checked for a duration if the expected reports are unknown`() {
        let violation = #expect(throws: LawViolation.self) {
            try simulate { clock in
                let source = BrokenSource(fault: .repeating, changes: Self.changes, clock: clock)
                try await InterfaceSourceLaws.check(source, for: .seconds(1), clock: clock, slack: .zero)
            }
        }
        expect(violation?.law, InterfaceSourceLaws.Law.difference.rawValue)
    }

    @Test func `Every interface source law is broken by a faulty source`() {
        expect(Set(BrokenSource.Fault.allCases.map(\.law)), Set(InterfaceSourceLaws.Law.allCases))
    }
}

/// A source that breaks one law.
struct BrokenSource: InterfaceSource {
    enum Fault: CaseIterable {
        case late, onlyOnce, backwards, withoutNewest, repeating, deaf, endless, talkative

        var law: InterfaceSourceLaws.Law {
            switch self {
            case .late, .onlyOnce: .first
            case .backwards, .withoutNewest: .order
            case .repeating: .difference
            case .deaf, .endless: .cancellation
            case .talkative: .silence
            }
        }
    }

    let fault: Fault
    let changes: [InterfaceSnapshot]
    let clock: VirtualClock
    private let used = Used()

    init(fault: Fault, changes: [InterfaceSnapshot], clock: VirtualClock) {
        self.fault = fault
        self.changes = changes
        self.clock = clock
    }

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        if fault == .late || fault == .onlyOnce && used.again() { try await clock.sleep(for: .seconds(1)) }
        var reports = changes
        if fault == .backwards { reports.swapAt(0, 1) }
        if fault == .withoutNewest { reports.removeLast() }
        if fault == .repeating { reports.insert(reports[1], at: 1) }
        for snapshot in reports {
            report(snapshot)
            try? await clock.sleep(for: .milliseconds(10))
        }
        do {
            try await clock.sleep(for: .seconds(600))
        } catch {
            if fault == .endless { await never() }
            if fault == .deaf { clock.jump(by: .seconds(1)) }
            if fault == .talkative {
                Task(executorPreference: AtOnce()) {
                    try await clock.sleep(for: .milliseconds(50))
                    report(changes[0])
                }
            }
            throw error
        }
    }

    private final class Used: Sendable {
        private let state = Lock(false)
        /// Returns whether it was called before.
        func again() -> Bool {
            state.withLock { used in
                defer { used = true }
                return used
            }
        }
    }
}

/// An executor that runs each job immediately, on the thread that enqueues it.
final class AtOnce: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
