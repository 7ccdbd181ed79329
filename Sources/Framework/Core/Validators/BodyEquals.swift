/// Expects one body, byte for byte, except for surrounding white space.
///
/// If an empty body is expected and arrives, the verdict has the basis ``Verdict/Basis/part``: redirects have empty bodies too.
///
/// If the body is recognized as the expected one, but was altered on the path, the verdict is failed: it is neither genuine nor
/// evidence of a portal or filter.
public struct BodyEquals: DeclaringValidator, Hashable {
    /// The expected body; surrounding white space does not count.
    package var text: String

    /// Creates an expectation.
    public init(_ text: String) { self.text = text }

    public var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(ofBodyBy: self, only: text) }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if let undecided = response.unreadableBody { return undecided }
        let (stated, body) = (Array(text.utf8)[...], response.body[...])
        if let byteCount = Self.byteCount(in: stated.span, ifEqualTo: body.span) {
            return response.completeness == .complete
                ? Verdict(
                    .genuine,
                    because: .bodyEquals(byteCount: byteCount),
                    granting: byteCount == 0 ? .part : .wholeAnswer
                )
                : Verdict(.failed, because: .bodyAltered(.extended))
        }
        let expected = Array(text.utf8).trimmed
        let actual = response.body.trimmed
        if expected.count > ProbeResponse.emptyByteCountMax, let broken = response.emptySuccess { return broken }
        // Every body begins with an empty one, which thus cannot be recognized.
        if !expected.isEmpty, let alteration = Self.alteration(of: expected, in: exchange) {
            return Verdict(.failed, because: .bodyAltered(alteration))
        }
        let reason = Reason.bodyDiffers(expectedByteCount: expected.count, actualByteCount: actual.count)
        return Verdict(.substituted, because: reason, granting: .wholeAnswer)
    }

    /// Returns the number of bytes without surrounding white space, if both are the same; `nil` if they differ.
    private static func byteCount(in expected: Span<UInt8>, ifEqualTo actual: Span<UInt8>) -> Int? {
        let range = expected.trimmed
        let isEqual = actual.extracting(actual.trimmed).equals(expected.extracting(range))
        return isEqual ? range.count : nil
    }

    /// Returns the alteration of the expected body; `nil` if the body is not recognized.
    private static func alteration(of expected: ArraySlice<UInt8>, in exchange: ProbeExchange) -> BodyAlteration? {
        guard let actual = exchange.response?.body.trimmed else { return nil }
        if actual.count < expected.count, expected.starts(with: actual) { return .cutShort }
        let (expectedBytes, actualBytes) = (expected.folded, actual.folded)
        if actualBytes == expectedBytes { return .rewritten }
        // A short body may be a part of any sentence: it counts only before markup or a line break.
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
