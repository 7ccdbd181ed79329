/// The inputs of an assessment, without its conclusions.
///
/// ``DecisionRules/decide(_:)`` computes the assessment from it again.
package struct AssessmentRecord: Hashable, Sendable {
    /// The inputs on one path.
    package struct Path: Hashable, Sendable {
        package var path: NetworkPath
        /// Whether no round had ended since the path changed.
        package var isBeforeRound: Bool
        /// All exchanges of the round, in the order of the endpoints; empty if there was no round.
        ///
        /// They include probes that were cancelled because the other answers had decided.
        package var exchanges: [ProbeExchange]
        /// The exchange with the captive portal API that the network names; `nil` without one.
        package var portalAPI: ProbeExchange?
        /// The history of earlier rounds, as the policy saw it.
        package var history: RoundHistory
        /// The course of the round; `nil` if it is not known, so that answers count in the order of the endpoints.
        package var course: RoundCourse?
        /// What a sign-in agent did last on the network; it decides nothing.
        package var signIn: SignInReport?

        package init(
            path: NetworkPath,
            isBeforeRound: Bool = false,
            exchanges: [ProbeExchange] = [],
            portalAPI: ProbeExchange? = nil,
            history: RoundHistory = RoundHistory(),
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
    /// When the round began, or the change that made a round unnecessary.
    package var startedAt: Timestamp
    /// The time from ``startedAt`` to the decision.
    package var duration: Duration
    /// When the last round with the same conclusion ended; `nil` without one.
    package var confirmedAt: Timestamp?
    /// When an earlier decision for the same access was made; `nil` if the access began with this one, or if it is not known.
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

extension AssessmentRecord: Decodable {
    private enum CodingKeys: CodingKey {
        case interfaces, nameServers, systemConnectivity, reason, paths, startedAt, duration, confirmedAt, beganAt
    }

    /// Reads the record from the JSON of an ``Assessment``; members that hold conclusions are ignored.
    ///
    /// Everything is restored as it was, except for values of cookies and credentials, which are never written, and
    /// for durations of more than 15 significant digits, such as attoseconds within hours.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let interfaces = try container.decode([NetworkInterface].self, forKey: .interfaces)
        self.init(
            snapshot: InterfaceSnapshot(
                interfaces,
                nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? [],
                systemConnectivity: try container.decodeIfPresent(
                    SystemConnectivity.self,
                    forKey: .systemConnectivity
                )
            ),
            paths: try container.decode([Path].self, forKey: .paths),
            startedAt: try container.decode(Timestamp.self, forKey: .startedAt),
            duration: try container.decode(Seconds.self, forKey: .duration).duration,
            confirmedAt: try container.decodeIfPresent(Timestamp.self, forKey: .confirmedAt)
        )
        beganAt = try container.decodeIfPresent(Timestamp.self, forKey: .beganAt)
        let isNotJudged = try ReasonCode(in: container, .reason).code == Reason.notYetJudged.code
        isBeforeSnapshot = isNotJudged && interfaces.isEmpty
    }
}

extension AssessmentRecord.Path: Decodable {
    private enum CodingKeys: CodingKey {
        case path, reason, endpoints, portalAPI, history, course, signIn
    }

    /// Reads the record from the JSON of a ``PathAssessment``.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            path: try container.decode(NetworkPath.self, forKey: .path),
            isBeforeRound: try ReasonCode(in: container, .reason).code == Reason.notYetJudged.code,
            exchanges: try container.decode([ProbeExchange].self, forKey: .endpoints),
            portalAPI: try container.decodeIfPresent(ProbeExchange.self, forKey: .portalAPI),
            history: try container.decode(RoundHistory.self, forKey: .history),
            course: try container.decodeIfPresent(RoundCourse.self, forKey: .course)
        )
        signIn = try container.decodeIfPresent(SignInReport.self, forKey: .signIn)
    }
}

/// The code of a reason, without its facts.
private struct ReasonCode {
    private enum CodingKeys: CodingKey {
        case code
    }

    let code: String

    init<Key: CodingKey>(in container: KeyedDecodingContainer<Key>, _ key: Key) throws {
        code = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: key).decode(String.self, forKey: .code)
    }
}
