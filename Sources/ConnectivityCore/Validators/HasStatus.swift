/// Expects one of the given status codes.
///
/// A success with another code and an almost empty body means that something on the way is broken, not that
/// something else answers: the verdict is failed.
public struct HasStatus: ResponseValidator, Codable, Hashable {
    /// The accepted codes; at least one.
    public var expected: [Int]

    /// Creates an expectation.
    /// - Parameter expected: The accepted codes, from 100 through 599; at least one.
    public init(_ expected: Int...) {
        precondition(!expected.isEmpty, "at least one status code must be accepted")
        self.expected = expected
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        expected = try container.decode([Int].self, forKey: .expected)
        guard !expected.isEmpty, expected.allSatisfy((100...599).contains) else {
            throw DecodingError.dataCorruptedError(
                forKey: .expected,
                in: container,
                debugDescription: "must contain at least one status code from 100 through 599"
            )
        }
    }

    public var role: ValidatorRole { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if expected.contains(response.status) { return Verdict(.genuine, because: .statusMatches(response.status)) }
        if let broken = response.emptySuccess { return broken }
        // A 204 has no body, so the whole expected answer is known, and this answer differs.
        return Verdict(
            .substituted,
            because: .statusDiffers(expected: expected, actual: response.status),
            granting: expected.allSatisfy { $0 == 204 } ? .wholeAnswer : .part
        )
    }
}
