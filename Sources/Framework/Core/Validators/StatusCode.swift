/// Expects one of the given status codes.
///
/// A success with another code and an almost empty body shows a fault on the path, not an answer of another server: the verdict
/// is failed.
///
/// In configuration, an element of `expected` is a code (`204`), a class (`"2xx"`) or a range (`"200-299"`).
public struct StatusCode: DeclaringValidator, Codable, Hashable {
    private var ranges: [StatusRange]

    /// The accepted codes; at least one.
    package var expected: [Int] {
        get { ranges.flatMap(\.codes) }
        set { ranges = newValue.map { StatusRange($0...$0) } }
    }

    private enum CodingKeys: String, CodingKey {
        case ranges = "expected"
    }

    /// Creates an expectation.
    public init(_ expected: Int...) {
        precondition(!expected.isEmpty, "at least one status code must be accepted")
        ranges = expected.map { StatusRange($0...$0) }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        ranges = try container.decode([StatusRange].self, forKey: .ranges)
        if ranges.isEmpty { throw container.fault(.ranges, "must contain at least one status code") }
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
struct StatusRange: Hashable, Sendable, Codable {
    let codes: ClosedRange<Int>

    init(_ codes: ClosedRange<Int>) { self.codes = codes }

    /// Reads a code (`204`), a class (`2xx`) or a range (`200-299`).
    init?(_ text: String) {
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

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let read: StatusRange? =
            if let code = try? container.decode(Int.self) {
                (100...599).contains(code) ? StatusRange(code...code) : nil
            } else {
                (try? container.decode(String.self)).flatMap { StatusRange($0) }
            }
        guard let read else {
            let detail =
                "must be a status code from 100 through 599, a class such as \"2xx\", or a range such as \"200-299\""
            throw DecodingError.dataCorruptedError(in: container, debugDescription: detail)
        }
        self = read
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if codes.count == 1 {
            try container.encode(codes.lowerBound)
        } else {
            try container.encode(text)
        }
    }

    /// The range as a fact of a reason: a number for a single code.
    var fact: Fact { codes.count == 1 ? Fact(codes.lowerBound) : .text(text) }

    private var text: String {
        let isClass = codes.count == 100 && codes.lowerBound % 100 == 0
        return isClass ? "\(codes.lowerBound / 100)xx" : "\(codes.lowerBound)-\(codes.upperBound)"
    }
}
