/// A probe with its outcome, and the findings that a verdict on it may have.
public protocol StatedExchange: Sendable {
    /// The name of the case, on one line.
    var name: String { get }
    /// The requested endpoint, with its expectation.
    var endpoint: Endpoint { get }
    /// The probe and its outcome; the body is decoded, as for the validators of a pipeline.
    var exchange: ProbeExchange { get }
    /// The right findings; not empty.
    var findings: Set<Verdict.Finding> { get }
}

extension Sequence where Element: StatedExchange {
    /// Judges every case by one validator alone.
    ///
    /// ```swift
    /// let table = PortalFixture.all.judged(by: MyValidator())
    /// print(table)
    /// #expect(table.falselyGenuine.isEmpty)
    /// ```
    ///
    /// A validator that checks for one sign is inconclusive on most answers, which are listed as such.
    public func judged(by validator: some ResponseValidator) -> JudgingTable<Element> {
        JudgingTable(self) { validator.validate($1.read) }
    }

    /// Judges every case as a pipeline does, with the validators in order and the expectation of the endpoint.
    ///
    /// ```swift
    /// let table = PortalFixture.all.judged(by: ExchangeJudge([MyValidator(), PortalSignals()]))
    /// ```
    public func judged(by judge: ExchangeJudge) -> JudgingTable<Element> {
        JudgingTable(self) { judge.verdict(on: $1, expecting: $0.endpoint.expectation) }
    }
}
