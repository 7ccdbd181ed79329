/// Detects the author of a page by its words: a filter, a portal, a gateway without an uplink, or a domain parking page.
///
/// The words are phrases that such pages have in common, in many languages. They are searched for
/// in the title and the first 8,192 bytes of text. If a page has next to no text, its picture may be the notice, and
/// the name of the file counts. Words are weak evidence: they are asked after all other evidence, and only if the
/// answer is not the endpoint's. Over TLS only the endpoint's host can have sent the page, so no portal is found there.
public struct WordingSignal: ResponseValidator, Codable, Hashable {
    /// The size up to which a text leaves the notice to a picture, in bytes.
    private static let captionByteCountMax = 64

    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, response.isText, !response.body.isEmpty, let page = exchange.page
        else { return .inconclusive }
        let words = PageWords(page, asked: exchange.request.url)
        if let phrase = words.gatewayError { return Verdict(.failed, because: .gatewayError(evidence: phrase)) }
        if let phrase = words.invitation {
            guard response.canBearSign(askedFor: exchange.request), exchange.request.url?.scheme == .http else {
                return .inconclusive
            }
            let portal = CaptivePortal(signInURL: exchange.request.url, source: .page, kind: .page)
            return .captive(portal, because: .portalPage(evidence: phrase))
        }
        if let phrase = words.refusal { return Verdict(.substituted, because: .blockPage(evidence: phrase)) }
        if let phrase = words.parking { return Verdict(.substituted, because: .parkedPage(evidence: phrase)) }
        if let picture = page.picture, page.text.utf8.count <= Self.captionByteCountMax,
            RefusalName.isIn(file: picture)
        {
            return Verdict(.substituted, because: .blockPage(evidence: picture))
        }
        return .inconclusive
    }
}
