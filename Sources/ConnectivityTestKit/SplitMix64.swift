/// A small generator with a stated algorithm, so that a seed means the same on every platform.
///
/// SplitMix64, as given by Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    /// - Parameter seed: Any number; the same one gives the same sequence.
    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next number below a bound.
    /// - Parameter bound: Greater than zero.
    /// - Returns: A number from 0 to below the bound.
    public mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
