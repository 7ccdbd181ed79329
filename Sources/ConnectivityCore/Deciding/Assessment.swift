/// What is known about the Internet access at one moment, with all the evidence.
///
/// A value: it can be kept, compared, encoded as JSON, and made again from the recorded inputs.
public struct Assessment: Hashable, Sendable {
    /// How much of the Internet is reached.
    public var access: InternetAccess
    /// Why.
    public var reason: Reason
    /// The interface that the answer is for; `nil` where none is usable.
    public var interface: Interface?
    /// Every interface at the time.
    public var snapshot: InterfaceSnapshot
    /// Every exchange of the round and the verdict on it, in the order of the endpoints; empty before a round, and where
    /// ``paths`` has them.
    public var endpoints: [EndpointReport]
    /// What became of asking the captive portal API that the network names (RFC 8908); `nil` where it names none.
    ///
    /// The last good answer, where this one is none, is in ``history``.
    public var portalAPI: EndpointReport?
    /// What the policy knew of the rounds before, on the same path.
    public var history: RoundHistory
    /// How the round went, in which order its answers came above all; `nil` before a round, and if it is not known.
    public var course: RoundCourse?
    /// Whether the policy has said its last word on the round of each path; if not, late answers may still change the access.
    ///
    /// An assessment that is not final is never online.
    public var isFinal = true
    /// Every path with its own answer and evidence, where each is judged (``PathScope/eachInterface``); otherwise empty.
    ///
    /// ``endpoints``, ``portalAPI``, ``history`` and ``course`` are empty then. ``access`` is the one answer for the machine: what its
    /// own packets meet. Over each address family that is the path which the system sends them through, and where that is
    /// not known, those of the interface that it prefers. A portal on any of these is a portal; if all are online it is
    /// online; if some are, partial; otherwise it is the best there is. Other paths do not change it.
    public var paths: [PathAssessment]
    /// When the round, or the change that made one unnecessary, began.
    public var startedAt: Timestamp
    /// From ``startedAt`` to the decision.
    public var duration: Duration
    /// When the last round ended that came to the same; `nil` if none has since the decision.
    public var confirmedAt: Timestamp?

    /// When the decision was made.
    public var endedAt: Timestamp { Timestamp(sinceEpoch: startedAt.sinceEpoch + duration) }

    /// Creates an assessment.
    /// - Parameters:
    ///   - access: How much of the Internet is reached.
    ///   - reason: Why.
    ///   - interface: The interface that was judged.
    ///   - snapshot: Every interface at the time.
    ///   - endpoints: Every exchange of the round and the verdict on it.
    ///   - portalAPI: What became of asking the captive portal API.
    ///   - history: What the policy knew of the rounds before.
    ///   - paths: Every path, where each is judged.
    ///   - startedAt: When it began.
    ///   - duration: From the beginning to the decision.
    ///   - confirmedAt: When the last round ended that came to the same.
    public init(
        access: InternetAccess,
        reason: Reason,
        interface: Interface? = nil,
        snapshot: InterfaceSnapshot = InterfaceSnapshot(),
        endpoints: [EndpointReport] = [],
        portalAPI: EndpointReport? = nil,
        history: RoundHistory = RoundHistory(),
        paths: [PathAssessment] = [],
        startedAt: Timestamp,
        duration: Duration = .zero,
        confirmedAt: Timestamp? = nil
    ) {
        self.access = access
        self.reason = reason
        self.interface = interface
        self.snapshot = snapshot
        self.endpoints = endpoints
        self.portalAPI = portalAPI
        self.history = history
        self.paths = paths
        self.startedAt = startedAt
        self.duration = duration
        self.confirmedAt = confirmedAt
    }

    /// Whether a listener that knows the other assessment learns nothing from this one.
    ///
    /// Access with its portal, whether it is final, and the interface judged, make the difference, and all of them of each path;
    /// timings and single answers do not. As long as nothing is determined, the code of the reason makes a difference too.
    ///
    /// - Parameter other: The assessment known before.
    /// - Returns: Whether both conclude the same.
    public func concludesSame(as other: Assessment) -> Bool {
        access == other.access && isFinal == other.isFinal
            && (access != .determining || reason.code == other.reason.code)
            && interface?.index == other.interface?.index && interface?.name == other.interface?.name
            && paths.elementsEqual(other.paths) {
                $0.path == $1.path && $0.access == $1.access && $0.isFinal == $1.isFinal
            }
    }
}

/// One endpoint's part of a round.
public struct EndpointReport: Hashable, Sendable {
    /// The name of the endpoint.
    public var name: String
    /// Who runs the endpoint.
    public var owner: String
    /// What was asked and what happened.
    public var exchange: ProbeExchange
    /// The verdict on it.
    public var verdict: Verdict

    /// Creates a report.
    /// - Parameters:
    ///   - name: The name of the endpoint.
    ///   - owner: Who runs the endpoint.
    ///   - exchange: What was asked and what happened.
    ///   - verdict: The verdict on it.
    public init(name: String, owner: String, exchange: ProbeExchange, verdict: Verdict) {
        self.name = name
        self.owner = owner
        self.exchange = exchange
        self.verdict = verdict
    }
}
