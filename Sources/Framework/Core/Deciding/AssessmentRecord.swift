/// The inputs of an assessment, without its conclusions.
///
/// ``DecisionRules/decide(_:)`` computes the assessment from it.
package struct AssessmentRecord: Hashable, Sendable {
    package struct Path: Hashable, Sendable {
        package var path: NetworkPath
        /// Whether no round had ended since the last change of the path.
        package var isBeforeRound: Bool
        /// All exchanges of the round, in the order of the endpoints; empty if there was no round.
        ///
        /// They include probes that were cancelled because the other answers had decided.
        package var exchanges: [ProbeExchange]
        /// The exchange with the captive portal API that the network names; `nil` without one.
        package var portalAPI: ProbeExchange?
        /// The history of earlier rounds, as the policy received it.
        package var history: ProbeRound.History
        /// The course of the round; `nil` if unknown, in which case answers count in the order of the endpoints.
        package var course: RoundCourse?

        package init(
            path: NetworkPath,
            isBeforeRound: Bool = false,
            exchanges: [ProbeExchange] = [],
            portalAPI: ProbeExchange? = nil,
            history: ProbeRound.History = ProbeRound.History(),
            course: RoundCourse? = nil
        ) {
            self.path = path
            self.isBeforeRound = isBeforeRound
            self.exchanges = exchanges
            self.portalAPI = portalAPI
            self.history = history
            self.course = course
        }
    }

    package var snapshot: InterfaceSnapshot
    package var paths: [Path]
    /// Whether the interfaces were not known yet.
    package var isBeforeSnapshot = false
    package var startedAt: Timestamp
    package var duration: Duration
    package var confirmedAt: Timestamp?
    package var beganAt: Timestamp?

    package init(
        snapshot: InterfaceSnapshot,
        paths: [Path],
        startedAt: Timestamp,
        duration: Duration = .zero,
        confirmedAt: Timestamp? = nil
    ) {
        self.snapshot = snapshot
        self.paths = paths
        self.startedAt = startedAt
        self.duration = duration
        self.confirmedAt = confirmedAt
    }
}

extension Assessment {
    package var record: AssessmentRecord {
        var record = AssessmentRecord(
            snapshot: snapshot,
            paths: paths.map(\.record),
            startedAt: startedAt,
            duration: duration,
            confirmedAt: confirmedAt
        )
        record.beganAt = beganAt
        record.isBeforeSnapshot = reason == .notYetJudged && snapshot.interfaces.isEmpty
        return record
    }
}
