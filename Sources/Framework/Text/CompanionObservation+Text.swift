public import ConnectivityCore

extension CompanionObservation {
    /// Returns the line that every output for people has: the subject, the state, the reason, and for a cause the advice.
    ///
    /// Text from the network is reduced to short, printable text. An example is `service git: failing: their server
    /// refuses the connection; your network is fine`.
    public func line(_ sentences: Sentences) -> String {
        "\(kind.printable(limit: 60)) \(subject.printable(limit: 80)): \(state.printable(limit: 60)): "
            + sentences.sentence(for: reason) + (advice(sentences).map { ". \($0)" } ?? "")
    }

    /// The advice about the cause of an outage, as a sentence; `nil` for another kind.
    package func advice(_ sentences: Sentences) -> String? {
        kind == Self.causeKind ? sentences.advice(for: reason) : nil
    }
}

extension [CompanionObservation] {
    /// The observations for a person, the most urgent ones first.
    package var byConcern: [CompanionObservation] {
        [CompanionObservation.Severity.warning, .notice].flatMap { severity in filter { $0.severity == severity } }
    }
}
