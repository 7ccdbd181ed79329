/// Stands in for a witness that is not there: gives the verdict that the witness left with the exchange.
///
/// A saved configuration names it instead of a witness, whose program the reader need not have, so that a record is decided
/// again without it.
package struct RecordedTestimony: ResponseValidator, Codable, Hashable {
    package let witness: String
    /// Whether the witness states what is expected.
    package let expectation: Bool

    /// Creates a stand-in for a witness, which may state what is expected.
    package init(of witness: String, isExpectation: Bool) {
        self.witness = witness
        expectation = isExpectation
    }

    package var traceName: String { witness }
    package var role: ValidatorRole { expectation ? .expectation : .objection }
    package func validate(_ exchange: ProbeExchange) -> Verdict { exchange.verdict(ofWitness: witness) }
}
