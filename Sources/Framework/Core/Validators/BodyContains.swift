/// Expects a text within the body, byte for byte.
///
/// One text is weak evidence: a portal's page may contain it too. The status code and the signs of a portal also count.
public struct BodyContains: DeclaringValidator, Hashable {
    /// The expected text; not empty.
    package var text: String

    /// Creates an expectation.
    public init(_ text: String) {
        precondition(!text.isEmpty, "the expected text must not be empty")
        self.text = text
    }

    public var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(ofBodyBy: self) }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if let undecided = response.unreadableBody { return undecided }
        return response.body.contains(bytes: Array(text.utf8))
            ? Verdict(.genuine, because: .bodyContains(text))
            : Verdict(.substituted, because: .bodyLacks(text))
    }
}
