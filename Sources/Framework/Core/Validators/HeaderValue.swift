/// Expects a header field, with any value, with one value, or with a value that contains a text.
///
/// Names are compared without case, values byte for byte. If a field occurs more than once, one of its values must be the
/// expected one. If the field is missing, the answer is substituted, but an empty success has failed: it proves no author.
public struct HeaderValue: ResponseValidator, Hashable {
    /// The name of the field.
    package var field: String
    /// The expected value; `nil` accepts any.
    package var value: String?
    /// The text that the value must contain, not empty; `nil` accepts any.
    package var part: String?

    /// Creates an expectation of a field: any value, or exactly this one.
    public init(of field: String, is value: String? = nil) { (self.field, self.value) = (field, value) }

    /// Creates an expectation of a value that contains a text, which is not empty.
    public init(of field: String, containing part: String) {
        precondition(!part.isEmpty, "the expected part must not be empty")
        (self.field, self.part) = (field, part)
    }

    public var role: Verdict.Role { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        let values = response.headers.values(of: field)
        guard let first = values.first else {
            // A server that answers every request with an empty success proves nothing, so this is not an answer in the
            // endpoint's name.
            let isEmpty = (200...299).contains(response.status) && response.body.isEmpty
            let finding: Verdict.Finding = isEmpty ? .failed : .substituted
            return Verdict(finding, because: .headerMissing(name: field))
        }
        if let part {
            let needle = Array(part.utf8)
            let found = values.first { Array($0.utf8).contains(needle) }
            return found.map { Verdict(.genuine, because: .headerMatches(name: field, value: $0, isStated: true)) }
                ?? Verdict(.substituted, because: .headerLacks(name: field, text: part, actual: first))
        }
        guard let value else { return Verdict(.genuine, because: .headerMatches(name: field, value: first)) }
        return values.contains(value)
            ? Verdict(.genuine, because: .headerMatches(name: field, value: value, isStated: true))
            : Verdict(.substituted, because: .headerDiffers(name: field, expected: value, actual: first))
    }
}
