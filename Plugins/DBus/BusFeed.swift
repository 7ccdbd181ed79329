#if canImport(CSystemd) && os(Linux)
import ConnectivityCore
import ConnectivityToolkit

struct BusNews: Equatable, Sendable {
    /// The newest assessment; `nil` before and after a run.
    var assessment: Assessment?
    /// The newest stage of a portal; empty if none was found.
    var portalEvent = ""
}

/// Passes the events of a run to the thread that uses a bus.
final class BusFeed: Sendable {
    private struct State {
        var news = BusNews()
        var isOver = false
        var waker: Waker?
    }

    private let state = Lock(State())

    /// Stores an assessment, and wakes the thread.
    func store(_ assessment: Assessment) { change { $0.assessment = assessment } }

    /// Stores an observation, and wakes the thread.
    func store(_ observation: CompanionObservation) {
        change { news in
            news.assessment?.observations.record(observation)
            if observation.kind == "portal" { news.portalEvent = observation.state.printable(limit: 60) }
        }
    }

    /// Removes everything after the end of a run, and wakes the thread.
    func clear() { change { $0 = BusNews() } }

    private func change(_ body: (inout BusNews) -> Void) {
        state.withLock { state in
            body(&state.news)
            state.waker?.wakeUp()
        }
    }

    /// Connects to a bus and serves until the task is cancelled; throws a ``DBusFault`` if the bus cannot be used.
    ///
    /// The work runs on a separate thread, on which `makeServant` is called.
    func serve<Servant: BusServant>(
        _ address: String,
        _ makeServant: @escaping @Sendable () -> Servant
    ) async throws {
        try Task.checkCancellation()
        guard let waker = Waker() else { throw DBusFault(description: "cannot create a pipe") }
        state.withLock { ($0.waker, $0.isOver) = (waker, false) }
        try await DedicatedThread.run { [self] in
            do {
                var servant = makeServant()
                try run(&servant, try BusConnection(to: address), waker)
            } catch let error as BusError {
                throw DBusFault(description: "the bus \(address.printable(limit: 100)): \(error)")
            }
        } stop: { [self] in
            state.withLock { state in
                state.isOver = true
                state.waker?.wakeUp()
            }
        }
    }

    private func run(_ servant: inout some BusServant, _ bus: borrowing BusConnection, _ waker: Waker) throws {
        try servant.begin(bus)
        var shown = BusNews()
        while true {
            // Cleared before the state is read, so that no later change is missed.
            waker.clear()
            let (news, isOver) = state.withLock { ($0.news, $0.isOver) }
            if isOver { return try servant.end(bus) }
            if news != shown {
                shown = news
                try servant.show(news, bus)
            }
            if case .message(let message) = try bus.next(until: nil, unless: waker) {
                try servant.receive(message, bus)
            }
        }
    }
}

/// The work of a notifier on a bus; used on one thread.
protocol BusServant: SendableMetatype {
    /// Begins on a new connection.
    mutating func begin(_ bus: borrowing BusConnection) throws
    mutating func show(_ news: BusNews, _ bus: borrowing BusConnection) throws
    mutating func receive(_ message: BusMessage, _ bus: borrowing BusConnection) throws
    /// Ends; the connection is closed afterwards.
    mutating func end(_ bus: borrowing BusConnection) throws
}
#endif
