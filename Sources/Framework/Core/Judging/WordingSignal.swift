/// Detects the author of a page by its words: a filter, a portal, a gateway without an uplink, or a domain parking page.
///
/// The words are common phrases of such pages, in many languages. They are searched for in the title and the first 8,192 bytes of
/// text. A notice that the Internet is paused counts only on a page that offers nothing to act on. If a page has almost no text, its picture may be the notice, and the name of the file counts. Words are weak evidence:
/// they are checked after all other evidence, and only if the answer is not the endpoint's. Over TLS only the endpoint's host can
/// have sent the page, so no portal is detected there.
package struct WordingSignal: StandardSign, Hashable {
    /// The maximum size in bytes of a text next to a picture that is the notice.
    private static let captionByteCountMax = 64

    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        let invitation = exchange.invitation()
        guard let response = exchange.response, response.isText, !response.body.isEmpty, let page = exchange.page
        else { return invitation ?? .inconclusive }
        let words = PageWords(page, asked: exchange.answeredURL)
        if let phrase = words.gatewayError { return Verdict(.failed, because: .gatewayError(evidence: phrase)) }
        if let invitation { return invitation }
        if words.invitation != nil { return .inconclusive }
        if let phrase = words.parking { return Verdict(.substituted, because: .parkedPage(evidence: phrase)) }
        if let phrase = words.refusal { return Verdict(.substituted, because: .blockPage(evidence: phrase)) }
        if let picture = page.picture, page.text.utf8.count <= Self.captionByteCountMax,
            RefusalName.isIn(file: picture)
        {
            return Verdict(.substituted, because: .blockPage(evidence: picture))
        }
        if let phrase = words.pause, !exchange.offersAction {
            return Verdict(.substituted, because: .blockPage(evidence: phrase))
        }
        return .inconclusive
    }
}
