/// Expects the body to begin with a text, byte for byte, except for white space before it.
///
/// The beginning is weak evidence: pages of one kind, such as all HTML, begin alike.
public struct BodyStartsWith: DeclaringValidator, Hashable {
    /// The expected beginning; more than white space.
    package var text: String

    /// Creates an expectation.
    public init(_ text: String) {
        precondition(!Array(text.utf8).trimmed.isEmpty, "the expected beginning must be more than white space")
        self.text = text
    }

    public var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(ofBodyBy: self) }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if let undecided = response.unreadableBody { return undecided }
        let isBeginning = response.body.trimmed.starts(with: text.utf8.drop(while: \.isASCIIWhitespace))
        return isBeginning
            ? Verdict(.genuine, because: .bodyBegins(text))
            : Verdict(.substituted, because: .bodyBeginsOtherwise(text))
    }
}
