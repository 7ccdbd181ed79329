/// A percentage from 0 through 100.
public struct ConnectivityPercentage: Hashable, Comparable, Sendable {
    /// The percentage, from 0 through 100.
    public let value: Double

    /// Creates a percentage.
    /// - Parameter value: The percentage. Values below 0 and NaN become 0; values above 100 become 100.
    public init(_ value: Double) { self.value = value > 0 ? min(value, 100) : 0 }

    /// Creates the percentage that one number is of another; this overload accepts integer literals.
    /// - Parameters:
    ///   - value: The number.
    ///   - total: The number that is 100 %. If it is zero or less, the result is 0 %.
    public init(_ value: Int, outOf total: Int) { self.init(Double(value), outOf: Double(total)) }

    /// Creates the percentage that one number is of another.
    /// - Parameters:
    ///   - value: The number.
    ///   - total: The number that is 100 %. If it is zero, the result is 0 %.
    public init(_ value: UInt, outOf total: UInt) { self.init(Double(value), outOf: Double(total)) }

    /// Creates the percentage that one number is of another.
    /// - Parameters:
    ///   - value: The number.
    ///   - total: The number that is 100 %. If it is zero or less, the result is 0 %.
    public init(_ value: Double, outOf total: Double) { self.init(total > 0 ? value / total * 100 : 0) }

    public static func < (one: Self, other: Self) -> Bool { one.value < other.value }
}
