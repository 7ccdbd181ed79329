/// What a decision rests on beside what happened: whom to ask, how answers are judged, which paths count.
///
/// ``ConnectivityMachine`` decides by these rules while answers come in, and ``decide(_:)`` decides by the same ones from
/// a record, so that both agree in everything.
public struct DecisionRules: Sendable {
    /// What is asked in each round.
    public let endpoints: [Endpoint]
    /// Whom the policy may ask besides in a round.
    public let pool: [Endpoint]
    /// Comes to the verdict on each answer.
    public let judge: ExchangeJudge
    /// Turns the verdicts of a round into an answer.
    public let policy: any ThresholdPolicy
    /// Which paths are judged.
    public let scope: PathScope

    /// The witnesses of the list and of what is expected of all.
    private let listed: [any Witness]
    /// Those of the endpoints that have some.
    private let expecting: [(question: Question, witnesses: [any Witness])]

    /// Creates rules.
    /// - Parameters:
    ///   - endpoints: What is asked in each round.
    ///   - pool: Whom the policy may ask besides in a round.
    ///   - validators: Which validators are asked about each answer, and when.
    ///   - expectation: What is expected of an endpoint that states nothing itself.
    ///   - policy: Turns the verdicts of a round into an answer.
    ///   - scope: Which paths are judged.
    public init(
        endpoints: [Endpoint],
        pool: [Endpoint] = [],
        validators: JudgingOrder,
        expecting expectation: (any ResponseValidator)? = nil,
        policy: any ThresholdPolicy,
        scope: PathScope = .defaultRoute
    ) {
        self.endpoints = endpoints
        self.pool = pool
        self.judge = ExchangeJudge(validators, expecting: expectation)
        self.policy = policy
        self.scope = scope
        listed = (validators.validators + [expectation].compactMap(\.self)).flatMap(\.witnesses)
        expecting = (endpoints + pool).compactMap { endpoint in
            guard let own = endpoint.expectation?.witnesses, !own.isEmpty else { return nil }
            return (endpoint.request().question, own)
        }
    }

    /// The witnesses that may be asked when an exchange is judged: those of the list, and of the endpoint that was asked.
    ///
    /// - Parameter request: What was asked.
    /// - Returns: The witnesses, each name once, in the order in which they are named.
    package func witnesses(for request: ProbeRequest) -> [any Witness] {
        let own = expecting.filter { $0.question == request.question }.flatMap(\.witnesses)
        var names: Set<String> = []
        return (listed + own).filter { names.insert($0.name).inserted }
    }

    /// The same rules with another order of judging.
    package func judging(by order: JudgingOrder) -> DecisionRules {
        DecisionRules(
            endpoints: endpoints,
            pool: pool,
            validators: order,
            expecting: judge.expectation,
            policy: policy,
            scope: scope
        )
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
        let paths = scope.paths(in: record.snapshot).map { path in
            let known = record.paths.first { scope != .eachInterface || $0.path == path.path }
            guard let known, !known.isBeforeRound || !known.exchanges.isEmpty else {
                return PathAssessment(before: path, knowing: known?.history ?? RoundHistory())
            }
            return PathRound(path, by: self, from: known).recorded
        }
        // Without any interface in the record, not even the interfaces were known yet.
        let isBeforeSnapshot = record.snapshot.interfaces.isEmpty && record.paths.contains(where: \.isBeforeRound)
        var assessment = assessment(
            paths,
            record.snapshot,
            startedAt: record.startedAt,
            duration: record.duration,
            isBeforeSnapshot: isBeforeSnapshot
        )
        assessment.confirmedAt = record.confirmedAt
        return assessment
    }

    /// Puts together what is known of the paths that are judged.
    func assessment(
        _ paths: [PathAssessment],
        _ snapshot: InterfaceSnapshot,
        startedAt: Timestamp,
        duration: Duration,
        isBeforeSnapshot: Bool = false
    ) -> Assessment {
        var assessment = Assessment(
            access: .disconnected,
            reason: scope.boundInterface.map(Reason.interfaceNotUsable) ?? .noUsableInterface,
            interface: scope.interface(in: snapshot),
            snapshot: snapshot,
            startedAt: startedAt,
            duration: duration
        )
        if isBeforeSnapshot {
            (assessment.access, assessment.reason) = (.determining, .notYetJudged)
        } else if scope == .eachInterface {
            assessment.paths = paths
            assessment.isFinal = paths.allSatisfy(\.isFinal)
            if let answer = paths.machineAnswer(in: snapshot) {
                (assessment.access, assessment.reason) = (answer.access, answer.reason)
            }
        } else if let path = paths.first {
            (assessment.access, assessment.reason) = (path.access, path.reason)
            (assessment.endpoints, assessment.portalAPI) = (path.endpoints, path.portalAPI)
            (assessment.history, assessment.course) = (path.history, path.course)
            assessment.isFinal = path.isFinal
        }
        return assessment
    }
}

extension PathAssessment {
    /// What is known of a path before its first round.
    init(before path: ScopedPath, knowing history: RoundHistory = RoundHistory()) {
        let verdict = RoundVerdict.withoutRound(path)
        self.init(path: path.path, access: verdict.access, reason: verdict.reason, history: history)
    }
}
