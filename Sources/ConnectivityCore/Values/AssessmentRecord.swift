/// What happened before an assessment, without anything that was concluded from it.
///
/// ``DecisionRules/decide(_:)`` makes the assessment of it again.
public struct AssessmentRecord: Hashable, Sendable {
    /// Every interface at the time.
    public var snapshot: InterfaceSnapshot
    /// Whether no round had ended since the interfaces changed.
    public var isBeforeRound: Bool
    /// Every exchange of the round, in the order of the endpoints; empty where there was no round.
    ///
    /// A probe that was cancelled because the others had decided is one of them.
    public var exchanges: [ProbeExchange]
    /// What the policy knew of the rounds before, on the same path.
    public var history: RoundHistory
    /// When the round, or the change that made one unnecessary, began.
    public var startedAt: Timestamp
    /// From ``startedAt`` to the decision.
    public var duration: Duration

    /// Creates a record.
    /// - Parameters:
    ///   - snapshot: Every interface at the time.
    ///   - isBeforeRound: Whether no round had ended since the interfaces changed.
    ///   - exchanges: Every exchange of the round.
    ///   - history: What the policy knew of the rounds before.
    ///   - startedAt: When it began.
    ///   - duration: From the beginning to the decision.
    public init(
        snapshot: InterfaceSnapshot,
        isBeforeRound: Bool = false,
        exchanges: [ProbeExchange] = [],
        history: RoundHistory = RoundHistory(),
        startedAt: Timestamp,
        duration: Duration = .zero
    ) {
        self.snapshot = snapshot
        self.isBeforeRound = isBeforeRound
        self.exchanges = exchanges
        self.history = history
        self.startedAt = startedAt
        self.duration = duration
    }
}

extension Assessment {
    /// What happened before the assessment.
    public var record: AssessmentRecord {
        AssessmentRecord(
            snapshot: snapshot,
            isBeforeRound: reason == .notYetJudged,
            exchanges: endpoints.map(\.exchange),
            history: history,
            startedAt: startedAt,
            duration: duration
        )
    }
}

extension AssessmentRecord: Decodable {
    private enum CodingKeys: CodingKey {
        case interfaces, nameServers, code, endpoints, history, startedAt, duration
    }

    /// Reads the record out of the JSON of an ``Assessment``; members that were concluded are passed over.
    ///
    /// All there is comes back as it was, but for values of cookies and credentials, which are never written, and for
    /// durations of more than 15 significant digits, such as attoseconds within hours.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            snapshot: InterfaceSnapshot(
                try container.decode([Interface].self, forKey: .interfaces),
                nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? []
            ),
            isBeforeRound: try container.decode(String.self, forKey: .code) == AccessReason.notYetJudgedCode,
            exchanges: try container.decode([ProbeExchange].self, forKey: .endpoints),
            history: try container.decode(RoundHistory.self, forKey: .history),
            startedAt: try container.decode(Timestamp.self, forKey: .startedAt),
            duration: try container.decodeSeconds(forKey: .duration)
        )
    }
}
