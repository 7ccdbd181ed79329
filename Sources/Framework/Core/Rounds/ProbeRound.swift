/// A round with its answers so far: all inputs of a policy.
public struct ProbeRound: Sendable {
    /// The maximum number of phases per round.
    package static let phaseCountMax = 3

    /// One element per endpoint, in the order of the endpoints and of the phases; `nil` while its probe is pending.
    public private(set) var reports: [EndpointReport?]
    /// The report of each endpoint without an answer, in the same order.
    ///
    /// While a probe is pending, this report has the name of the endpoint, its owner and the request.
    public private(set) var unanswered: [EndpointReport]
    /// The number of endpoints without a report.
    public private(set) var pendingCount: Int
    /// The results of earlier rounds on the same path.
    package var history: ProbeRound.History
    /// The facts about the round in addition to its answers.
    public var context: ProbeRound.Context
    package var qualityRules = PathQuality.Rules()
    /// The quality of the path, by the answers so far.
    public var quality: PathQuality { qualityRules.quality(of: finished) }
    /// The time from the beginning of the round to the last answer or end of a wait.
    public private(set) var elapsed: Duration = .zero
    /// The number of phases that have begun; the regular endpoints of a round are the first phase.
    package private(set) var phaseCount = 1
    /// The endpoints that a policy may ask in addition, by index; empty unless the pipeline has a pool.
    public let pool: [Endpoint]
    /// The indices in the pool of the endpoints that the path supports and this round has not asked yet.
    ///
    /// An endpoint that was asked over one address family stays available for the other.
    public private(set) var available: [Int]

    /// The reports that have arrived, in the order of the endpoints.
    public var finished: [EndpointReport] {
        var finished: [EndpointReport] = []
        finished.reserveCapacity(reports.count - pendingCount)
        for index in reports.indices { if let report = reports[index] { finished.append(report) } }
        return finished
    }
    /// The time left to begin another phase; zero if none may begin.
    public var timeLeft: Duration {
        phaseCount < Self.phaseCountMax && !available.isEmpty ? max(.zero, context.budget - elapsed) : .zero
    }
    /// The round in which every pending endpoint has its report of ``unanswered``.
    package var treatingPendingAsTimedOut: ProbeRound {
        var round = self
        for index in reports.indices where reports[index] == nil {
            round.record(unanswered[index], at: index, after: elapsed)
        }
        return round
    }

    /// Creates a round; by default an endpoint without an answer has the report of a failure.
    public init(
        _ reports: [EndpointReport?],
        unanswered: [EndpointReport]? = nil,
        history: ProbeRound.History = ProbeRound.History(),
        context: ProbeRound.Context = ProbeRound.Context(),
        pool: [Endpoint] = []
    ) {
        let silent = unanswered ?? reports.enumerated().map { EndpointReport(unanswered: $1, at: $0) }
        precondition(silent.count == reports.count, "each endpoint has a report if no answer comes")
        self.init(reports, unanswered: silent, history: history, context: context, pool: pool, available: pool.indices)
    }

    package init(
        _ reports: [EndpointReport?],
        unanswered: [EndpointReport],
        history: ProbeRound.History,
        context: ProbeRound.Context,
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

    /// Returns the number of endpoints with a finding; pending endpoints do not count.
    public func count(of finding: Verdict.Finding) -> Int {
        var count = 0
        for index in reports.indices where reports[index]?.verdict.finding == finding { count += 1 }
        return count
    }

    /// Returns the report of the first endpoint with a finding; `nil` without one.
    public func first(_ finding: Verdict.Finding) -> EndpointReport? {
        reports.indices.first { reports[$0]?.verdict.finding == finding }.flatMap { reports[$0] }
    }

    package func isPending(_ index: Int) -> Bool {
        // A comparison would copy the report.
        if case .none = reports[index] { true } else { false }
    }

    package mutating func record(_ report: EndpointReport, at index: Int, after elapsed: Duration) {
        if isPending(index) { pendingCount -= 1 }
        reports[index] = report
        self.elapsed = elapsed
    }

    package mutating func waitEnded(after elapsed: Duration) { self.elapsed = elapsed }

    /// Begins another phase with members of the pool by their indices, each with its report for the case of no answer.
    package mutating func begin(_ members: [Int], unanswered new: [EndpointReport]) {
        phaseCount += 1
        pendingCount += new.count
        unanswered += new
        for _ in new { reports.append(nil) }
        available.removeAll(where: Set(members).contains)
    }

    mutating func removeAllReports() {
        for index in reports.indices { reports[index] = nil }
        pendingCount = reports.count
        elapsed = .zero
    }
}

extension ProbeRound {
    /// The facts about a round that a policy receives in addition to its answers and the earlier rounds.
    public struct Context: Hashable, Sendable {
        /// The path of the round.
        public var path: NetworkPath
        /// The kind of the path's interface; `nil` if not known.
        public var kind: NetworkInterface.Kind?
        /// Whether traffic over the path costs money or is limited; `nil` if not known.
        public var isMetered: Bool?
        /// The result of a system service's connectivity check; `nil` without such a service.
        public var systemConnectivity: InterfaceSnapshot.SystemConnectivity?
        /// The time for which a round with enough answers waits for the missing ones; set by the schedule.
        public var patience: Duration
        /// The time from the beginning of the round in which further phases may begin; each probe has its own limit.
        package var budget: Duration
        /// The seed for random draws, such as from the pool; zero in a pipeline without a pool.
        public var seed: UInt32
        package var deferred: [DeferredEndpoint] = []
        /// The number of the round on the path, if it only confirms several rounds without any failure; otherwise `nil`.
        ///
        /// A policy may then ask fewer owners, different ones each time.
        package var turn: Int?
        /// Whether connections may take one of several routes; see ``InterfaceSnapshot/isMultipath``.
        package var isMultipath = false

        /// The default time for which a round with enough answers waits for the missing ones.
        public static let standardPatience = Duration.seconds(1)

        /// Creates a context.
        public init(
            path: NetworkPath = NetworkPath(interface: ""),
            kind: NetworkInterface.Kind? = nil,
            isMetered: Bool? = nil,
            systemConnectivity: InterfaceSnapshot.SystemConnectivity? = nil,
            patience: Duration = Self.standardPatience,
            budget: Duration = ProbeRequest.Limits().total,
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
}

/// The course of a round: together with the reports, all inputs of the policy, for an exact replay.
package struct RoundCourse: Hashable, Sendable {
    /// An answer, or the end of a wait after which the policy decided.
    package struct Arrival: Hashable, Sendable {
        /// The index of the answer among the reports; `nil` for the end of a wait.
        package var endpoint: Int?
        package var after: Duration

        package init(_ endpoint: Int?, after: Duration) {
            self.endpoint = endpoint
            self.after = after
        }
    }

    package var context: ProbeRound.Context
    package var arrivals: [Arrival]

    package init(_ context: ProbeRound.Context, arrivals: [Arrival]) {
        self.context = context
        self.arrivals = arrivals
    }
}

extension EndpointReport {
    /// Creates the report for the case of no answer; without a report, for an unknown endpoint.
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
