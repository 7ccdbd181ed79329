/// Detects the author of a page by its words: a filter, a gateway without an uplink, or a domain parking page.
///
/// The words are phrases that such pages have in common, in many languages. They are searched for
/// in the title and the first 8,192 bytes of text. Words are weak evidence: they are asked after all other
/// evidence, and only if the answer is not the endpoint's.
public struct WordingSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, response.isText, !response.body.isEmpty, let page = exchange.page
        else { return .inconclusive }
        let title = Array(page.title.utf8)
        let all = title + [0x20] + Array(page.text.utf8)
        if let phrase = Wording.ofGateways.first(in: all) {
            return Verdict(.failed, because: .gatewayError(evidence: phrase))
        }
        if let phrase = Wording.ofBlockTitles.first(in: title) ?? Wording.ofBlockPages.first(in: all) {
            return Verdict(.substituted, because: .blockPage(evidence: phrase))
        }
        if let phrase = Wording.ofParkedDomains.first(in: all) {
            return Verdict(.substituted, because: .parkedPage(evidence: phrase))
        }
        return .inconclusive
    }
}
