import Foundation

/// The long forms of tests that try many cases, which `.ci/long` runs: with `CONNECTIVITY_LONG_TESTS=1`.
///
/// No test that a row of `Tests/Mutation` names has a short form.
public enum LongForm: Sendable {
    public static let isOn = ProcessInfo.processInfo.environment["CONNECTIVITY_LONG_TESTS"] == "1"

    /// Returns the number for this run.
    public static func count(_ short: Int, orLong long: Int) -> Int { isOn ? long : short }

    /// Returns the places of some bytes at which a test cuts or changes them: all of them in the long form, otherwise every
    /// `step`th, from another one for each number.
    public static func places(in range: Range<Int>, every step: Int, from number: Int = 0) -> StrideTo<Int> {
        isOn
            ? stride(from: range.lowerBound, to: range.upperBound, by: 1)
            : stride(from: range.lowerBound + number % step, to: range.upperBound, by: step)
    }
}
