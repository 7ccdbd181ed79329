public import ConnectivityCore

extension CompanionObservation {
    /// Returns the one line that every output for people has: what it is about, the state, and why.
    ///
    /// Text from the network is reduced to short, printable text.
    ///
    /// - Parameter sentences: The sentences for reasons.
    /// - Returns: A line such as `service git: failing: their server refuses the connection; your network is fine`.
    public func line(_ sentences: Sentences) -> String {
        "\(kind.printable(limit: 60)) \(subject.printable(limit: 80)): \(state.printable(limit: 60)): "
            + sentences.sentence(for: reason)
    }
}

extension [CompanionObservation] {
    /// The observations that a person should see: what somebody should look at comes first.
    public var byConcern: [CompanionObservation] {
        [CompanionObservation.Severity.warning, .notice].flatMap { severity in filter { $0.severity == severity } }
    }
}
