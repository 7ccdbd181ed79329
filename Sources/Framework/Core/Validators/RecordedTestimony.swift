/// Replaces an absent witness with the verdict that the witness recorded on the exchange.
///
/// A saved configuration names it instead of a witness, so a record is decided again without the witness's program.
package struct RecordedTestimony: ResponseValidator, Hashable {
    package var witness: String
    /// Whether the witness states an expectation.
    package var expectation: Bool

    package init(of witness: String, isExpectation: Bool) {
        self.witness = witness
        expectation = isExpectation
    }

    package var traceName: String { witness }
    package var role: Verdict.Role { expectation ? .expectation : .objection }
    package func validate(_ exchange: ProbeExchange) -> Verdict { exchange.verdict(ofWitness: witness) }
}
