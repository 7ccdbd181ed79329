import ConnectivityCore
import ConnectivityToolkit

extension PipelineEvent {
    /// The kind of the event; `nil` for an event that never waits.
    fileprivate var kind: NotifierMailbox.Events? {
        switch self {
        case .probeEnded: .probes
        case .roundEnded: .rounds
        case .assessmentConfirmed: .confirmations
        case .observed(let observation): observation.isChange ? .observations : .confirmations
        case .sourceFailed: .sources
        case .assessmentChanged: .changes
        case .runBegan, .runHandedOver, .runEnded: nil
        }
    }

    /// The order in which events are dropped, lowest first; `nil` for an event that never waits.
    fileprivate var rank: Int? { kind?.rawValue }

    /// The subject of the observation or the path of the event; `nil` for an event of the network.
    fileprivate var subject: String? {
        switch self {
        case .observed(let observation): "\(observation.kind) \(observation.subject)"
        default: nil
        }
    }
}

extension NotifierMailbox {
    /// Whether an event is delivered at all.
    fileprivate func takes(_ event: PipelineEvent, of kind: Events) -> Bool {
        guard events.contains(kind) else { return false }
        guard case .observed(let observation) = event else { return true }
        return events.contains(.observations) && observedKinds?.contains(observation.kind) ?? true
    }
}

/// Holds the events of one run for one notifier until they are delivered, and counts those that are dropped.
final class Mailbox: Sendable {
    private struct State {
        var events: [PipelineEvent] = []
        var statistics: NotifierRun.Statistics
        var end: End?
        /// Whether the work for the notifier has ended.
        var isOver = false
        /// Whether a call did not return in time; then no further call follows.
        var isGivenUp = false
        /// The continuation of the delivering task while it waits for an event.
        var waiter: CheckedContinuation<Void, Never>?

        /// The statistics, if the failure that was just counted must be reported: the first, second, fourth and so on.
        var failure: NotifierRun.Statistics? {
            let count = statistics.dropped + statistics.failed
            return count & (count - 1) == 0 ? current : nil
        }

        /// The statistics with the events that wait now.
        var current: NotifierRun.Statistics {
            var statistics = statistics
            statistics.waiting = events.count
            return statistics
        }

        /// Drops all waiting events.
        mutating func drop() {
            statistics.dropped += events.count
            events = []
        }
    }

    /// The reason why no further event follows.
    private enum End {
        /// The run ended, with the error of its source if it failed.
        case over((any Error)?, isHandedOver: Bool)
        /// Another run now serves the notifier.
        case replaced
    }

    /// The next step of the delivery.
    private enum Turn {
        case deliver(PipelineEvent)
        case end(End)
        case wait
    }

    let notifier: any Notifier
    private let rule: NotifierMailbox
    private let state: Lock<State>
    /// Receives the statistics whenever the number of lost events and failed calls reaches a power of two.
    private let onFailure: @Sendable (NotifierRun.Statistics) -> Void

    init(_ notifier: any Notifier, onFailure: @escaping @Sendable (NotifierRun.Statistics) -> Void = { _ in }) {
        self.notifier = notifier
        self.onFailure = onFailure
        rule = notifier.mailbox
        state = Lock(State(statistics: NotifierRun.Statistics(name: "\(type(of: notifier))")))
    }

    var statistics: NotifierRun.Statistics { state.withLock { $0.current } }
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Adds an event without waiting; if the notifier's rule has no room, drops one.
    ///
    /// An observation that is restated at the beginning of a run is new to a notifier that begins with the run.
    func post(_ event: PipelineEvent, isRestated: Bool = false) {
        guard let kind = isRestated ? .observations : event.kind, rule.takes(event, of: kind) else { return }
        let (waiter, failure) = state.withLock {
            state -> (CheckedContinuation<Void, Never>?, NotifierRun.Statistics?) in
            guard state.end == nil else { return (nil, nil) }
            let lostCount = state.statistics.dropped
            state.statistics.received += 1
            if state.isGivenUp {
                state.statistics.dropped += 1
                return (nil, nil)
            }
            func isOlder(_ other: PipelineEvent) -> Bool { other.kind == kind && other.subject == event.subject }
            if rule.limit == nil, let index = state.events.firstIndex(where: isOlder) {
                state.events.remove(at: index)
                state.statistics.dropped += 1
            }
            state.events.append(event)
            if let limit = rule.limit, state.events.count > limit {
                let least = state.events.compactMap(\.rank).min()
                if let index = state.events.firstIndex(where: { $0.rank == least }) {
                    state.events.remove(at: index)
                }
                state.statistics.dropped += 1
            }
            return (state.waiter.take(), state.statistics.dropped > lostCount ? state.failure : nil)
        }
        waiter?.resume()
        if let failure { onFailure(failure) }
    }

    /// Records that the run ended.
    func close(throwing error: (any Error)?, isHandedOver: Bool = false) {
        end(.over(error, isHandedOver: isHandedOver))
    }

    /// Makes no further call, and returns whether one has not returned; waiting events count as dropped.
    func giveUp() -> Bool {
        state.withLock { state in
            state.drop()
            guard !state.isOver else { return false }
            state.isGivenUp = true
            return true
        }
    }

    /// Records that another run now serves the notifier; that run reports its own end.
    func replace() { end(.replaced) }

    private func end(_ end: End) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            // A run that has ended may still be delivering when the next one begins.
            if case .replaced = end { state.drop() } else if state.end != nil { return nil }
            state.end = end
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Delivers the events to the notifier, which serves the run at the same time.
    ///
    /// `earlier` is the last assessment of the run that this one continues. The clock measures the pauses after failures.
    /// If `isLate`, waiting events are dropped, because the run was cancelled or the notifier's time after it is over.
    func work<C: Clock>(
        from earlier: Assessment? = nil,
        alongside run: NotifierRun,
        clock: C,
        isLate: () -> Bool
    ) async where C.Duration == Duration {
        defer { state.withLock { $0.isOver = true } }
        if state.withLock({ $0.isGivenUp }) { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                let dropped = { @Sendable [weak self] in self?.statistics.dropped ?? 0 }
                let run = run.counting({ [weak self] in self?.count($0) }, dropped: dropped)
                var pause = Duration.seconds(1)
                while !(await self.call { try await $0.serve(run) }), !Task.isCancelled {
                    guard (try? await clock.sleep(for: pause)) != nil else { return }
                    pause = min(pause * 2, .seconds(60))
                }
            }
            await deliver(from: earlier, isLate: isLate)
            group.cancelAll()
        }
    }

    /// Delivers the beginning of the run, then the events, and the end of the run last; if another run took over, there
    /// is no end.
    private func deliver(from earlier: Assessment?, isLate: () -> Bool) async {
        if !isLate() { await call { try await $0.handle(.runBegan(from: earlier)) } }
        while true {
            switch next(isLate: isLate()) {
            case .wait:
                await wait()
            case .deliver(let event):
                await call { try await $0.handle(event) }
                state.withLock { $0.statistics.delivered += 1 }
            case .end(.over(let error, let isHandedOver)):
                if isHandedOver { await call { try await $0.handle(.runHandedOver) } }
                await call { try await $0.handle(.runEnded(throwing: error)) }
                return
            case .end(.replaced):
                return
            }
        }
    }

    private func next(isLate: Bool) -> Turn {
        state.withLock { state in
            if isLate { state.drop() }
            if state.isGivenUp { return .end(.replaced) }
            if let end = state.end, state.events.isEmpty { return .end(end) }
            return state.events.isEmpty ? .wait : .deliver(state.events.removeFirst())
        }
    }

    /// Returns when there is an event or the end; ignores cancellation, because the end always follows.
    private func wait() async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard state.events.isEmpty, state.end == nil else { return true }
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Calls the notifier, and counts an error that it throws; returns whether it threw none.
    @discardableResult
    private func call(_ body: (any Notifier) async throws -> Void) async -> Bool {
        do {
            try await body(notifier)
            return true
        } catch {
            count(error)
            return false
        }
    }

    private func count(_ error: any Error) {
        let isCutOff = error is CancellationError && Task.isCancelled
        let text = isCutOff ? "the run ended before the call did" : "\(error)".printable(limit: 200)
        let failure = state.withLock { state in
            state.statistics.failed += 1
            state.statistics.lastFailure = text
            return state.failure
        }
        if let failure { onFailure(failure) }
    }
}
