/// A point of civil time, for people and records; never used to measure.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// The time since 1970-01-01 00:00:00 UTC, without leap seconds.
    public var sinceEpoch: Duration

    /// Creates a point of time.
    /// - Parameter sinceEpoch: The time since 1970-01-01 00:00:00 UTC, without leap seconds.
    public init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.sinceEpoch < rhs.sinceEpoch }
}
