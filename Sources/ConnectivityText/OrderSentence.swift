public import ConnectivityCore

extension JudgingOrder {
    /// The order in which an answer is judged, as one sentence for people.
    public var sentence: String {
        let expected = (["the endpoint's own expectation"] + names { $0 == .expectation }).joined(separator: " with ")
        let clauses = [
            ["the whole answer, if it is exactly the expected one"], names { $0 == .before }, [expected],
            names { $0 == .trouble },
            names { $0 == .afterMismatch }.map { "\($0) if another answer was expected" },
            names { $0 == .afterMismatch(of: .wholeAnswer) }.map { "\($0) if the whole expected answer is known" },
        ]
        return "Each answer is judged by the first of these that decides: \(clauses.joined().joined(separator: "; "))."
    }

    private func names(_ belongs: (Place) -> Bool) -> [String] {
        steps.filter { belongs($0.place) }.map { $0.validator.name.printable(limit: 60) }
    }
}
