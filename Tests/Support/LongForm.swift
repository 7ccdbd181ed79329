import Foundation

/// The long forms of tests that try many cases, which `.ci/long` runs: with `CONNECTIVITY_LONG_TESTS=1`.
///
/// `Tests/Mutation` runs the short forms.
public enum LongForm: Sendable {
    public static let isOn = ProcessInfo.processInfo.environment["CONNECTIVITY_LONG_TESTS"] == "1"

    /// Returns the number for this run.
    public static func count(_ short: Int, orLong long: Int) -> Int { isOn ? long : short }

    /// Returns all elements in the long form, otherwise every third, from the first on.
    public static func some<Element>(of all: [Element]) -> [Element] {
        isOn ? all : stride(from: 0, to: all.count, by: 3).map { all[$0] }
    }

    /// Returns the places of some bytes at which a test cuts or changes them: all of them in the long form, otherwise every
    /// `step`th, from another one for each number.
    public static func places(in range: Range<Int>, every step: Int, from number: Int = 0) -> StrideTo<Int> {
        isOn
            ? stride(from: range.lowerBound, to: range.upperBound, by: 1)
            : stride(from: range.lowerBound + number % step, to: range.upperBound, by: step)
    }
}
