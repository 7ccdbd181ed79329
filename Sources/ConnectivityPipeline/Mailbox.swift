import ConnectivityCore
import ConnectivitySupport

/// What notifiers learn before the end of a run.
enum NotifierEvent: Sendable {
    case changed(Assessment)
    case confirmed(Assessment)
    case probeEnded(EndpointReport)
    case roundEnded(Assessment)

    /// The kind; a higher one is dropped later.
    var kind: NotifierMailbox.Events {
        switch self {
        case .probeEnded: .probes
        case .roundEnded: .rounds
        case .confirmed: .confirmations
        case .changed: .changes
        }
    }

    func deliver(to notifier: any Notifier) async throws {
        switch self {
        case .changed(let assessment): try await notifier.assessmentChanged(assessment)
        case .confirmed(let assessment): try await notifier.assessmentConfirmed(assessment)
        case .probeEnded(let report): try await notifier.probeEnded(report)
        case .roundEnded(let assessment): try await notifier.roundEnded(assessment)
        }
    }
}

/// Holds the events of one run for one notifier until it takes them, and counts those that it loses.
final class Mailbox: Sendable {
    private struct State {
        var events: [NotifierEvent] = []
        var statistics: NotifierStatistics
        var end: End?
        /// The delivery, while it has nothing to do.
        var waiter: CheckedContinuation<Void, Never>?

        /// Drops whatever waits.
        mutating func drop() {
            statistics.dropped += events.count
            events = []
        }
    }

    /// Why no event follows.
    private enum End {
        /// The run is over, with the error of its source.
        case over((any Error)?)
        /// Another run serves the notifier now.
        case replaced
    }

    /// What the delivery does next.
    private enum Turn {
        case deliver(NotifierEvent)
        case end(End)
        case wait
    }

    let notifier: any Notifier
    private let rule: NotifierMailbox
    private let state: Mutex<State>

    init(_ notifier: any Notifier) {
        self.notifier = notifier
        rule = notifier.mailbox
        state = Mutex(State(statistics: NotifierStatistics(name: "\(type(of: notifier))")))
    }

    var statistics: NotifierStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.waiting = state.events.count
            return statistics
        }
    }

    /// Leaves an event, without waiting; what has no room by the notifier's rule is dropped.
    func post(_ event: NotifierEvent) {
        guard rule.events.contains(event.kind) else { return }
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.end == nil else { return nil }
            state.statistics.received += 1
            if rule.limit == nil, let index = state.events.firstIndex(where: { $0.kind == event.kind }) {
                state.events.remove(at: index)
                state.statistics.dropped += 1
            }
            state.events.append(event)
            if let limit = rule.limit, state.events.count > limit {
                let least = state.events.map(\.kind.rawValue).min()
                if let index = state.events.firstIndex(where: { $0.kind.rawValue == least }) {
                    state.events.remove(at: index)
                }
                state.statistics.dropped += 1
            }
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Notes that the run is over.
    func close(throwing error: (any Error)?) { end(.over(error)) }

    /// Notes that another run serves the notifier now, which learns of the end from that one.
    func replace() { end(.replaced) }

    private func end(_ end: End) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            // A run that is over may still be delivering when the next one begins.
            if case .replaced = end { state.drop() } else if state.end != nil { return nil }
            state.end = end
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Calls the notifier until the end of the run, that last.
    /// - Parameter isLate: Whether the time is up that the notifier has after the run, so that what waits is dropped.
    func deliver(isLate: () -> Bool) async {
        while true {
            switch next(isLate: isLate()) {
            case .wait:
                await wait()
            case .deliver(let event):
                await call { try await event.deliver(to: $0) }
                state.withLock { $0.statistics.delivered += 1 }
            case .end(.over(let error)):
                return await call { try await $0.runEnded(throwing: error) }
            case .end(.replaced):
                return
            }
        }
    }

    private func next(isLate: Bool) -> Turn {
        state.withLock { state in
            if let end = state.end, isLate || state.events.isEmpty {
                state.drop()
                return .end(end)
            }
            return state.events.isEmpty ? .wait : .deliver(state.events.removeFirst())
        }
    }

    /// Returns when there is an event or the end, whether the task is cancelled or not: the end always comes.
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

    private func call(_ body: (any Notifier) async throws -> Void) async {
        do {
            try await body(notifier)
        } catch {
            let text = "\(error)".printable(limit: 200)
            state.withLock { state in
                state.statistics.failed += 1
                state.statistics.lastFailure = text
            }
        }
    }
}
