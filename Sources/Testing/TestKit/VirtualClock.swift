import ConnectivityToolkit

/// A clock whose time moves only when a simulation moves it.
public final class VirtualClock: Clock {
    /// A point of virtual time.
    public struct Instant: InstantProtocol, Sendable {
        /// The time since the simulation began.
        public var offset: Duration

        /// Returns the instant after a duration.
        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        /// Returns the duration from this instant to another.
        public func duration(to other: Self) -> Duration { other.offset - offset }
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        var id: UInt64
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>

        func isWoken(before other: Self) -> Bool { (deadline, id) < (other.deadline, other.id) }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID: UInt64 = 0
        /// Sorted: the last one is woken first.
        var sleepers: [Sleeper] = []
        var cancelled: Set<UInt64> = []

        mutating func add(_ sleeper: Sleeper) {
            var (low, high) = (0, sleepers.count)
            while low < high {
                let middle = (low + high) / 2
                if sleeper.isWoken(before: sleepers[middle]) { low = middle + 1 } else { high = middle }
            }
            sleepers.insert(sleeper, at: low)
        }
    }

    private let state = Lock(State())

    /// The current instant of the simulation.
    public var now: Instant { state.withLock { $0.now } }
    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of tasks that are sleeping on this clock.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves time forward at once, as a device observes it after it was suspended.
    ///
    /// The duration is not negative. Tasks whose deadline is then in the past wake late, in the order of their deadlines.
    package func jump(by duration: Duration) {
        precondition(duration >= .zero, "this clock cannot go backwards")
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    /// Waits until an instant of the simulation; the tolerance is not used.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let immediate: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    guard deadline > state.now else { return .success(()) }
                    state.add(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return nil
                }
                if let immediate { continuation.resume(with: immediate) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        // If the task is cancelled after the wake-up but before the handler is removed, no code reads this mark again.
        state.withLock { _ = $0.cancelled.remove(id) }
    }

    /// Sleeps until the deadline, even if the task is cancelled.
    func sleepThroughCancellation(until deadline: Instant) async {
        // Only a wake-up resumes this sleeper, so no error can be thrown.
        try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            state.withLock { state in
                state.nextID += 1
                state.add(Sleeper(id: state.nextID, deadline: deadline, continuation: continuation))
            }
        }
    }

    /// Moves time to the earliest deadline, unless it is after the limit since the simulation began, and wakes its
    /// sleeper; returns whether one was woken.
    func wakeEarliest(notAfter limit: Duration) -> Bool {
        let woken = state.withLock { state -> Sleeper? in
            guard let sleeper = state.sleepers.last, sleeper.deadline.offset <= limit else { return nil }
            state.sleepers.removeLast()
            state.now = max(state.now, sleeper.deadline)
            return sleeper
        }
        woken?.continuation.resume()
        return woken != nil
    }
}
