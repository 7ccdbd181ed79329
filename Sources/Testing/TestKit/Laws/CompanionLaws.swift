public import ConnectivityCore

/// The laws that every companion must keep.
///
/// ```swift
/// @Test func `My companion keeps the laws`() throws {
///     try CompanionLaws.check(PageCheck(page)) { request in
///         ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 200, body: Array("hello".utf8))))
///     }
/// }
/// ```
public enum CompanionLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// A copy of the companion that receives the same inputs at the same moments returns the same effects.
        case deterministic = "a companion does the same for the same inputs at the same moments"
        /// No two effects have the same token.
        case uniqueTokens = "a token is that of one effect only"
        /// An input with a token that is unknown or no longer in use has no effects.
        case knownTokens = "an input with a token that is not in use has no effects"
        /// An input leads to at most ``ConnectivityCore/CompanionEffect/countMax`` effects, and a wait is longer than zero.
        case bounded = "an input leads to a bounded number of effects, and a wait takes time"
        /// A companion requests at most ``ConnectivityCore/CompanionEffect/requestsPerHourMax`` probes in an hour.
        case fewRequests = "a companion asks for at most 3600 requests per hour"
        /// Every request is for one of ``ConnectivityCore/Companion/endpoints``.
        case statedEndpoints = "a companion asks nothing but its endpoints"
        /// An observation has a kind, a subject and a state.
        case wellFormed = "an observation has a kind, a subject and a state"
    }

    /// Checks a companion through two simulated hours of a run with changes of the network, hints and sign-ins.
    ///
    /// Its work is not performed: an observation of the kind `work` ends it.
    ///
    /// - Parameters:
    ///   - companion: The companion, without any input.
    ///   - seed: Chooses the course of the run. The same seed chooses the same course.
    ///   - answer: Answers a request of the companion.
    /// - Throws: The first ``LawViolation`` that is found.
    public static func check(
        _ companion: some Companion,
        seed: UInt64 = 1,
        answering answer: (ProbeRequest) -> ProbeExchange
    ) throws {
        let rules = PipelineConfiguration().rules
        var run = CompanionRun(companion, rules, seed, isChecked: true)
        var again = CompanionRun(companion, rules, seed, isChecked: false)
        let (first, second) = (try run.course(answer), try again.course(answer))
        guard first.count == second.count else {
            throw violation(.deterministic, "\(first.count) effects, and then \(second.count)")
        }
        for (one, other) in zip(first, second) where one != other {
            throw violation(.deterministic, "\(one), then \(other)")
        }
    }

    fileprivate static func violation(_ law: Law, _ evidence: String) -> LawViolation {
        LawViolation(law.rawValue, shownBy: evidence)
    }
}

/// A run of one companion on virtual time.
private struct CompanionRun {
    /// The duration of the run, and the time from one round to the next.
    private static let (length, interval) = (Duration.seconds(7200), Duration.seconds(30))
    private static let inputCountMax = 50_000
    private static let start = Timestamp(sinceEpoch: .seconds(1_800_000_000))

    private var companion: any Companion
    private let context: CompanionContext
    private let isChecked: Bool
    private let endpoints: Set<Question>
    private var draws: SplitMix64
    private var elapsed = Duration.zero
    private var effects: [CompanionEffect] = []
    /// The future inputs, by time.
    private var pending: [(at: Duration, input: CompanionInput)] = []
    private var tokens: Set<Int> = []
    private var requestTimes: [Duration] = []
    private var assessment = NetworkCourse.assessment(0, at: start)

    init(_ companion: any Companion, _ rules: DecisionRules, _ seed: UInt64, isChecked: Bool) {
        (self.companion, self.isChecked, draws) = (companion, isChecked, SplitMix64(seed: seed))
        context = CompanionContext(rules: rules)
        endpoints = Set(companion.endpoints.map { $0.request().question.unchallenged })
    }

    /// Returns all effects, in order.
    mutating func course(_ answer: (ProbeRequest) -> ProbeExchange) throws -> [CompanionEffect] {
        try pass(.began(context), answer)
        var nextRound = Duration.seconds(1)
        var count = 0
        while elapsed < Self.length, count < Self.inputCountMax {
            count += 1
            let due = pending.indices.min { pending[$0].at < pending[$1].at }
            if let due, pending[due].at <= nextRound {
                let next = pending.remove(at: due)
                elapsed = max(elapsed, next.at)
                try pass(next.input, answer)
                try checkTokens(next.input)
            } else {
                elapsed = max(elapsed, nextRound)
                nextRound = elapsed + Self.interval
                try endRound(answer)
            }
        }
        guard count < Self.inputCountMax else {
            throw CompanionLaws.violation(.bounded, "\(count) inputs came of its effects in \(elapsed)")
        }
        return effects
    }

    /// Ends a round, usually on the network of the previous round.
    private mutating func endRound(_ answer: (ProbeRequest) -> ProbeExchange) throws {
        let isChange = draws.next() % 4 == 0
        let moment = Timestamp(sinceEpoch: Self.start.sinceEpoch + elapsed)
        if isChange {
            let new = NetworkCourse.assessment(draws.next(), at: moment)
            for path in context.rules.scope.pathsLeft(since: assessment.snapshot, in: new.snapshot) {
                try pass(.left(path), answer)
            }
            assessment = new
        } else {
            assessment.confirmedAt = moment
        }
        try pass(.roundBegan, answer)
        try pass(.roundEnded(assessment), answer)
        try pass(.assessed(assessment, isChange: isChange), answer)
        let host = context.rules.endpoints.first?.url?.host ?? "a.example"
        switch draws.next() % 6 {
        case 0: try pass(.hinted(TrafficHint(subject: .host(host), isAnswered: false)), answer)
        case 1: try pass(.hinted(.traffic(over: "wlan0", isAnswered: true)), answer)
        case 2: try pass(.signInBegan, answer)
        default: break
        }
    }

    private mutating func pass(_ input: CompanionInput, _ answer: (ProbeRequest) -> ProbeExchange) throws {
        let seed = UInt32(truncatingIfNeeded: draws.next())
        let moment = ConnectivityMachine.Moment(
            elapsed: elapsed,
            wall: Timestamp(sinceEpoch: Self.start.sinceEpoch + elapsed),
            seed: seed
        )
        let new = companion.handle(input, at: moment)
        guard new.count <= CompanionEffect.countMax else {
            throw CompanionLaws.violation(.bounded, "\(new.count) effects of one input")
        }
        effects += new
        for effect in new {
            switch effect {
            case .ask(let requests, let token):
                try use(token)
                try check(requests)
                pending.append((elapsed + .milliseconds(50), .answered(token, requests.map(answer))))
            case .wait(let time, let token):
                try use(token)
                guard time > .zero else { throw CompanionLaws.violation(.bounded, "a wait of \(time)") }
                pending.append((elapsed + time, .waited(token)))
            case .perform(let work, let token):
                try use(token)
                pending.append((elapsed + .seconds(1), .finished(token, Self.outcome(of: work, at: moment.wall))))
            case .signInBegan: pending.append((elapsed, .signInBegan))
            case .look: pending.append((elapsed + .seconds(1), .assessed(assessment, isChange: false)))
            case .cancel(let token):
                pending.removeAll { if case .waited(token) = $0.input { true } else { false } }
            case .skip(let interface, let time):
                guard !interface.isEmpty, (.zero...CompanionEffect.skipTimeMax).contains(time) else {
                    throw CompanionLaws.violation(.bounded, "a skip on \"\(interface)\" for \(time)")
                }
            case .report(let observation):
                guard ![observation.kind, observation.subject, observation.state].contains("") else {
                    throw CompanionLaws.violation(.wellFormed, "\(observation)")
                }
            }
        }
    }

    /// Returns the placeholder for the outcome of work, which is not performed.
    private static func outcome(of work: CompanionWork, at time: Timestamp) -> CompanionObservation {
        CompanionObservation("work", of: work.name, "done", because: .stated("not performed"), at: time)
    }

    private mutating func use(_ token: Int) throws {
        guard tokens.insert(token).inserted else {
            throw CompanionLaws.violation(.uniqueTokens, "the token \(token) after \(elapsed)")
        }
    }

    private mutating func check(_ requests: [ProbeRequest]) throws {
        for request in requests where !endpoints.contains(request.question.unchallenged) {
            throw CompanionLaws.violation(.statedEndpoints, "\(request.question)")
        }
        requestTimes.removeAll { $0 <= elapsed - .seconds(3600) }
        requestTimes += requests.map { _ in elapsed }
        guard requestTimes.count <= CompanionEffect.requestsPerHourMax else {
            throw CompanionLaws.violation(.fewRequests, "\(requestTimes.count) requests in the hour before \(elapsed)")
        }
    }

    /// Checks on a copy that a repeated input, and one that was never requested, have no effects.
    private func checkTokens(_ input: CompanionInput) throws {
        guard isChecked else { return }
        let unknown = (tokens.max() ?? 0) + 1_000_000
        let moment = ConnectivityMachine.Moment(
            elapsed: elapsed,
            wall: Timestamp(sinceEpoch: Self.start.sinceEpoch + elapsed)
        )
        let outcome = Self.outcome(
            of: CompanionWork("x") { _ in preconditionFailure("not performed") },
            at: moment.wall
        )
        var inputs: [CompanionInput] = [.waited(unknown), .answered(unknown, []), .finished(unknown, outcome)]
        switch input {
        case .waited, .answered, .finished: inputs.append(input)
        default: break
        }
        for input in inputs {
            var copy = companion
            let effects = copy.handle(input, at: moment)
            guard effects.isEmpty else { throw CompanionLaws.violation(.knownTokens, "\(effects[0])") }
        }
    }
}

/// The networks that a device joins.
private enum NetworkCourse {
    static func assessment(_ draw: UInt64, at time: Timestamp) -> Assessment {
        let portal = CaptivePortal(signInURL: "http://portal.example/", kind: .redirect)
        let accesses: [InternetAccess] = [
            .online, .captive(portal), .unreachable, .partial, .blocked, .online, .disconnected, .determining,
        ]
        let access = accesses[Int(draw % UInt64(accesses.count))]
        guard access != .disconnected else {
            return Assessment(access: access, reason: .noUsableInterface, startedAt: time)
        }
        let gateway: IPAddress = draw / 8 % 2 == 0 ? "192.0.2.1" : "198.51.100.1"
        let interface = NetworkInterface(
            name: "wlan0",
            index: 2,
            kind: .wifi,
            addresses: [.init(draw / 8 % 2 == 0 ? "192.0.2.7" : "198.51.100.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: gateway, metric: 600)]
        )
        let reason = access == .determining ? Reason.notYetJudged : .noEndpoint
        let path = PathAssessment(path: NetworkPath(interface: "wlan0"), access: access, reason: reason)
        return Assessment(
            access: access,
            reason: reason,
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            paths: [path],
            startedAt: time
        )
    }
}

extension Question {
    /// The question without header fields, some of which hold random texts.
    fileprivate var unchallenged: Question {
        var question = self
        question.http?.headers = [:]
        return question
    }
}
