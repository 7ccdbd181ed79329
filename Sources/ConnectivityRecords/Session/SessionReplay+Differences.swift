import ConnectivityCore

extension SessionReplay {
    /// One difference between a replay and what the session states.
    @nonexhaustive
    public enum Difference: Hashable, Sendable {
        /// The assessment with this number, counted from 1, differs, is missing or is superfluous.
        case assessment(
            Int,
            at: Duration,
            stated: SessionRecording.Expectation?,
            found: SessionRecording.Expectation?
        )
        /// The state machine deviated from the recording.
        case deviation(Deviation)
    }
}

extension SessionRecording {
    /// Returns the differences between a replay and what this recording states.
    /// - Parameter replay: A replay of this recording.
    /// - Returns: The differences of assessments in order, followed by the deviations.
    public func differences(from replay: SessionReplay) -> [SessionReplay.Difference] {
        let found = replay.assessments.map { (at: $0.at, what: Expectation($0.assessment)) }
        let stated = events.compactMap { event -> (at: Duration, what: Expectation)? in
            guard case .expected(let expectation) = event.content else { return nil }
            return (event.at, expectation.compared)
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
