/// Waiting times that grow with each failure in a row, up to a bound.
public struct Backoff: Hashable, Sendable {
    /// The wait after the first failure.
    public var first: Duration
    /// What each further failure multiplies the wait by.
    public var factor: Int
    /// The longest wait.
    public var maximum: Duration

    /// Creates a backoff.
    /// - Parameters:
    ///   - first: The wait after the first failure. Greater than zero.
    ///   - factor: What each further failure multiplies the wait by. At least 1.
    ///   - maximum: The longest wait. At least `first`.
    public init(first: Duration, factor: Int = 2, maximum: Duration) {
        precondition(first > .zero, "the first wait must be greater than zero")
        precondition(factor >= 1, "the factor must be at least 1")
        precondition(maximum >= first, "the longest wait must be at least the first")
        self.first = first
        self.factor = factor
        self.maximum = maximum
    }

    /// The wait after a number of failures in a row.
    /// - Parameter failures: The number. At least 1; less counts as 1.
    /// - Returns: From ``first`` through ``maximum``.
    public func delay(after failures: Int) -> Duration {
        var delay = first
        var count = 1
        while count < failures, delay < maximum, factor > 1 {
            // Compared by division, because the product of a large factor overflows.
            delay = delay > maximum / factor ? maximum : delay * factor
            count += 1
        }
        return delay
    }
}
