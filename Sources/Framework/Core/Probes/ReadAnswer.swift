/// The parsed content of an answer, read once for all validators of a pipeline.
package final class ReadAnswer: Sendable {
    package let page: Page
    package let json: JSONBody
    package let portalAPI: CaptivePortalAPI?
    package let wispr: WISPrReader?

    package init(_ response: ProbeResponse) {
        page = Page(response.body)
        json = JSONBody(response)
        portalAPI = CaptivePortalAPI(json.tree)
        wispr = WISPrReader(response.body)
    }

    /// The cache of parsed content for an exchange; not part of the exchange's value.
    package struct Place: Hashable, Sendable {
        package var answer: ReadAnswer?
        /// The finding of ``PortalSignals``.
        package var signs: Verdict?
        package var isImitated = false

        package static func == (lhs: Self, rhs: Self) -> Bool { true }
        package func hash(into hasher: inout Hasher) {}
    }
}

extension ProbeExchange {
    /// The page in the response, read without executing anything; `nil` if there is no response.
    ///
    /// A pipeline reads it once for all validators.
    package var page: Page? { place.answer?.page ?? response.map { Page($0.body) } }

    /// The body as a JSON object or list (RFC 8259); `nil` if it is anything else.
    ///
    /// At most 64 KiB and 16 levels are read, with any media type. If a name is repeated, the last member counts. A pipeline
    /// parses it once for all validators.
    public var json: Fact? { jsonBody?.tree.map { Fact($0) } }

    package var jsonBody: JSONBody? { place.answer?.json ?? response.map { JSONBody($0) } }

    /// The links of the header (RFC 8288, section 3), in order.
    package var links: [Link] { response.map { Link.links(of: $0.headers) } ?? [] }

    /// The response as the answer of a captive portal API (RFC 8908); `nil` if it is not one.
    public var captivePortalAPI: CaptivePortalAPI? {
        place.answer.map(\.portalAPI) ?? response.flatMap { CaptivePortalAPI($0) }
    }

    package var wispr: WISPrReader? { place.answer.map(\.wispr) ?? response.flatMap { WISPrReader($0.body) } }

    /// Whether the answer is synthetic, to test an expectation.
    package var isImitated: Bool {
        get { place.isImitated }
        set { place.isImitated = newValue }
    }

    /// The exchange with its answer parsed, which no validator then has to parse again.
    package var read: ProbeExchange {
        guard place.answer == nil, let response else { return self }
        var copy = self
        copy.place.answer = ReadAnswer(response)
        return copy
    }

    /// The exchange without the parsed content of its answer, which is many times the size of the answer.
    package var unread: ProbeExchange {
        var copy = self
        copy.place = ReadAnswer.Place()
        return copy
    }
}
