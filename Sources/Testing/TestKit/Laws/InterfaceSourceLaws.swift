public import ConnectivityCore
import ConnectivityToolkit

/// The laws that every interface source must keep.
public enum InterfaceSourceLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// The first report of every observation arrives at once.
        case first = "the first report arrives immediately"
        /// The newest state is always reported. Earlier states are reported in order or are left out.
        case order = "reports arrive in order, and the newest one always arrives"
        /// Two consecutive reports differ.
        case difference = "two consecutive reports differ"
        /// Cancellation ends the observation at once, with a `CancellationError`.
        case cancellation = "cancellation ends the observation immediately"
        /// Nothing is reported after the observation has ended.
        case silence = "no report arrives after the end"
    }

    /// Checks a source by observing it twice.
    ///
    /// A source that does not return after cancellation breaks that law, and is abandoned.
    ///
    /// - Parameters:
    ///   - source: The source to check.
    ///   - changes: The expected reports, in order; empty if they are unknown. If there are any, each observation lasts
    ///     until the last one is reported.
    ///   - duration: The duration of the observation after the first report if the expected reports are unknown. Cause
    ///     changes during this time; otherwise only the first report is checked.
    ///   - clock: The clock that measures and waits.
    ///   - slack: The permitted delay of the source; zero on virtual time.
    ///   - patience: The maximum wait for the last of the expected reports.
    /// - Throws: The first ``LawViolation`` that is found, or the error of the source if it fails.
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
            let limit = patience + duration + slack * 4 + .seconds(1)
            try await within(limit, on: clock, or: Law.cancellation) {
                try await observation.run(source, slack: slack, patience: patience)
            }
            let (reports, cancelled) = (observation.reports, observation.cancelled)
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

/// One observation of a source, from its start to its cancellation.
private final class Observation<C: Clock>: Sendable where C.Duration == Duration {
    private let clock: C
    private let last: InterfaceSnapshot?
    private let duration: Duration
    private let state = Lock<[(snapshot: InterfaceSnapshot, time: C.Instant)]>([])
    private let cancellation = Lock<C.Instant?>(nil)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    init(clock: C, last: InterfaceSnapshot?, duration: Duration) {
        self.clock = clock
        self.last = last
        self.duration = duration
    }

    /// The time of the cancellation; `nil` if the source ended by itself.
    var cancelled: C.Instant? { cancellation.withLock(\.self) }
    var reports: [(snapshot: InterfaceSnapshot, time: C.Instant)] { state.withLock { $0 } }

    /// Observes until the awaited report or until the wait is over, and then cancels.
    func run(_ source: some InterfaceSource, slack: Duration, patience: Duration) async throws {
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
                // A first report is due at once; the expected changes may take longer.
                try? await clock.sleep(for: last == nil ? slack + duration + .milliseconds(1) : patience)
                return false
            }
            if try await group.next() == true {
                group.cancelAll()
                return
            }
            cancellation.withLock { $0 = clock.now }
            group.cancelAll()
            // A source that ends without a `CancellationError` had nothing more to report.
            do { while try await group.next() != nil {} } catch is CancellationError {}
        }
    }
}
