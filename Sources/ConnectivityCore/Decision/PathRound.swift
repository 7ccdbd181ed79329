/// A round on one path: what is asked, and what came of it so far.
struct PathRound: Sendable {
    let path: ScopedPath
    /// The requests to the endpoints that the path can reach, in order, and the one to the portal's API behind them.
    let requests: [ProbeRequest]
    private let rules: DecisionRules
    /// What is asked, in the order of the requests.
    private let questions: [RoundQuestion]
    private let history: RoundHistory
    /// One element a request; `nil` while it is pending.
    private var reports: [EndpointReport?]

    init(_ path: ScopedPath, by rules: DecisionRules, knowing history: RoundHistory, limits: ProbeLimits) {
        var questions = rules.endpoints.filter { $0.serves(path.family) && path.offers($0.family) }
            .map(RoundQuestion.endpoint)
        if case .api(let url) = path.interface.captivePortal { questions.append(.portalAPI(url)) }
        if !path.hasWayOut { questions = [] }
        self.path = path
        self.rules = rules
        self.history = history
        self.questions = questions
        requests = questions.map { $0.request(over: path, limits: limits) }
        reports = [EndpointReport?](repeating: nil, count: questions.count)
    }

    /// The round of a record, where what the record lacks is pending.
    ///
    /// Whom each request asked, and over what, is taken from the rules and not from the record.
    init(_ path: ScopedPath, by rules: DecisionRules, from record: AssessmentRecord.Path) {
        self.init(path, by: rules, knowing: record.history, limits: ProbeLimits())
        let exchanges = record.exchanges.map(Optional.some)
        let places = zip(reports.indices.prefix(endpointCount), exchanges)
        for (index, exchange) in Array(places) + (hasAPI ? [(endpointCount, record.portalAPI)] : []) {
            guard var exchange else { continue }
            var request = requests[index]
            if let headers = exchange.request.http?.headers { request.http?.headers = headers }
            request.limits = exchange.request.limits
            request.path.nameServers = exchange.request.path.nameServers
            exchange.request = request
            take(exchange, at: index)
        }
    }

    /// Takes the end of a probe; what is there already stays.
    /// - Returns: Whether it was pending.
    @discardableResult
    mutating func take(_ exchange: ProbeExchange, at index: Int) -> Bool {
        guard reports[index] == nil else { return false }
        reports[index] = questions[index].report(on: exchange, by: rules.judge)
        return true
    }

    /// The report on a request that has ended.
    func report(at index: Int) -> EndpointReport? { reports[index] }

    var isComplete: Bool { reports.allSatisfy { $0 != nil } }

    /// The round with a failure in place of every answer that is not there.
    func completed(with failure: ProbeFailure, after time: Duration) -> PathRound {
        var round = self
        for (index, request) in requests.enumerated() {
            let timings = ProbeTimings(total: time)
            round.take(ProbeExchange(request: request, outcome: .failure(failure), timings: timings), at: index)
        }
        return round
    }

    /// The judgement, or `nil` while what is pending can still change it.
    var judgement: Judgement? {
        guard path.hasWayOut else { return .withoutRound(path) }
        guard !hasAPI || portalAPI != nil,
            let judged = rules.policy.judge(Round(Array(reports.prefix(endpointCount)), history: history))
        else { return nil }
        return judged.heeding(portalAPI)
    }

    /// What a round that is complete comes to.
    struct Conclusion {
        var assessment: PathAssessment
        /// What the round shows by itself, where the rounds before count too.
        var measured: InternetAccess
        /// What is known of the path with this round.
        var history: RoundHistory
        /// How long the network says that its session lasts, where it said so in this round.
        var sessionRemaining: Duration?
    }

    var conclusion: Conclusion {
        let judgement =
            judgement ?? Judgement(.determining, because: .noJudgement)
        let answer = portalAPI?.answerOfAPI
        var after = history
        after.append(judgement)
        after.portalAPI = answer ?? history.portalAPI
        return Conclusion(
            assessment: PathAssessment(
                path: path.path,
                access: judgement.access,
                reason: judgement.reason,
                endpoints: reports.prefix(endpointCount).compactMap(\.self),
                portalAPI: portalAPI,
                history: history
            ),
            measured: judgement.measured,
            history: after,
            sessionRemaining: answer?.secondsRemaining.map { .seconds($0) }
        )
    }

    private var hasAPI: Bool { if case .portalAPI? = questions.last { true } else { false } }
    private var endpointCount: Int { hasAPI ? questions.count - 1 : questions.count }
    private var portalAPI: EndpointReport? { hasAPI ? reports.last ?? nil : nil }
}

extension Endpoint {
    /// Whether it can be asked over an address family; over both together always.
    fileprivate func serves(_ family: AddressFamily?) -> Bool {
        guard let family else { return true }
        return (self.family ?? family) == family && (url?.address?.family ?? family) == family
    }
}

/// A question of a round, by what it is for.
private enum RoundQuestion: Sendable {
    /// It shows whether the Internet is there, as the policy counts.
    case endpoint(Endpoint)
    /// It asks the captive portal API that the network names (RFC 8908), which the policy does not count.
    case portalAPI(HTTPURL)

    func request(over path: ScopedPath, limits: ProbeLimits) -> ProbeRequest {
        let interface = path.isBound ? path.interface.name : nil
        var request: ProbeRequest
        switch self {
        case .endpoint(let endpoint):
            request = endpoint.request(interface: interface, limits: limits)
        case .portalAPI(let url):
            request = Endpoint(url).request(interface: interface, limits: limits)
            request.http?.headers.fields.append(.init(name: "Accept", value: "application/captive+json"))
            request.limits.bodyByteCountMax = min(request.limits.bodyByteCountMax, CaptivePortalAPI.byteCountMax)
        }
        request.path.family = path.family ?? request.path.family
        if path.isBound { request.path.nameServers = path.interface.nameServers }
        return request
    }

    func report(on exchange: ProbeExchange, by judge: ExchangeJudge) -> EndpointReport {
        switch self {
        case .endpoint(let endpoint):
            EndpointReport(
                name: endpoint.name,
                owner: endpoint.owner,
                exchange: exchange,
                verdict: judge.verdict(on: exchange, expecting: endpoint.expectation)
            )
        case .portalAPI:
            EndpointReport(
                name: "captive-portal-api",
                owner: "the network",
                exchange: exchange,
                verdict: PortalAPIExpectation.verdict(on: exchange)
            )
        }
    }
}

extension Judgement {
    /// The judgement on a path before its first round, or where none is possible.
    static func withoutRound(_ path: ScopedPath) -> Judgement {
        path.hasWayOut
            ? Judgement(.determining, because: .notYetJudged)
            : Judgement(.unreachable, because: .noDefaultRoute(interface: path.interface.name))
    }
}
