/// A round as far as it has come: all that a policy may look at.
public struct Round: Sendable {
    /// The number of stages that one round has at most.
    public static let stageCountMax = 3

    /// One element an endpoint, in the order of the endpoints and of the stages; `nil` while its probe is pending.
    public private(set) var reports: [EndpointReport?]
    /// What each endpoint's report is if no answer comes, in the same order.
    ///
    /// It names the endpoint, its owner and the request while the probe is pending.
    public private(set) var unanswered: [EndpointReport]
    /// The number of endpoints without a report.
    public private(set) var pendingCount: Int
    /// What is known from the rounds before, on the same path.
    public var history: RoundHistory
    /// What is known of the round besides its answers.
    public var context: RoundContext
    /// The time since the round began, at the last answer or end of a wait.
    public private(set) var elapsed: Duration = .zero
    /// The number of stages that have begun; the endpoints of every round are the first.
    public private(set) var stageCount = 1
    /// Whom a policy may ask besides, by place; empty unless the pipeline has a pool.
    public let pool: [Endpoint]
    /// The places in the pool of those that can be asked over the path and have not been asked in this round.
    public private(set) var available: [Int]

    /// The reports that are there, in the order of the endpoints.
    public var finished: [EndpointReport] { reports.compactMap(\.self) }
    /// The time that the probes of another stage would have; zero if none may begin.
    public var timeLeft: Duration {
        stageCount < Self.stageCountMax && !available.isEmpty ? max(.zero, context.budget - elapsed) : .zero
    }
    /// The round as it would be complete if nothing more came.
    public var asIfNothingMoreCame: Round {
        var round = self
        for index in reports.indices where reports[index] == nil {
            round.put(unanswered[index], at: index, after: elapsed)
        }
        return round
    }

    /// Creates a round.
    /// - Parameters:
    ///   - reports: One element an endpoint; `nil` while its probe is pending.
    ///   - unanswered: What each endpoint's report is if no answer comes; by default a failure of the same endpoint.
    ///   - history: What is known from the rounds before.
    ///   - context: What is known of the round besides its answers.
    ///   - pool: Whom a policy may ask besides.
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

    init(
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

    /// The number of endpoints with a finding.
    /// - Parameter finding: The finding to count.
    /// - Returns: The number, pending endpoints not counted.
    public func count(of finding: Verdict.Finding) -> Int {
        var count = 0
        for index in reports.indices where reports[index]?.verdict.finding == finding { count += 1 }
        return count
    }

    /// The first endpoint with a finding.
    /// - Parameter finding: The finding to look for.
    /// - Returns: The report, or `nil` where no endpoint has the finding.
    public func first(_ finding: Verdict.Finding) -> EndpointReport? {
        reports.indices.first { reports[$0]?.verdict.finding == finding }.flatMap { reports[$0] }
    }

    /// Takes a report.
    package mutating func put(_ report: EndpointReport, at index: Int, after elapsed: Duration) {
        if reports[index] == nil { pendingCount -= 1 }
        reports[index] = report
        self.elapsed = elapsed
    }

    /// Notes the end of a wait.
    mutating func waitEnded(after elapsed: Duration) { self.elapsed = elapsed }

    /// Begins another stage.
    /// - Parameters:
    ///   - members: The places in the pool.
    ///   - new: What the report of each is if no answer comes.
    package mutating func begin(_ members: [Int], unanswered new: [EndpointReport]) {
        stageCount += 1
        pendingCount += new.count
        unanswered += new
        for _ in new { reports.append(nil) }
        available.removeAll(where: Set(members).contains)
    }

    /// Begins anew with the same endpoints.
    mutating func forgetReports() {
        for index in reports.indices { reports[index] = nil }
        pendingCount = reports.count
        elapsed = .zero
    }
}

/// What a policy knows of a round besides its answers and the rounds before.
public struct RoundContext: Hashable, Sendable {
    /// The path that the round is about.
    public var path: NetworkPath
    /// The kind of the path's interface; `nil` if it is not known.
    public var kind: Interface.Kind?
    /// Whether traffic over the path costs money or is limited; `nil` if it is not known.
    public var isMetered: Bool?
    /// What a service of the system found out by itself; `nil` if none says.
    public var systemConnectivity: SystemConnectivity?
    /// How long a round that has enough waits for the answers still missing, as the schedule says.
    public var patience: Duration
    /// From the beginning of the round to the end of its last probe; the stages share it.
    public var budget: Duration
    /// For draws, such as from the pool; zero in a pipeline without a pool.
    public var seed: UInt32

    /// Creates a context.
    /// - Parameters:
    ///   - path: The path.
    ///   - kind: The kind of its interface.
    ///   - isMetered: Whether traffic over it costs money or is limited.
    ///   - systemConnectivity: What a service of the system found out by itself.
    ///   - patience: How long a round that has enough waits for the rest.
    ///   - budget: From the beginning of the round to the end of its last probe.
    ///   - seed: For draws.
    public init(
        path: NetworkPath = NetworkPath(interface: ""),
        kind: Interface.Kind? = nil,
        isMetered: Bool? = nil,
        systemConnectivity: SystemConnectivity? = nil,
        patience: Duration = Schedule().patience,
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

/// How a round went: with its reports, all that its policy saw, so that every word is said again.
public struct RoundCourse: Hashable, Sendable {
    /// An answer, or the end of a wait after which the policy had something to say.
    public struct Arrival: Hashable, Sendable {
        /// The place of the answer among the reports; `nil` for the end of a wait.
        public var endpoint: Int?
        /// The time since the round began.
        public var after: Duration

        /// Creates an arrival.
        /// - Parameters:
        ///   - endpoint: The place of the answer among the reports; `nil` for the end of a wait.
        ///   - after: The time since the round began.
        public init(_ endpoint: Int?, after: Duration) {
            self.endpoint = endpoint
            self.after = after
        }
    }

    /// What was known besides the answers.
    public var context: RoundContext
    /// What happened, in order.
    public var arrivals: [Arrival]

    /// Creates a course.
    /// - Parameters:
    ///   - context: What was known besides the answers.
    ///   - arrivals: What happened, in order.
    public init(_ context: RoundContext, arrivals: [Arrival]) {
        self.context = context
        self.arrivals = arrivals
    }
}

extension EndpointReport {
    /// The report if no answer had come; of an endpoint that is not known if there is no report.
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
