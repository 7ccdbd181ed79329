/// A clock of any type, with times since a start; with it, a pipeline need not be generic over its clock.
package struct AnyClock: Clock {
    /// A point in time.
    package struct Instant: InstantProtocol {
        /// The time since the start.
        package var offset: Duration

        package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        package func duration(to other: Self) -> Duration { other.offset - offset }
        package static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
    }

    /// Whether the clock measures the time of this device.
    let isReal: Bool
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Creates a clock that runs like another clock, whose present time is the start.
    package init<C: Clock>(_ base: C) where C.Duration == Duration {
        let start = base.now
        isReal = base is ContinuousClock || base is SuspendingClock
        read = { start.duration(to: base.now) }
        wait = { try await base.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    package var now: Instant { Instant(offset: read()) }
    package var minimumResolution: Duration { .zero }
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws { try await wait(deadline.offset) }
}
