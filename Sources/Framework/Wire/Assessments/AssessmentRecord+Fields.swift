package import ConnectivityCore

extension AssessmentRecord: Decodable {
    private enum CodingKeys: CodingKey {
        case interfaces, nameServers, systemConnectivity, reason, paths, startedAt, duration, confirmedAt, beganAt
    }

    /// Reads the record from the JSON of an ``Assessment``; ignores the members that hold conclusions.
    ///
    /// The result equals the original record, except for values of cookies and credentials, which are never written,
    /// and for durations of more than 15 significant digits, such as attoseconds within hours.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let interfaces = try container.decode([NetworkInterface].self, forKey: .interfaces)
        self.init(
            snapshot: InterfaceSnapshot(
                interfaces,
                nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? [],
                systemConnectivity: try container.decodeIfPresent(
                    InterfaceSnapshot.SystemConnectivity.self,
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
        case path, reason, endpoints, portalAPI, history, course
    }

    /// Reads the record from the JSON of a ``PathAssessment``.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            path: try container.decode(NetworkPath.self, forKey: .path),
            isBeforeRound: try ReasonCode(in: container, .reason).code == Reason.notYetJudged.code,
            exchanges: try container.decode([ProbeExchange].self, forKey: .endpoints),
            portalAPI: try container.decodeIfPresent(ProbeExchange.self, forKey: .portalAPI),
            history: try container.decode(ProbeRound.History.self, forKey: .history),
            course: try container.decodeIfPresent(RoundCourse.self, forKey: .course)
        )
    }
}

private struct ReasonCode {
    private enum CodingKeys: CodingKey {
        case code
    }

    let code: String

    init<Key: CodingKey>(in container: KeyedDecodingContainer<Key>, _ key: Key) throws {
        code = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: key).decode(String.self, forKey: .code)
    }
}
