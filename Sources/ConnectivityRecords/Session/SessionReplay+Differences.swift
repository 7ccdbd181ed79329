import ConnectivityCore

extension SessionReplay {
    /// One thing in which a replay is another than the session states.
    @nonexhaustive
    public enum Difference: Hashable, Sendable {
        /// The assessment of a number, counted from 1, is another one, missing, or one too many.
        case assessment(
            Int,
            at: Duration,
            stated: SessionRecording.Expectation?,
            found: SessionRecording.Expectation?
        )
        /// The machine did not go along with the recording.
        case deviation(Deviation)
    }
}

extension SessionRecording {
    /// In what a replay is another than this recording states.
    /// - Parameter replay: A replay of this recording.
    /// - Returns: The differences of assessments, in their order, then the deviations.
    public func differences(from replay: SessionReplay) -> [SessionReplay.Difference] {
        let found = replay.assessments.map { (at: $0.at, what: Expectation($0.assessment)) }
        let stated = events.compactMap { event -> (at: Duration, what: Expectation)? in
            if case .expected(let expectation) = event.happening { (event.at, expectation) } else { nil }
        }
        let assessments = (0..<max(found.count, stated.count)).compactMap { index -> SessionReplay.Difference? in
            let (one, other) = (
                index < stated.count ? stated[index] : nil, index < found.count ? found[index] : nil
            )
            guard one?.what != other?.what else { return nil }
            let at = (one ?? other)?.at ?? .zero
            return .assessment(index + 1, at: at, stated: one?.what, found: other?.what)
        }
        return assessments + replay.deviations.map(SessionReplay.Difference.deviation)
    }
}
