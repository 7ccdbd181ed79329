import ConnectivitySupport

/// A clock that moves only when a simulation says so.
public final class VirtualClock: Clock {
    /// A point of virtual time.
    public struct Instant: InstantProtocol, Sendable {
        /// The time since the simulation began.
        public var offset: Duration

        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        public func duration(to other: Self) -> Duration { other.offset - offset }
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        var id: UInt64
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<UInt64> = []
    }

    private let state = Mutex(State())

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of tasks that sleep on the clock now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves time forward at once, as a machine sees it that was suspended.
    ///
    /// Whoever sleeps until a moment that is then past wakes late, in the order of the deadlines.
    ///
    /// - Parameter duration: The time to pass over; not negative.
    public func jump(by duration: Duration) {
        precondition(duration >= .zero, "this clock never runs backwards")
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

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
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
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
        // Cancelled after the wake-up but before the handler was gone: nobody will ask for the mark again.
        state.withLock { _ = $0.cancelled.remove(id) }
    }

    /// Sleeps on, whether the task is cancelled or not.
    func sleepThroughCancellation(until deadline: Instant) async {
        // Nothing but a wake-up resumes this sleeper.
        try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            state.withLock { state in
                state.nextID += 1
                state.sleepers.append(Sleeper(id: state.nextID, deadline: deadline, continuation: continuation))
            }
        }
    }

    /// Moves time to the earliest deadline and wakes its sleeper.
    /// - Parameter limit: The deadline up to which sleepers are woken.
    /// - Returns: Whether a sleeper was woken.
    func wakeEarliest(notAfter limit: Duration) -> Bool {
        let woken = state.withLock { state -> Sleeper? in
            let earliest = state.sleepers.indices.min {
                (state.sleepers[$0].deadline, state.sleepers[$0].id)
                    < (state.sleepers[$1].deadline, state.sleepers[$1].id)
            }
            guard let earliest, state.sleepers[earliest].deadline.offset <= limit else { return nil }
            let sleeper = state.sleepers.remove(at: earliest)
            state.now = max(state.now, sleeper.deadline)
            return sleeper
        }
        woken?.continuation.resume()
        return woken != nil
    }
}
