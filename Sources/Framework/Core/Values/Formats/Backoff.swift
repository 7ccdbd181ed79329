/// Waiting times that grow with each consecutive failure, up to a maximum.
public struct Backoff: Hashable, Sendable {
    /// The wait after the first failure.
    public let first: Duration
    /// The factor by which each further failure multiplies the wait.
    public let factor: Int
    /// The longest wait.
    public let maximum: Duration

    /// Creates a backoff.
    /// - Parameters:
    ///   - first: The wait after the first failure. Greater than zero.
    ///   - factor: The factor by which each further failure multiplies the wait. At least 1.
    ///   - maximum: The longest wait. At least `first`.
    public init(first: Duration, factor: Int = 2, maximum: Duration) {
        precondition(first > .zero, "the first wait must be greater than zero")
        precondition(factor >= 1, "the factor must be at least 1")
        precondition(maximum >= first, "the longest wait must be at least the first")
        self.first = first
        self.factor = factor
        self.maximum = maximum
    }

    /// Returns the wait after a number of consecutive failures.
    /// - Parameter failures: The number. At least 1; a lower number counts as 1.
    /// - Returns: The wait, from ``first`` through ``maximum``.
    public func delay(after failures: Int) -> Duration {
        var delay = first
        var count = 1
        while count < failures, delay < maximum, factor > 1 {
            // A division is compared, because the product with a large factor overflows.
            delay = delay > maximum / factor ? maximum : delay * factor
            count += 1
        }
        return delay
    }
}
