extension RoundSchedule {
    /// Waiting times that double with each consecutive failure, up to a maximum.
    public struct Backoff: Hashable, Sendable {
        /// The wait after the first failure, greater than zero; setting it above ``maximum`` raises that to the same value.
        public var first: Duration {
            didSet {
                first = max(first, .nanoseconds(1))
                maximum = max(first, maximum)
            }
        }
        /// The longest wait; a value below ``first`` counts as ``first``.
        public var maximum: Duration

        /// The effective longest wait.
        package var longest: Duration {
            get { max(first, maximum) }
            set { maximum = newValue }
        }

        /// Creates a backoff.
        public init(first: Duration, maximum: Duration) {
            precondition(first > .zero, "the first wait must be greater than zero")
            precondition(maximum >= first, "the longest wait must be at least the first")
            (self.first, self.maximum) = (first, maximum)
        }

        /// Returns the wait after a number of consecutive failures, from ``first`` through ``maximum``; a number below 1 counts
        /// as 1.
        public func delay(after failures: Int) -> Duration {
            var delay = first
            var count = 1
            while count < failures, delay < maximum {
                delay = min(delay * 2, maximum)
                count += 1
            }
            return delay
        }
    }
}
