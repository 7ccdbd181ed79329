/// A share from 0 to 100.
public struct ConnectivityPercentage: Hashable, Comparable, Sendable {
    /// The share, from 0 through 100.
    public let value: Double

    /// Creates a share.
    /// - Parameter value: The share. What is below 0, or no number, becomes 0, and what is above 100 becomes 100.
    public init(_ value: Double) { self.value = value > 0 ? min(value, 100) : 0 }

    /// Creates the share that a number is of another, so that literals can be written.
    /// - Parameters:
    ///   - value: The number.
    ///   - total: The number that is 100 %. Any share of zero, or of less, is 0 %.
    public init(_ value: Int, outOf total: Int) { self.init(Double(value), outOf: Double(total)) }

    /// Creates the share that a number is of another.
    /// - Parameters:
    ///   - value: The number.
    ///   - total: The number that is 100 %. Nothing of zero is 0 %.
    public init(_ value: UInt, outOf total: UInt) { self.init(Double(value), outOf: Double(total)) }

    /// Creates the share that a number is of another.
    /// - Parameters:
    ///   - value: The number.
    ///   - total: The number that is 100 %. Any share of zero, or of less, is 0 %.
    public init(_ value: Double, outOf total: Double) { self.init(total > 0 ? value / total * 100 : 0) }

    public static func < (one: Self, other: Self) -> Bool { one.value < other.value }
}
