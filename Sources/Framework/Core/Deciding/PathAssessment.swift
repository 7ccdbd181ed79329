/// The Internet access over one path, with all the evidence.
public struct PathAssessment: Hashable, Sendable {
    /// The path.
    public var path: NetworkPath
    /// The access over the path.
    public var access: InternetAccess
    /// The reason for the access.
    public var reason: Reason
    /// All exchanges of the path's newest round and the verdicts on them, in the order of the endpoints.
    ///
    /// Endpoints that serve only another address family are not asked. Empty before a round.
    public var endpoints: [EndpointReport]
    /// The report on the captive portal API of the network (RFC 8908); `nil` if the network names none.
    public var portalAPI: EndpointReport?
    /// The history of earlier rounds, as the policy received it.
    package var history: ProbeRound.History
    /// The course of the round, mainly the order of its answers; `nil` before the first round, and if unknown.
    package var course: RoundCourse?
    /// The name of the network whose ``PipelineConfiguration/NetworkRule`` applied; `nil` if none did.
    public var network: String?
    /// Whether the decision is final; if not, late answers may still change the access.
    public var isFinal: Bool
    /// The quality of the path; unknown before the first round, and while the decision is not final.
    public var quality = PathQuality.notMeasured

    /// Creates an assessment of a path.
    public init(
        path: NetworkPath,
        access: InternetAccess,
        reason: Reason,
        endpoints: [EndpointReport] = [],
        portalAPI: EndpointReport? = nil,
        history: ProbeRound.History = ProbeRound.History(),
        isFinal: Bool = true
    ) {
        self.path = path
        self.access = access
        self.reason = reason
        self.endpoints = endpoints
        self.portalAPI = portalAPI
        self.history = history
        self.isFinal = isFinal
    }

    package var reports: [EndpointReport] { endpoints + [portalAPI].compactMap(\.self) }

    package var record: AssessmentRecord.Path {
        AssessmentRecord.Path(
            path: path,
            isBeforeRound: reason == .notYetJudged,
            exchanges: endpoints.map(\.exchange),
            portalAPI: portalAPI?.exchange,
            history: history,
            course: course
        )
    }
}

extension PathAssessment: CustomStringConvertible {
    /// The path, the access and the reason.
    public var description: String { "\(path): \(access)\(isFinal ? "" : " (preliminary)"): \(reason)" }
}
