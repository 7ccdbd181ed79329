#if os(Linux)
import ConnectivityCompanions
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

/// A month in which the network, the interfaces and the source change at random, every twenty minutes on average.
private struct RandomMonth: Sendable {
    static let length = Duration.seconds(30 * 86_400)

    let behaviours: [(from: Duration, Behaviour)]
    let steps: [(at: Duration, snapshot: InterfaceSnapshot?)]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var behaviours: [(from: Duration, Behaviour)] = [(.zero, .genuine)]
        var steps: [(at: Duration, snapshot: InterfaceSnapshot?)] = [(.zero, InterfaceSnapshot([.wifi]))]
        let snapshots: [InterfaceSnapshot?] = [
            InterfaceSnapshot([.wifi]), InterfaceSnapshot([.ethernet]), InterfaceSnapshot([.wifi, .ethernet]),
            InterfaceSnapshot(), nil,
        ]
        var at = Duration.zero
        while at < Self.length {
            at += .milliseconds(1 + random.next(below: 2_400_000))
            let all: [Behaviour] = [.genuine, .genuine, .genuine, .portal, .silence, .refusal]
            if random.next(below: 2) == 0 { behaviours.append((at, all[random.next(below: all.count)])) }
            if random.next(below: 2) == 0 { steps.append((at, snapshots[random.next(below: snapshots.count)])) }
        }
        (self.behaviours, self.steps) = (behaviours, steps)
    }

    /// Whether the network answered genuinely at some time of a round.
    func wasGenuine(from begin: Duration, to end: Duration) -> Bool {
        let before = behaviours.upTo(begin)
        return before.last?.1 == .genuine
            || behaviours.upTo(end).dropFirst(before.count).contains { $0.1 == .genuine }
    }
}

/// Reports the interfaces of a month; if a step has none, it fails.
private final class FailingSource: InterfaceSource {
    struct Failure: Error {}

    private let clock: VirtualClock
    private let month: RandomMonth
    private let next = Lock(0)

    init(_ clock: VirtualClock, _ month: RandomMonth) { (self.clock, self.month) = (clock, month) }

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        let known = next.withLock { next in month.steps.prefix(next).last { $0.snapshot != nil }?.snapshot }
        if let known { report(known) }
        while let step = next.withLock({ next in month.steps.indices.contains(next) ? month.steps[next] : nil }) {
            try await clock.sleep(for: max(step.at - clock.now.offset, .zero))
            next.withLock { $0 += 1 }
            guard let snapshot = step.snapshot else { throw Failure() }
            report(snapshot)
        }
        try await clock.sleep(for: .seconds(60))
    }
}

/// Counts received events, and keeps only wrong ones.
private final class Examiner: Notifier {
    struct Counts {
        var changes = 0
        var confirmations = 0
        var failures = 0
        var events: [String: Int] = [:]
        var wrong: [String] = []
        var accesses: Set<String> = []
        /// The memory of this process in bytes, at the end of each day.
        var memory: [Int] = []
    }

    static let start = Duration.seconds(1_800_000_000)

    private let month: RandomMonth
    private let state = Lock(Counts())

    init(_ month: RandomMonth) { self.month = month }

    var counts: Counts { state.withLock { $0 } }

    func handle(_ event: PipelineEvent) {
        switch event {
        case .assessmentChanged(let assessment): record(assessment) { $0.changes += 1 }
        case .assessmentConfirmed(let assessment): record(assessment) { $0.confirmations += 1 }
        case .sourceFailed: state.withLock { $0.failures += 1 }
        case .observed(let observation): state.withLock { $0.events[observation.state, default: 0] += 1 }
        case .roundEnded(let assessment): examine(assessment)
        default: break
        }
    }

    private func examine(_ assessment: Assessment) {
        let (begin, end) = (assessment.startedAt.sinceEpoch - Self.start, assessment.endedAt.sinceEpoch - Self.start)
        guard assessment.access == .online, !month.wasGenuine(from: begin, to: end) else { return }
        state.withLock { $0.wrong.append("online at \(begin)") }
    }

    private func record(_ assessment: Assessment, _ count: (inout Counts) -> Void) {
        let time = (assessment.confirmedAt ?? assessment.endedAt).sinceEpoch - Self.start
        state.withLock { state in
            count(&state)
            state.accesses.insert(assessment.access.name)
            while state.memory.count < Int(time / .seconds(86_400)) { state.memory.append(residentBytes()) }
        }
    }
}

/// The resident memory of this process (proc(5), `statm`).
private func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
}

@Suite struct `Thirty days` {
    #if DEBUG
    /// With half a minute between rounds, as usual, a build without optimization would take half a minute.
    private static let schedule = RoundSchedule(
        interval: .seconds(300),
        captive: RoundSchedule.Backoff(first: .seconds(3), maximum: .seconds(300)),
        retry: RoundSchedule.Backoff(first: .seconds(2), maximum: .seconds(300))
    )
    #else
    private static let schedule = RoundSchedule()
    #endif

    #if ThreadSanitizer
    private static let seeds: Range<UInt64> = 0..<0
    #else
    private static let seeds: Range<UInt64> = 0..<1
    #endif

    @Test(arguments: Self.seeds)
    func `Thirty simulated days with random faults bring no wrong online, and memory stays constant`(
        seed: UInt64
    ) throws {
        let month = RandomMonth(seed: seed)
        let examiner = Examiner(month)
        try simulate(seed: seed, limit: RandomMonth.length * 2) { clock in
            let network = SimulatedNetwork(clock: clock, behaviours: month.behaviours)
            var configuration = Pipeline.Configuration(
                FailingSource(clock, month),
                network.prober,
                asking: [Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))]
            )
            configuration.schedule = Self.schedule
            configuration.companions = [PortalStages()]
            configuration.notifiers = [examiner]
            let pipeline = try Pipeline(
                verbatim: configuration,
                clock: clock,
                civilTime: { Timestamp(sinceEpoch: Examiner.start + clock.now.offset) },
                draw: { UInt32(truncatingIfNeeded: seed) }
            )
            try await pipeline.run()
            expect(pipeline.notifierStatistics[0].dropped, 0)
        }
        let counts = examiner.counts
        #expect(counts.wrong.isEmpty)
        #expect(counts.confirmations > 4000 && counts.changes > 1000, "\(counts)")
        #expect(counts.failures > 50, "\(counts)")
        expect(counts.accesses, ["determining", "disconnected", "unreachable", "captive", "online"])
        expect(Set(counts.events.keys), ["found", "unlocked", "relapsed", "gone"], "\(counts)")
        #expect(counts.memory.count >= 29)
        let (early, late) = (counts.memory.prefix(10).max() ?? 0, counts.memory.suffix(10).max() ?? 0)
        #expect(late < early + 8_000_000, "\(counts.memory)")
    }
}
#endif
