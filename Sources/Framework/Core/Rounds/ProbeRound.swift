/// A round with the answers so far: everything that a policy may look at.
public struct ProbeRound: Sendable {
    /// The maximum number of phases per round.
    public static let phaseCountMax = 3

    /// One element per endpoint, in the order of the endpoints and of the phases; `nil` while its probe is pending.
    public private(set) var reports: [EndpointReport?]
    /// The report of each endpoint if no answer comes, in the same order.
    ///
    /// While a probe is pending, this report names the endpoint, its owner and the request.
    public private(set) var unanswered: [EndpointReport]
    /// The number of endpoints without a report.
    public private(set) var pendingCount: Int
    /// The results of earlier rounds on the same path.
    public var history: RoundHistory
    /// What is known of the round in addition to its answers.
    public var context: RoundContext
    package var qualityRules = QualityRules()
    /// What the answers so far show of the quality of the path.
    public var quality: PathQuality { qualityRules.quality(of: finished) }
    /// The time from the beginning of the round to the last answer or end of a wait.
    public private(set) var elapsed: Duration = .zero
    /// The number of phases that have begun; the regular endpoints of a round are the first phase.
    public private(set) var phaseCount = 1
    /// The endpoints that a policy may ask in addition, by index; empty unless the pipeline has a pool.
    public let pool: [Endpoint]
    /// The indices in the pool of the endpoints that the path supports and this round has not asked yet.
    ///
    /// An endpoint that was asked over one address family stays available, to ask it over the other.
    public private(set) var available: [Int]

    /// The reports that have arrived, in the order of the endpoints.
    public var finished: [EndpointReport] {
        var finished: [EndpointReport] = []
        finished.reserveCapacity(reports.count - pendingCount)
        for index in reports.indices { if let report = reports[index] { finished.append(report) } }
        return finished
    }
    /// The time left in which another phase may begin; zero if none may.
    public var timeLeft: Duration {
        phaseCount < Self.phaseCountMax && !available.isEmpty ? max(.zero, context.budget - elapsed) : .zero
    }
    /// The round in which every pending endpoint has its report of ``unanswered``.
    public var treatingPendingAsTimedOut: ProbeRound {
        var round = self
        for index in reports.indices where reports[index] == nil {
            round.put(unanswered[index], at: index, after: elapsed)
        }
        return round
    }

    /// Creates a round.
    /// - Parameters:
    ///   - reports: One element per endpoint; `nil` while its probe is pending.
    ///   - unanswered: The report of each endpoint if no answer comes; by default a failure of the same endpoint.
    ///   - history: The results of earlier rounds.
    ///   - context: What is known of the round in addition to its answers.
    ///   - pool: The endpoints that a policy may ask in addition.
    public init(
        _ reports: [EndpointReport?],
        unanswered: [EndpointReport]? = nil,
        history: RoundHistory = RoundHistory(),
        context: RoundContext = RoundContext(),
        pool: [Endpoint] = []
    ) {
        let silent = unanswered ?? reports.enumerated().map { EndpointReport(unanswered: $1, at: $0) }
        precondition(silent.count == reports.count, "each endpoint has a report if no answer comes")
        self.init(reports, unanswered: silent, history: history, context: context, pool: pool, available: pool.indices)
    }

    package init(
        _ reports: [EndpointReport?],
        unanswered: [EndpointReport],
        history: RoundHistory,
        context: RoundContext,
        pool: [Endpoint],
        available: some Sequence<Int>
    ) {
        self.reports = reports
        self.unanswered = unanswered
        self.history = history
        self.context = context
        self.pool = pool
        self.available = Array(available)
        pendingCount = 0
        for index in reports.indices where reports[index] == nil { pendingCount += 1 }
    }

    /// Returns the number of endpoints with a finding.
    /// - Parameter finding: The finding to count.
    /// - Returns: The number; pending endpoints do not count.
    public func count(of finding: Verdict.Finding) -> Int {
        var count = 0
        for index in reports.indices where reports[index]?.verdict.finding == finding { count += 1 }
        return count
    }

    /// Returns the first endpoint with a finding.
    /// - Parameter finding: The finding to look for.
    /// - Returns: The report, or `nil` if no endpoint has the finding.
    public func first(_ finding: Verdict.Finding) -> EndpointReport? {
        reports.indices.first { reports[$0]?.verdict.finding == finding }.flatMap { reports[$0] }
    }

    /// Whether an endpoint has no report.
    package func isPending(_ index: Int) -> Bool {
        // A comparison would copy the report.
        if case .none = reports[index] { true } else { false }
    }

    /// Adds a report.
    package mutating func put(_ report: EndpointReport, at index: Int, after elapsed: Duration) {
        if isPending(index) { pendingCount -= 1 }
        reports[index] = report
        self.elapsed = elapsed
    }

    /// Records the end of a wait.
    package mutating func waitEnded(after elapsed: Duration) { self.elapsed = elapsed }

    /// Begins another phase with members of the pool by their indices, each with the report for the case that no answer
    /// comes.
    package mutating func begin(_ members: [Int], unanswered new: [EndpointReport]) {
        phaseCount += 1
        pendingCount += new.count
        unanswered += new
        for _ in new { reports.append(nil) }
        available.removeAll(where: Set(members).contains)
    }

    /// Removes all reports and sets the elapsed time to zero; the endpoints stay.
    mutating func removeAllReports() {
        for index in reports.indices { reports[index] = nil }
        pendingCount = reports.count
        elapsed = .zero
    }
}

/// What a policy knows of a round in addition to its answers and the earlier rounds.
public struct RoundContext: Hashable, Sendable {
    /// The path of the round.
    public var path: NetworkPath
    /// The kind of the path's interface; `nil` if it is not known.
    public var kind: NetworkInterface.Kind?
    /// Whether traffic over the path costs money or is limited; `nil` if it is not known.
    public var isMetered: Bool?
    /// The result of a connectivity check by a service of the system; `nil` without such a service.
    public var systemConnectivity: SystemConnectivity?
    /// How long a round with enough answers waits for the missing ones; set by the schedule.
    public var patience: Duration
    /// The time from the beginning of the round in which further phases may begin; each probe has its own limit.
    public var budget: Duration
    /// The seed for random draws, such as from the pool; zero in a pipeline without a pool.
    public var seed: UInt32
    package var deferred: [DeferredEndpoint] = []
    /// The number of the round on the path, if it only confirms what several rounds without any failure have shown.
    ///
    /// A policy may then ask fewer owners, different ones each time. In all other rounds it is `nil`.
    public package(set) var turn: Int?

    /// How long a round with enough answers waits for the missing ones, unless a schedule says otherwise.
    public static let standardPatience = Duration.seconds(1)

    /// Creates a context.
    public init(
        path: NetworkPath = NetworkPath(interface: ""),
        kind: NetworkInterface.Kind? = nil,
        isMetered: Bool? = nil,
        systemConnectivity: SystemConnectivity? = nil,
        patience: Duration = Self.standardPatience,
        budget: Duration = ProbeLimits().total,
        seed: UInt32 = 0
    ) {
        self.path = path
        self.kind = kind
        self.isMetered = isMetered
        self.systemConnectivity = systemConnectivity
        self.patience = patience
        self.budget = budget
        self.seed = seed
    }
}

/// The course of a round: together with the reports, all inputs of the policy, so that every word can be replayed.
public struct RoundCourse: Hashable, Sendable {
    /// An answer, or the end of a wait after which the policy decided.
    package struct Arrival: Hashable, Sendable {
        /// The index of the answer among the reports; `nil` for the end of a wait.
        package var endpoint: Int?
        /// The time since the round began.
        package var after: Duration

        package init(_ endpoint: Int?, after: Duration) {
            self.endpoint = endpoint
            self.after = after
        }
    }

    package var context: RoundContext
    package var arrivals: [Arrival]

    package init(_ context: RoundContext, arrivals: [Arrival]) {
        self.context = context
        self.arrivals = arrivals
    }
}

extension EndpointReport {
    /// Creates the report for the case that no answer comes; without a report, for an unknown endpoint.
    fileprivate init(unanswered report: EndpointReport?, at index: Int) {
        let failure = ProbeFailure(.timedOut(.response))
        let request = report?.exchange.request ?? ProbeRequest("http://pending.invalid/")
        self.init(
            name: report?.name ?? "\(index)",
            owner: report?.owner ?? "\(index)",
            exchange: ProbeExchange(request: request, outcome: .failure(failure)),
            verdict: Verdict(.failed, because: .noAnswer(failure))
        )
    }
}
