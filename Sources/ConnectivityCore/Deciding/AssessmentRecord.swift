/// What happened before an assessment, without anything that was concluded from it.
///
/// ``DecisionRules/decide(_:)`` makes the assessment of it again.
public struct AssessmentRecord: Hashable, Sendable {
    /// What happened on one path.
    public struct Path: Hashable, Sendable {
        /// The path; of no meaning where only one is judged.
        public var path: NetworkPath
        /// Whether no round had ended since the path changed.
        public var isBeforeRound: Bool
        /// Every exchange of the round, in the order of the endpoints; empty where there was no round.
        ///
        /// A probe that was cancelled because the others had decided is one of them.
        public var exchanges: [ProbeExchange]
        /// The exchange with the captive portal API that the network names; `nil` where there was none.
        public var portalAPI: ProbeExchange?
        /// What the policy knew of the rounds before.
        public var history: RoundHistory
        /// How the round went; `nil` if it is not known, so that its answers count as if they came in the order of the endpoints.
        public var course: RoundCourse?

        /// Creates a record of a path.
        /// - Parameters:
        ///   - path: The path.
        ///   - isBeforeRound: Whether no round had ended since the path changed.
        ///   - exchanges: Every exchange of the round.
        ///   - portalAPI: The exchange with the captive portal API.
        ///   - history: What the policy knew of the rounds before.
        ///   - course: How the round went.
        public init(
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

    /// Every interface at the time.
    public var snapshot: InterfaceSnapshot
    /// What happened on each path that was judged.
    public var paths: [Path]
    /// When the round, or the change that made one unnecessary, began.
    public var startedAt: Timestamp
    /// From ``startedAt`` to the decision.
    public var duration: Duration
    /// When the last round ended that came to the same; `nil` if none has.
    public var confirmedAt: Timestamp?

    /// Creates a record.
    /// - Parameters:
    ///   - snapshot: Every interface at the time.
    ///   - paths: What happened on each path that was judged.
    ///   - startedAt: When it began.
    ///   - duration: From the beginning to the decision.
    ///   - confirmedAt: When the last round ended that came to the same.
    public init(
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
    /// What happened before the assessment.
    public var record: AssessmentRecord {
        var single = PathAssessment(
            path: NetworkPath(interface: interface?.name ?? ""),
            access: access,
            reason: reason,
            endpoints: endpoints,
            portalAPI: portalAPI,
            history: history
        )
        single.course = course
        return AssessmentRecord(
            snapshot: snapshot,
            paths: (paths.isEmpty ? [single] : paths).map(\.record),
            startedAt: startedAt,
            duration: duration,
            confirmedAt: confirmedAt
        )
    }
}

extension AssessmentRecord: Decodable {
    private enum CodingKeys: CodingKey {
        case interfaces, nameServers, systemConnectivity, paths, startedAt, duration, confirmedAt
    }

    /// Reads the record out of the JSON of an ``Assessment``; members that were concluded are passed over.
    ///
    /// All there is comes back as it was, but for values of cookies and credentials, which are never written, and for
    /// durations of more than 15 significant digits, such as attoseconds within hours.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let interfaces = try container.decode([Interface].self, forKey: .interfaces)
        let single = try Path(from: decoder)
        let paths = try container.decodeIfPresent([Path].self, forKey: .paths) ?? []
        self.init(
            snapshot: InterfaceSnapshot(
                interfaces,
                nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? [],
                systemConnectivity: try container.decodeIfPresent(
                    SystemConnectivity.self,
                    forKey: .systemConnectivity
                )
            ),
            paths: paths.isEmpty ? [single] : paths,
            startedAt: try container.decode(Timestamp.self, forKey: .startedAt),
            duration: try container.decode(Seconds.self, forKey: .duration).duration,
            confirmedAt: try container.decodeIfPresent(Timestamp.self, forKey: .confirmedAt)
        )
    }
}

extension AssessmentRecord.Path: Decodable {
    private enum CodingKeys: CodingKey {
        case path, reason, endpoints, portalAPI, history, course
    }

    private enum ReasonKeys: CodingKey {
        case code
    }

    /// Reads the record out of the JSON of a ``PathAssessment``, or of an ``Assessment`` of one path.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            path: try container.decodeIfPresent(NetworkPath.self, forKey: .path) ?? NetworkPath(interface: ""),
            isBeforeRound: try container.nestedContainer(keyedBy: ReasonKeys.self, forKey: .reason)
                .decode(String.self, forKey: .code) == Reason.notYetJudged.code,
            exchanges: try container.decode([ProbeExchange].self, forKey: .endpoints),
            portalAPI: try container.decodeIfPresent(ProbeExchange.self, forKey: .portalAPI),
            history: try container.decode(RoundHistory.self, forKey: .history),
            course: try container.decodeIfPresent(RoundCourse.self, forKey: .course)
        )
    }
}
