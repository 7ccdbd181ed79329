/// Expects one of the given status codes.
///
/// A success with another code and an almost empty body shows a fault on the path, not an answer of another server: the verdict
/// is failed.
///
/// In configuration, an element of `expected` is a code (`204`), a class (`"2xx"`) or a range (`"200-299"`).
public struct StatusCode: DeclaringValidator, Hashable {
    /// The accepted codes, as they were stated; at least one.
    package var ranges: [StatusRange]

    /// The accepted codes; at least one.
    package var expected: [Int] { ranges.flatMap(\.codes) }

    /// Creates an expectation.
    public init(_ expected: Int...) {
        precondition(!expected.isEmpty, "at least one status code must be accepted")
        ranges = expected.map { StatusRange($0...$0) }
    }

    public var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(statuses: Set(expected)) }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if ranges.contains(where: { $0.codes.contains(response.status) }) {
            return Verdict(.genuine, because: .statusMatches(response.status))
        }
        if let broken = response.emptySuccess { return broken }
        // A 204 has no body, so the whole expected answer is known, and this answer differs.
        return Verdict(
            .substituted,
            because: .statusDiffers(expected: ranges.map(\.fact), actual: response.status),
            granting: ranges.allSatisfy { $0.codes == 204...204 } ? .wholeAnswer : .part
        )
    }
}

/// Consecutive status codes: one, a class, or any other range.
package struct StatusRange: Hashable, Sendable {
    let codes: ClosedRange<Int>

    init(_ codes: ClosedRange<Int>) { self.codes = codes }

    /// Reads a code (`204`), a class (`2xx`) or a range (`200-299`).
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Self.bounds($0) }
        guard let first = parts.first ?? nil else { return nil }
        switch parts.count {
        case 1: codes = first
        // A range has no classes as bounds.
        case 2:
            guard let last = parts[1], first.count == 1, last.count == 1, first.lowerBound <= last.upperBound
            else { return nil }
            codes = first.lowerBound...last.upperBound
        default: return nil
        }
    }

    private static func bounds(_ text: Substring) -> ClosedRange<Int>? {
        let bytes = Array(text.utf8)
        guard bytes.count == 3, let number = Int(text.prefix(1)), (1...5).contains(number) else { return nil }
        if bytes[1] == UInt8(ascii: "x"), bytes[2] == UInt8(ascii: "x") { return number * 100...number * 100 + 99 }
        guard bytes.allSatisfy(\.isASCIIDigit), let code = Int(text) else { return nil }
        return code...code
    }

    /// The range in a reason and in a configuration: a number for a single code.
    package var fact: Fact {
        guard codes.count > 1 else { return Fact(codes.lowerBound) }
        let isClass = codes.count == 100 && codes.lowerBound % 100 == 0
        return .text(isClass ? "\(codes.lowerBound / 100)xx" : "\(codes.lowerBound)-\(codes.upperBound)")
    }
}
