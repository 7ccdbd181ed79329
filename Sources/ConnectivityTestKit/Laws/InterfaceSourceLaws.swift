public import ConnectivityCore
import ConnectivitySupport

/// What every interface source must keep.
public enum InterfaceSourceLaws: Sendable {
    /// The laws.
    public enum Law: String, Hashable, Sendable, CaseIterable {
        /// The first report comes at once, and again at once to whoever observes anew.
        case first = "the first report comes at once"
        /// The newest state is reported; states before it come in order or not at all.
        case order = "reports come in order, and the newest always"
        /// Two reports that follow each other differ.
        case difference = "two reports that follow each other differ"
        /// Cancellation ends the call at once, with a `CancellationError`.
        case cancellation = "cancellation ends the observation at once"
        /// Nothing is reported when the call has ended.
        case silence = "nothing is reported after the end"
    }

    /// Tries a source by observing it twice.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - changes: What it is to report, in order, where that is known; empty where it is not. It is observed until the
    ///     last one was reported.
    ///   - duration: How long it is observed after its first report where it is not known what it is to report. Cause changes
    ///     meanwhile, or nothing but the first report is held to the laws.
    ///   - clock: Measures and waits.
    ///   - slack: How late the source may be; zero on virtual time.
    ///   - patience: How long to wait for the last of the changes.
    /// - Throws: The first ``LawViolation`` that was found, or the error of the source where it failed.
    public static func check<C: Clock>(
        _ source: some InterfaceSource,
        reporting changes: [InterfaceSnapshot] = [],
        for duration: Duration = .zero,
        clock: C = ContinuousClock(),
        slack: Duration = .seconds(2),
        patience: Duration = .seconds(60)
    ) async throws where C.Duration == Duration {
        for _ in 0..<2 {
            let observation = Observation(clock: clock, last: changes.last, duration: duration)
            let start = clock.now
            let cancelled = try await observation.run(source, slack: slack, patience: patience)
            let reports = observation.reports
            guard let first = reports.first, start.duration(to: first.time) <= slack else {
                throw violation(.first, "nothing within \(slack)")
            }
            try checkOrder(reports.map(\.snapshot), changes)
            if let cancelled, cancelled.duration(to: clock.now) > slack {
                throw violation(.cancellation, "it took \(cancelled.duration(to: clock.now))")
            }
            try await clock.sleep(for: .milliseconds(100))
            if observation.reports.count > reports.count {
                throw violation(.silence, "\(observation.reports.count - reports.count) reports")
            }
        }
    }

    private static func checkOrder(_ reports: [InterfaceSnapshot], _ changes: [InterfaceSnapshot]) throws {
        if let pair = zip(reports, reports.dropFirst()).first(where: { $0 == $1 }) {
            throw violation(.difference, "\(pair.0.interfaces.map(\.name)) twice")
        }
        guard let last = changes.last else { return }
        var rest = changes[...]
        for report in reports {
            guard let index = rest.firstIndex(of: report) else {
                throw violation(.order, "\(report.interfaces.map(\.name)) is not next")
            }
            rest = rest[(index + 1)...]
        }
        if reports.last != last { throw violation(.order, "the newest is missing") }
    }

    private static func violation(_ law: Law, _ detail: String) -> LawViolation {
        LawViolation(law.rawValue, shownBy: detail)
    }
}

/// One observation, from its beginning to its cancellation.
private final class Observation<C: Clock>: Sendable where C.Duration == Duration {
    private let clock: C
    private let last: InterfaceSnapshot?
    private let duration: Duration
    private let state = Mutex<[(snapshot: InterfaceSnapshot, time: C.Instant)]>([])
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    init(clock: C, last: InterfaceSnapshot?, duration: Duration) {
        self.clock = clock
        self.last = last
        self.duration = duration
    }

    var reports: [(snapshot: InterfaceSnapshot, time: C.Instant)] { state.withLock { $0 } }

    /// Observes until what is awaited was reported, or for too long, and cancels.
    /// - Returns: When it was cancelled; `nil` where the source ended by itself.
    func run(_ source: some InterfaceSource, slack: Duration, patience: Duration) async throws -> C.Instant? {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { [self] in
                defer { arrivals.continuation.finish() }
                try await source.observe { [self] snapshot in
                    state.withLock { $0.append((snapshot, clock.now)) }
                    arrivals.continuation.yield()
                }
                return true
            }
            group.addTask { [self] in
                for await _ in arrivals.stream where last == nil || reports.last?.snapshot == last { break }
                if last == nil, duration > .zero { try? await clock.sleep(for: duration) }
                return false
            }
            group.addTask { [self] in
                // A first report is due at once, all of the changes are not.
                try? await clock.sleep(for: last == nil ? slack + duration + .milliseconds(1) : patience)
                return false
            }
            if try await group.next() == true {
                group.cancelAll()
                return nil
            }
            let cancelled = clock.now
            group.cancelAll()
            do {
                while try await group.next() != nil {}
            } catch is CancellationError {
                return cancelled
            }
            // It ended without a word of the cancellation, which is right only for one that had no more to report.
            return cancelled
        }
    }
}
