/// Expects one body, byte for byte, white space around it aside.
///
/// A body that is recognizably this one, but altered on the way, is not believed and not held against the network: it has
/// failed.
public struct BodyEquals: ResponseValidator, Codable, Hashable {
    /// The expected body; white space around it does not count.
    public var text: String

    /// Creates an expectation.
    /// - Parameter text: The expected body; white space around it does not count.
    public init(_ text: String) { self.text = text }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(let response) = exchange.outcome else { return .inconclusive }
        let expected = Array(text.utf8).trimmed
        let actual = response.body.trimmed
        if response.completeness == .complete, actual.elementsEqual(expected) {
            return Verdict(.genuine, because: .bodyEquals(byteCount: expected.count))
        }
        if expected.count > ProbeResponse.emptyByteCountMax, let broken = response.emptySuccess { return broken }
        if let alteration = Self.alteration(of: expected, in: actual) {
            return Verdict(.failed, because: .bodyAltered(alteration))
        }
        let reason = VerdictReason.bodyDiffers(expectedByteCount: expected.count, actualByteCount: actual.count)
        return Verdict(.substituted, because: reason)
    }

    /// How the expected body was altered, where it is long enough to be recognized; a short one may stand anywhere.
    private static func alteration(of expected: ArraySlice<UInt8>, in actual: ArraySlice<UInt8>) -> BodyAlteration? {
        let recognizable = 20
        guard expected.count >= recognizable else { return nil }
        if (recognizable..<expected.count).contains(actual.count), expected.starts(with: actual) { return .cutShort }
        let (expectedBytes, actualBytes) = (expected.folded, actual.folded)
        if actualBytes == expectedBytes { return .rewritten }
        if actualBytes.containsInOrder(expectedBytes) { return .extended }
        let (expectedText, actualText) = (PageText(expected), PageText(actual))
        if !expectedText.text.isEmpty, actualText.text == expectedText.text { return .rewritten }
        return !expectedText.title.isEmpty && actualText.title == expectedText.title ? .imitated : nil
    }
}
