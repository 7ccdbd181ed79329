#if canImport(CSystemd) && os(Linux)
import ConnectivityBlocking
import ConnectivityBus
import ConnectivityCore
import ConnectivitySupport
import Glibc

/// Hands the newest assessment of a run to the thread that talks to a bus.
final class BusFeed: Sendable {
    private struct State {
        var newest: Assessment?
        var isOver = false
        var waker: Waker?
    }

    private let state = Mutex(State())

    /// Stores an assessment, and wakes the thread; `nil` after the end of a run.
    func put(_ assessment: Assessment?) {
        state.withLock { state in
            state.newest = assessment
            state.waker?.wakeUp()
        }
    }

    /// The newest assessment.
    var newest: Assessment? { state.withLock { $0.newest } }

    /// Connects to a bus and serves until the task is cancelled; the work runs on a thread of its own.
    /// - Parameters:
    ///   - address: The bus.
    ///   - makeServant: Makes what serves there; called on the thread.
    /// - Throws: A ``DBusFault`` if the bus cannot be used.
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
            } catch BusError.system(let code) {
                let words = unsafe String(cString: strerror(code))
                throw DBusFault(description: "the bus \(address.printable(limit: 100)): \(words)")
            } catch BusError.malformed {
                throw DBusFault(description: "the bus \(address.printable(limit: 100)): a malformed answer")
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
        var shown: Assessment?
        while true {
            // Cleared before the state is read, so that no later change is missed.
            waker.clear()
            let (newest, isOver) = state.withLock { ($0.newest, $0.isOver) }
            if isOver { return try servant.end(bus) }
            if newest != shown {
                shown = newest
                try servant.show(newest, bus)
            }
            if case .message(let message) = try bus.next(until: nil, unless: waker) {
                try servant.receive(message, bus)
            }
        }
    }
}

/// What a notifier does on a bus; used on one thread.
protocol BusServant: SendableMetatype {
    /// Begins, with a new connection.
    mutating func begin(_ bus: borrowing BusConnection) throws
    /// Shows the newest assessment; `nil` after the end of a run.
    mutating func show(_ assessment: Assessment?, _ bus: borrowing BusConnection) throws
    /// Handles a message that came.
    mutating func receive(_ message: BusMessage, _ bus: borrowing BusConnection) throws
    /// Ends; the connection is closed afterwards.
    mutating func end(_ bus: borrowing BusConnection) throws
}
#endif
