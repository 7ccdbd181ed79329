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

    public var role: ValidatorRole { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        let expected = Array(text.utf8).trimmed
        let actual = response.body.trimmed
        if actual.elementsEqual(expected) {
            return response.completeness == .complete
                ? Verdict(.genuine, because: .bodyEquals(byteCount: expected.count), granting: .wholeAnswer)
                : Verdict(.failed, because: .bodyAltered(.extended))
        }
        if expected.count > ProbeResponse.emptyByteCountMax, let broken = response.emptySuccess { return broken }
        if let alteration = Self.alteration(of: expected, in: exchange) {
            return Verdict(.failed, because: .bodyAltered(alteration))
        }
        let reason = Reason.bodyDiffers(expectedByteCount: expected.count, actualByteCount: actual.count)
        return Verdict(.substituted, because: reason, granting: .wholeAnswer)
    }

    /// How the expected body was altered, where it can be recognized.
    private static func alteration(of expected: ArraySlice<UInt8>, in exchange: ProbeExchange) -> BodyAlteration? {
        guard let actual = exchange.response?.body.trimmed else { return nil }
        if actual.count < expected.count, expected.starts(with: actual) { return .cutShort }
        let (expectedBytes, actualBytes) = (expected.folded, actual.folded)
        if actualBytes == expectedBytes { return .rewritten }
        // A short one may be the beginning of any sentence, and stand anywhere: only markup or a line behind it counts.
        let recognizable = 20
        guard expected.count >= recognizable else {
            let next = actual.dropFirst(expected.count).first
            let isExtended = actual.starts(with: expected) && [0x0A, 0x0D, UInt8(ascii: "<")].contains(next)
            return isExtended ? .extended : nil
        }
        if actualBytes.containsInOrder(expectedBytes) { return .extended }
        let (expectedPage, page) = (Page(Array(expected)), exchange.page)
        if !expectedPage.text.isEmpty, page?.text == expectedPage.text { return .rewritten }
        return !expectedPage.title.isEmpty && page?.title == expectedPage.title ? .imitated : nil
    }
}
