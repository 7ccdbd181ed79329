/// A percentage from 0 through 100.
public struct ConnectivityPercentage: Hashable, Comparable, Sendable {
    /// The percentage, from 0 through 100.
    public let value: Double

    /// Creates a percentage; values below 0 and NaN become 0, values above 100 become 100.
    public init(_ value: Double) { self.value = value > 0 ? min(value, 100) : 0 }

    /// Creates the percentage that `value` is of `total`, or 0 % if `total` is at most zero; accepts integer literals.
    public init(_ value: Int, outOf total: Int) { self.init(Double(value), outOf: Double(total)) }

    /// Creates the percentage that `value` is of `total`, or 0 % if `total` is zero.
    public init(_ value: UInt, outOf total: UInt) { self.init(Double(value), outOf: Double(total)) }

    /// Creates the percentage that `value` is of `total`, or 0 % if `total` is at most zero.
    public init(_ value: Double, outOf total: Double) { self.init(total > 0 ? value / total * 100 : 0) }

    public static func < (one: Self, other: Self) -> Bool { one.value < other.value }
}
