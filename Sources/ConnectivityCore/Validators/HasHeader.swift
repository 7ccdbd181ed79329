/// Expects a header field, with any value or with one value.
///
/// Names are compared without case, values byte for byte.
public struct HasHeader: ResponseValidator, Codable, Hashable {
    /// The name of the field.
    public var field: String
    /// The expected value; `nil` accepts any.
    public var value: String?

    private enum CodingKeys: String, CodingKey {
        case field = "name"
        case value
    }

    /// Creates an expectation.
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - value: The expected value; `nil` accepts any.
    public init(_ field: String, _ value: String? = nil) {
        self.field = field
        self.value = value
    }

    public var role: ValidatorRole { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        let values = response.headers.values(of: field)
        guard let first = values.first else {
            return Verdict(.substituted, because: .headerMissing(name: field))
        }
        guard let value else { return Verdict(.genuine, because: .headerMatches(name: field, value: first)) }
        return values.contains(value)
            ? Verdict(.genuine, because: .headerMatches(name: field, value: value))
            : Verdict(.substituted, because: .headerDiffers(name: field, expected: value, actual: first))
    }
}
