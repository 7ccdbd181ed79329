/// Expects one body, byte for byte, white space around it aside.
public struct BodyEquals: ResponseValidator, Codable, Hashable {
    /// The expected body; white space around it does not count.
    public var text: String

    /// Creates an expectation.
    /// - Parameter text: The expected body; white space around it does not count.
    public init(_ text: String) { self.text = text }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(let response) = exchange.outcome else { return .inconclusive }
        let expected = Array(text.utf8).trimmed
        return response.completeness == .complete && response.body.trimmed.elementsEqual(expected)
            ? Verdict(.genuine, because: .bodyEquals(byteCount: expected.count))
            : Verdict(
                .substituted,
                because: .bodyDiffers(expectedByteCount: expected.count, actualByteCount: response.body.trimmed.count)
            )
    }
}
