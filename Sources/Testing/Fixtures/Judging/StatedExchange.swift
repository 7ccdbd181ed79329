/// A probe with its outcome, and the findings that a verdict on it may have.
public protocol StatedExchange: Sendable {
    /// The name of the case, on one line.
    var name: String { get }
    /// The endpoint that was asked, with its expectation.
    var endpoint: Endpoint { get }
    /// The probe and its outcome; the body is decoded, as it is for the validators of a pipeline.
    var exchange: ProbeExchange { get }
    /// The findings that are right; not empty.
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
    /// A validator that looks for one sign has no opinion on most answers, which are then listed as inconclusive.
    ///
    /// - Parameter validator: The validator.
    /// - Returns: What the validator said, worst first.
    public func judged(by validator: some ResponseValidator) -> JudgingTable<Element> {
        JudgingTable(self) { validator.validate($1.read) }
    }

    /// Judges every case as a pipeline does: validators in their order, and the expectation of the endpoint.
    ///
    /// ```swift
    /// let table = PortalFixture.all.judged(by: ExchangeJudge([MyValidator(), PortalSignals()]))
    /// ```
    ///
    /// - Parameter judge: The judge.
    /// - Returns: What the judge said, worst first.
    public func judged(by judge: ExchangeJudge) -> JudgingTable<Element> {
        JudgingTable(self) { judge.verdict(on: $1, expecting: $0.endpoint.expectation) }
    }
}
