/// What is known about the Internet access at one moment, with all the evidence.
///
/// A value: it can be kept, compared, encoded as JSON, and made again from the recorded inputs.
public struct Assessment: Hashable, Sendable {
    /// How much of the Internet is reached.
    public var access: InternetAccess
    /// Why.
    public var reason: AccessReason
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
    /// Every path with its own answer and evidence, where each is judged (``PathScope/eachInterface``); otherwise empty.
    ///
    /// ``endpoints``, ``portalAPI`` and ``history`` are empty then. ``access`` is the one answer for the machine: what its
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
        reason: AccessReason,
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
    /// Access with its portal, and the interface judged, make the difference, and both of each path; timings and single
    /// answers do not.
    ///
    /// - Parameter other: The assessment known before.
    /// - Returns: Whether both conclude the same.
    public func concludesSame(as other: Assessment) -> Bool {
        access == other.access && interface?.index == other.interface?.index && interface?.name == other.interface?.name
            && paths.elementsEqual(other.paths) { $0.path == $1.path && $0.access == $1.access }
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
    /// The judgement on it.
    public var verdict: Verdict

    /// Creates a report.
    /// - Parameters:
    ///   - name: The name of the endpoint.
    ///   - owner: Who runs the endpoint.
    ///   - exchange: What was asked and what happened.
    ///   - verdict: The judgement on it.
    public init(name: String, owner: String, exchange: ProbeExchange, verdict: Verdict) {
        self.name = name
        self.owner = owner
        self.exchange = exchange
        self.verdict = verdict
    }
}

/// Why the access is what it is.
@nonexhaustive
public indirect enum AccessReason: Hashable, Sendable {
    /// No interface is usable.
    case noUsableInterface
    /// The interface asked for does not exist or is not usable.
    case interfaceNotUsable(name: String)
    /// The interface has an address, but no route leads to the Internet.
    case noDefaultRoute(interface: String)
    /// One path decides: its access, and why.
    case path(NetworkPath, access: String, AccessReason)
    /// The interfaces changed and no round has ended since.
    case notYetJudged
    /// Enough endpoints are genuine.
    case enoughGenuine(Int, of: Int, needed: Int)
    /// Too few endpoints are genuine.
    case tooFewGenuine(Int, of: Int, needed: Int)
    /// Enough owners are genuine.
    case enoughOwners(Int, of: Int, needed: Int)
    /// Too few owners are genuine.
    case tooFewOwners(Int, of: Int, needed: Int)
    /// Enough is genuine, but nothing of one part of the Internet; its first endpoint's reason.
    case broken(Part, endpoint: String, VerdictReason)
    /// Enough is genuine, but what one endpoint met speaks against it.
    case contradicted(endpoint: String, VerdictReason)
    /// The round shows another access, but not often enough in a row to replace the one that stands.
    case held(against: String, count: Int, needed: Int, AccessReason)
    /// An endpoint met a portal.
    case portal(endpoint: String, VerdictReason)
    /// An endpoint got somebody else's answer.
    case substituted(endpoint: String, VerdictReason)
    /// Nothing usable came from any endpoint; the first one's failure.
    case nothingUsable(endpoint: String, VerdictReason)
    /// There is no endpoint to ask.
    case noEndpoint
    /// A reason in words, of a policy outside this package.
    case stated(String)

    /// A part of the Internet that can be missing while the rest is there.
    public enum Part: String, Hashable, Sendable, Codable, CaseIterable {
        /// Endpoints asked over plain HTTP.
        case http
        /// Endpoints asked over TLS.
        case https
        /// Endpoints asked over IPv4 alone.
        case ipv4
        /// Endpoints asked over IPv6 alone.
        case ipv6
    }
}

extension AccessReason: CustomStringConvertible {
    /// One clause for people, in which text from the network is printable and short.
    public var description: String {
        switch self {
        case .noUsableInterface: "no interface is up with carrier and an address"
        case .interfaceNotUsable(let name):
            "interface \(name.printable(limit: 40)) is not up with carrier and an address"
        case .noDefaultRoute(let name): "no default route leads through \(name.printable(limit: 40))"
        case .path(let path, let access, let reason): "\(path) is \(access): \(reason)"
        case .notYetJudged: "no check has ended since the network changed"
        case .enoughGenuine(let count, let total, let needed):
            "\(count) of \(total) endpoints genuine, \(needed) needed"
        case .tooFewGenuine(let count, let total, let needed):
            "only \(count) of \(total) endpoints genuine, \(needed) needed"
        case .enoughOwners(let count, let total, let needed): "\(count) of \(total) owners genuine, \(needed) needed"
        case .tooFewOwners(let count, let total, let needed):
            "only \(count) of \(total) owners genuine, \(needed) needed"
        case .broken(let part, let endpoint, let reason):
            "nothing over \(part.title) is genuine: \(endpoint.printable(limit: 80)): \(reason)"
        case .contradicted(let endpoint, let reason):
            "the rest is contradicted by \(endpoint.printable(limit: 80)): \(reason)"
        case .held(let access, let count, let needed, let reason):
            "waiting for \(needed) rounds in a row, \(count) so far \(count == 1 ? "is" : "are") \(access) (\(reason))"
        case .portal(let endpoint, let reason), .substituted(let endpoint, let reason),
            .nothingUsable(let endpoint, let reason):
            "\(endpoint.printable(limit: 80)): \(reason)"
        case .noEndpoint: "there is no endpoint to ask"
        case .stated(let text): text.printable(limit: 200)
        }
    }
}

extension AccessReason.Part {
    /// The name as people write it.
    fileprivate var title: String {
        switch self {
        case .http, .https: rawValue
        case .ipv4: AddressFamily.ipv4.title
        case .ipv6: AddressFamily.ipv6.title
        }
    }
}
