/// Expects a header field, with any value or with one value.
///
/// Names are compared without case, values byte for byte. If the field is missing, the answer is substituted, but an
/// empty success has failed: that is no answer of anybody.
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
            // Who answers everything with an empty success says nothing, so it is no answer in the endpoint's name.
            let isEmpty = (200...299).contains(response.status) && response.body.isEmpty
            let finding: Verdict.Finding = isEmpty ? .failed : .substituted
            return Verdict(finding, because: .headerMissing(name: field))
        }
        guard let value else { return Verdict(.genuine, because: .headerMatches(name: field, value: first)) }
        return values.contains(value)
            ? Verdict(.genuine, because: .headerMatches(name: field, value: value))
            : Verdict(.substituted, because: .headerDiffers(name: field, expected: value, actual: first))
    }
}
