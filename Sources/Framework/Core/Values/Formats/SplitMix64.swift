/// A random number generator with a fixed algorithm: a seed gives the same numbers on every platform.
///
/// A policy draws from the pool with it, seeded with ``ProbeRound/Context/seed``. The algorithm is SplitMix64 (Steele, Lea and Flood,
/// "Fast Splittable Pseudorandom Number Generators", 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns the next number from 0 up to, but not including, a bound that is greater than zero.
    package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
