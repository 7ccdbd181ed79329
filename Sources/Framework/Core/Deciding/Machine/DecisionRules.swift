/// The rules of a decision: the endpoints, the judging of answers, and the paths.
///
/// ``ConnectivityMachine`` decides by these rules while answers arrive. A recorded assessment is decided again by the same rules,
/// so both agree.
package struct DecisionRules: Sendable {
    /// The endpoints that are asked in each round.
    package let endpoints: [Endpoint]
    /// The endpoints that the policy may ask in addition in a round.
    package let pool: [Endpoint]
    package let judge: ExchangeJudge
    /// Turns the verdicts of a round into an answer.
    package let policy: any ThresholdPolicy
    /// The paths that are judged.
    package let scope: PipelineConfiguration.Scope
    /// The rules that apply on certain networks instead, best match first.
    package let networks: [PipelineConfiguration.NetworkRule]
    /// The bounds of the quality of paths.
    package let quality: PathQuality.Rules
    /// The proxy whose path is judged in addition to the direct one; `nil`, the default, judges the direct path alone.
    package var proxy: ProxySetting?
    /// Whether the network below is asked if nothing comes back through a tunnel, or from the system's resolver.
    package var asksBelow = true

    /// The rules on each of ``networks``.
    private let local: [DecisionRules]
    /// Whether a round chooses something at random: endpoints of the pool, or a text that an endpoint repeats.
    package let isRandom: Bool
    /// The witnesses of the validators and of the expectation for all endpoints.
    private let listed: [any Witness]
    /// The witnesses of each endpoint that has any.
    private let expecting: [(question: Question, challenges: [String], witnesses: [any Witness])]

    /// Creates rules; `expectation` is for endpoints that state none, and `besides` are the companions' endpoints, whose
    /// witnesses are asked too.
    package init(
        endpoints: [Endpoint],
        pool: [Endpoint] = [],
        validators: JudgingChain,
        expecting expectation: (any ResponseValidator)? = nil,
        policy: any ThresholdPolicy,
        scope: PipelineConfiguration.Scope = .defaultRoute,
        networks: [PipelineConfiguration.NetworkRule] = [],
        quality: PathQuality.Rules = PathQuality.Rules(),
        besides: [Endpoint] = []
    ) {
        let readsTLS = (validators.validators + [expectation].compactMap(\.self)).contains(where: \.readsTLS)
        let endpoints = readsTLS ? endpoints.map(\.readingTLS) : endpoints
        let pool = readsTLS ? pool.map(\.readingTLS) : pool
        self.endpoints = endpoints
        self.pool = pool
        self.judge = ExchangeJudge(validators, expecting: expectation)
        self.policy = policy
        self.scope = scope
        self.networks = networks
        self.quality = quality
        local = networks.map { network in
            DecisionRules(
                endpoints: network.endpoints ?? endpoints,
                pool: network.endpoints == nil ? pool : network.pool,
                validators: validators,
                expecting: expectation,
                policy: policy,
                scope: scope,
                quality: quality
            )
        }
        isRandom =
            !pool.isEmpty || endpoints.contains { $0.expectation?.challenges.isEmpty == false }
            || local.contains(where: \.isRandom)
        listed = (validators.validators + [expectation].compactMap(\.self)).flatMap(\.witnesses)
        expecting =
            local.flatMap(\.expecting)
            + (endpoints + pool + besides).compactMap { endpoint in
                guard let own = endpoint.expectation?.witnesses, !own.isEmpty else { return nil }
                return (endpoint.request().question, endpoint.expectation?.challenges ?? [], own)
            }
    }

    /// Returns the paths to judge, each with the network that it is on.
    func paths(in snapshot: InterfaceSnapshot) -> [ScopedPath] {
        scope.paths(in: snapshot).flatMap { path in
            var path = path
            path.network = networks.firstIndex { $0.match.matches(path.interface) }
            path.isChecked = network(of: path)?.isChecked ?? true
            path.proxy = network(of: path)?.proxy
            return [path] + (twin(of: path).map { [$0] } ?? [])
        }
    }

    /// Returns the path through the proxy in addition to a direct path; `nil` without one, or if the network's rule has its own
    /// proxy.
    private func twin(of path: ScopedPath) -> ScopedPath? {
        guard let proxy, path.proxy == nil, path.isAsked, scope != .eachInterface else { return nil }
        var twin = path
        twin.isProxied = true
        if case .url(let url) = proxy { twin.proxy = url }
        return twin
    }

    func network(of path: ScopedPath) -> PipelineConfiguration.NetworkRule? { path.network.map { networks[$0] } }

    func rules(on path: ScopedPath) -> DecisionRules {
        path.isBelow ? rulesBelow : path.network.map { local[$0] } ?? self
    }

    /// Returns the expectation of a report's endpoint, on the network whose rule has this name, if any; `nil` if it states none.
    package func expectation(of report: EndpointReport, on network: String?) -> (any ResponseValidator)? {
        let rules = networks.firstIndex { $0.name == network }.map { local[$0] } ?? self
        return (rules.endpoints + rules.pool).first { $0.name == report.name }?.expectation
    }

    /// Returns the witnesses that may be needed to judge an exchange: those of the list, then of the endpoints, each name once.
    package func witnesses(for request: ProbeRequest) -> [any Witness] {
        let own = expecting.filter { expected in
            var question = request.question
            for name in expected.challenges { question.http?.headers.fields.removeAll { $0.name == name } }
            return expected.question == question
        }.flatMap(\.witnesses)
        var names: Set<String> = []
        return (listed + own).filter { names.insert($0.traceName).inserted }
    }

    /// Computes the assessment of a record.
    ///
    /// If these rules made the recorded assessment, the result equals it. The endpoint and the path of each request, and the
    /// number of endpoints, come from the rules, not from the record; endpoints without an exchange count as pending.
    package func decide(_ record: AssessmentRecord) -> Assessment {
        let isBelowAsked = record.paths.contains(where: \.path.isBelow)
        let below = isBelowAsked ? pathBelow(in: record.snapshot).map { [$0] } ?? [] : []
        let paths = (paths(in: record.snapshot) + below).map { path in
            let known = record.paths.first {
                $0.path.isProxied == path.isProxied && $0.path.isBelow == path.isBelow
                    && (scope != .eachInterface || $0.path == path.path)
            }
            return if let known, !known.isBeforeRound || !known.exchanges.isEmpty {
                PathRound(path, by: self, from: known).newest
            } else {
                PathAssessment(before: path, on: network(of: path), knowing: known?.history ?? ProbeRound.History())
            }
        }
        var assessment = assessment(
            paths,
            record.snapshot,
            startedAt: record.startedAt,
            duration: record.duration,
            isBeforeSnapshot: record.isBeforeSnapshot
        )
        assessment.confirmedAt = record.confirmedAt
        assessment.beganAt = record.beganAt
        return assessment
    }

    /// Combines the assessments of the judged paths.
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
        assessment.missingGuards = judge.chain.missingGuards
        if isBeforeSnapshot {
            (assessment.access, assessment.reason) = (.determining, .notYetJudged)
        } else {
            assessment.paths = paths
            if let answer = verdict(on: paths, in: snapshot) {
                (assessment.access, assessment.reason) = (answer.access, answer.reason)
            }
            if let below = paths.captiveBelow { assessment.interface = snapshot[below.path.interface] }
        }
        return assessment
    }

    /// Returns the one answer for the device; `nil` if there are no paths.
    func verdict(on paths: [PathAssessment], in snapshot: InterfaceSnapshot) -> RoundVerdict? {
        if scope == .eachInterface { return paths.combinedVerdict(in: snapshot) }
        guard let direct = paths.first else { return nil }
        if let below = paths.captiveBelow {
            return RoundVerdict(below.access, because: .portalBelow(below, tunnel: tunnel(above: below, in: snapshot)))
        }
        let proxied = paths.first(where: \.path.isProxied)
        return proxied.map(direct.combined) ?? RoundVerdict(direct.access, because: direct.reason)
    }
}

extension Endpoint {
    fileprivate var readingTLS: Endpoint {
        var endpoint = self
        endpoint.question.http?.readsTLS = true
        return endpoint
    }
}

extension PathAssessment {
    init(
        before path: ScopedPath,
        on network: PipelineConfiguration.NetworkRule?,
        knowing history: ProbeRound.History = ProbeRound.History()
    ) {
        let verdict = RoundVerdict.withoutRound(path, on: network)
        self.init(path: path.path, access: verdict.access, reason: verdict.reason, history: history)
        self.network = network?.name
    }
}
