/// What a decision rests on beside what happened: whom to ask, how answers are judged, which path counts.
///
/// ``ConnectivityMachine`` decides by these rules while answers come in, and ``decide(_:)`` decides by the same ones from
/// a record, so that both agree in everything.
public struct DecisionRules: Sendable {
    /// What is asked in each round.
    public let endpoints: [Endpoint]
    /// Comes to the verdict on each answer.
    public let judge: ExchangeJudge
    /// Turns the verdicts of a round into an answer.
    public let policy: any ThresholdPolicy
    /// Which path is judged.
    public let scope: PathScope

    /// Creates rules.
    /// - Parameters:
    ///   - endpoints: What is asked in each round.
    ///   - validators: What is asked before each endpoint's own expectation, in order.
    ///   - policy: Turns the verdicts of a round into an answer.
    ///   - scope: Which path is judged.
    public init(
        endpoints: [Endpoint],
        validators: [any ResponseValidator],
        policy: any ThresholdPolicy,
        scope: PathScope = .defaultRoute
    ) {
        self.endpoints = endpoints
        self.judge = ExchangeJudge(validators)
        self.policy = policy
        self.scope = scope
    }

    /// Makes the assessment of a record.
    ///
    /// Given the record of an assessment that these rules made, it is that assessment. Whom each request asked, and over
    /// what, is taken from the rules and not from the record; so is the number of endpoints, those without an exchange
    /// counting as pending.
    ///
    /// - Parameter record: What happened.
    /// - Returns: What the machine concluded from it.
    public func decide(_ record: AssessmentRecord) -> Assessment {
        let isBeforeRound = record.isBeforeRound && record.exchanges.isEmpty
        if isBeforeRound || scope.interface(in: record.snapshot) == nil {
            // Without any interface in the record, not even the interfaces were known yet.
            let isBeforeSnapshot = isBeforeRound && record.snapshot.interfaces.isEmpty
            let judgement = isBeforeSnapshot ? .notYetJudged : judgementWithoutRound(in: record.snapshot)
            return assessment(judgement, Round([]), record)
        }
        var reports = [EndpointReport?](repeating: nil, count: endpoints.count)
        for (index, exchange) in zip(endpoints.indices, record.exchanges) {
            var exchange = exchange
            let (headers, limits) = (exchange.request.headers, exchange.request.limits)
            exchange.request = endpoints[index].request(interface: scope.boundInterface)
            (exchange.request.headers, exchange.request.limits) = (headers, limits)
            reports[index] = report(on: index, exchange)
        }
        let round = Round(reports, history: record.history)
        return assessment(judgement(on: round), round, record)
    }

    private func assessment(
        _ judgement: Judgement,
        _ round: Round,
        _ record: AssessmentRecord
    ) -> Assessment {
        assessment(judgement, round, record.snapshot, startedAt: record.startedAt, duration: record.duration)
    }

    // MARK: The steps, for the machine

    func requests(limits: ProbeLimits) -> [ProbeRequest] {
        endpoints.map { $0.request(interface: scope.boundInterface, limits: limits) }
    }

    func report(on index: Int, _ exchange: ProbeExchange) -> EndpointReport {
        let endpoint = endpoints[index]
        let verdict = judge.verdict(on: exchange, expecting: endpoint.expectation)
        return EndpointReport(name: endpoint.name, owner: endpoint.owner, exchange: exchange, verdict: verdict)
    }

    /// The judgement on a round that is complete.
    func judgement(on round: Round) -> Judgement {
        policy.judge(round)
            ?? Judgement(.determining, because: .stated("the policy has no judgement on a complete round"))
    }

    /// The judgement before a round, or where none is possible.
    func judgementWithoutRound(in snapshot: InterfaceSnapshot) -> Judgement {
        guard scope.interface(in: snapshot) == nil else { return .notYetJudged }
        let reason = scope.boundInterface.map(AccessReason.interfaceNotUsable) ?? .noUsableInterface
        return Judgement(.disconnected, because: reason)
    }

    func assessment(
        _ judgement: Judgement,
        _ round: Round,
        _ snapshot: InterfaceSnapshot,
        startedAt: Timestamp,
        duration: Duration
    ) -> Assessment {
        Assessment(
            access: judgement.access,
            reason: judgement.reason,
            interface: scope.interface(in: snapshot),
            snapshot: snapshot,
            endpoints: round.finished,
            history: round.history,
            startedAt: startedAt,
            duration: duration
        )
    }
}

extension Judgement {
    fileprivate static let notYetJudged = Judgement(.determining, because: .notYetJudged)
}
