/// What is known about the Internet access over one path, with all the evidence.
public struct PathAssessment: Hashable, Sendable {
    /// The path.
    public var path: NetworkPath
    /// How much of the Internet is reached over it.
    public var access: InternetAccess
    /// Why.
    public var reason: Reason
    /// Every exchange of the path's newest round and the verdict on it, in the order of the endpoints.
    ///
    /// Those that serve another address family alone are not asked. Empty before a round.
    public var endpoints: [EndpointReport]
    /// What became of asking the captive portal API that the network names (RFC 8908); `nil` where it names none.
    public var portalAPI: EndpointReport?
    /// What the policy knew of the rounds before.
    public var history: RoundHistory
    /// How the round went, in which order its answers came above all; `nil` before a round, and if it is not known.
    public var course: RoundCourse?
    /// Whether the policy has said its last word on the round; if not, late answers may still change the access.
    public var isFinal = true

    /// Creates an assessment of a path.
    /// - Parameters:
    ///   - path: The path.
    ///   - access: How much of the Internet is reached over it.
    ///   - reason: Why.
    ///   - endpoints: Every exchange of the round and the verdict on it.
    ///   - portalAPI: What became of asking the captive portal API.
    ///   - history: What the policy knew of the rounds before.
    public init(
        path: NetworkPath,
        access: InternetAccess,
        reason: Reason,
        endpoints: [EndpointReport] = [],
        portalAPI: EndpointReport? = nil,
        history: RoundHistory = RoundHistory()
    ) {
        self.path = path
        self.access = access
        self.reason = reason
        self.endpoints = endpoints
        self.portalAPI = portalAPI
        self.history = history
    }

    /// What happened on the path before the assessment.
    public var record: AssessmentRecord.Path {
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
