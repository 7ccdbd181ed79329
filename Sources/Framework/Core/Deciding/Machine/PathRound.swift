/// A round on one path: its requests, the answers so far, and the decisions of the policy.
struct PathRound: Sendable {
    let path: ScopedPath
    /// The requests to the endpoints that the path can reach, in order.
    ///
    /// The request to the portal's API follows them, and then those of later stages.
    private(set) var requests: [ProbeRequest]
    /// The rules on the network of the path.
    @Shared private var rules: DecisionRules
    let network: PipelineConfiguration.NetworkRule?
    let limits: ProbeRequest.Limits
    /// The duration of the slowest answer of this round and the previous one; see ``EndpointReport/pace(within:)``.
    private var slowest: Duration
    /// The questions, in the order of the requests.
    private var questions: [RoundQuestion]
    /// The time at which each request was sent, since the round began.
    private var sent: [Duration]
    private var unsent: [Int]
    /// The time at which every probe will have reached its limit, since the round began.
    private(set) var expiry = Duration.zero
    /// Whether answers arrive now; `false` while a record is decided again.
    private var isLive = true
    /// The answers that the round no longer awaits.
    private var cutOff: [(place: Int, report: EndpointReport)] = []
    private let apiIndex: Int?
    var portalAPI: EndpointReport?
    /// The round as the policy receives it, without the portal's API.
    var round: ProbeRound
    private var judge: any RoundJudge
    var course: RoundCourse
    var isCourseKnown = true
    /// Whether no further stage may begin.
    private var isClosing = false

    /// The newest final decision of the policy.
    var decided: RoundVerdict?
    /// The newest decision of the policy that is not final.
    var provisional: RoundVerdict?
    /// The end of the wait for missing answers, since the round began; `nil` if only the limits apply.
    private(set) var deadline: Duration?

    init(
        _ path: ScopedPath,
        by all: DecisionRules,
        knowing history: ProbeRound.History,
        limits: ProbeRequest.Limits,
        slowest: Duration = .zero,
        context: ProbeRound.Context,
        after elapsed: Duration = .zero
    ) {
        let rules = all.rules(on: path)
        let deferred = Set(context.deferred.map(\.name))
        func canAsk(_ endpoint: Endpoint) -> Bool { path.canAsk(endpoint) && !deferred.contains(endpoint.name) }
        var questions = Array(rules.endpoints.lazy.filter(canAsk).map(RoundQuestion.endpoint))
        let endpointCount = path.isAsked ? questions.count : 0
        if case .api(let url) = path.interface.captivePortal, !path.isProxied, !path.isBelow {
            questions.append(.portalAPI(url))
        }
        if !path.isAsked { questions = [] }
        self.path = path
        self.rules = rules
        network = all.network(of: path)
        self.limits = limits
        self.slowest = slowest
        self.questions = questions
        let first = limits.extended(toAnswersAfter: slowest)
        requests = questions.enumerated().map { number, question in
            question.request(over: path, limits: first, number: number, seed: context.seed)
        }
        sent = [Duration](repeating: elapsed, count: questions.count)
        unsent = Array(questions.indices)
        if !unsent.isEmpty { expiry = elapsed + first.total + Self.expiryMargin }
        apiIndex = questions.count > endpointCount ? endpointCount : nil
        var context = context
        (context.path, context.kind) = (path.path, path.interface.kind)
        course = RoundCourse(context, arrivals: [])
        let asked = requests
        round = ProbeRound(
            [EndpointReport?](repeating: nil, count: endpointCount),
            unanswered: (0..<endpointCount).map { index in
                questions[index].report(on: ProbeExchange(unanswered: asked[index]), by: rules.judge)
            },
            history: history,
            context: context,
            pool: rules.pool,
            available: rules.pool.indices.filter { path.isAsked && canAsk(rules.pool[$0]) }
        )
        round.qualityRules = all.quality
        judge = rules.policy.begin(round)
        if path.isAsked { apply(judge.decide(on: round, after: nil)) }
    }

    /// Creates the round of a record; answers that the record lacks are pending.
    ///
    /// The endpoint and the path of each request come from the rules, not from the record.
    init(_ path: ScopedPath, by rules: DecisionRules, from record: AssessmentRecord.Path) {
        let context = record.course?.context ?? ProbeRound.Context()
        self.init(path, by: rules, knowing: record.history, limits: ProbeRequest.Limits(), context: context)
        isCourseKnown = record.course != nil
        isLive = false
        let arrivals =
            record.course?.arrivals ?? record.exchanges.indices.map { RoundCourse.Arrival($0, after: .zero) }
        // The exchanges of a record are in the order of the endpoints.
        let places = arrivals.compactMap(\.endpoint).sorted()
        let indices = Dictionary(zip(places, record.exchanges.indices)) { first, _ in first }
        if let exchange = record.portalAPI, let apiIndex { replay(exchange, at: apiIndex, after: .zero) }
        for arrival in arrivals {
            if let place = arrival.endpoint {
                guard let index = indices[place], round.reports.indices.contains(place) else { continue }
                replay(record.exchanges[index], at: self.index(ofPlace: place), after: arrival.after)
            } else if !isReady {
                waitEnded(after: arrival.after)
            }
        }
    }

    private mutating func replay(_ recorded: ProbeExchange, at index: Int, after elapsed: Duration) {
        var exchange = recorded
        var request = requests[index]
        if let headers = exchange.request.http?.headers { request.http?.headers = headers }
        request.limits = exchange.request.limits
        request.path.nameServers = exchange.request.path.nameServers
        exchange.request = request
        record(exchange, at: index, after: elapsed)
    }

    // MARK: Requests

    /// One more second, so a prober that exceeds the limit of its requests does not delay the round.
    private static let expiryMargin = Duration.seconds(1)

    /// Returns the limits of a request that is sent now, so that the round stays within its bound.
    private func fullLimits(after elapsed: Duration) -> ProbeRequest.Limits {
        var limits = limits.extended(toAnswersAfter: slowest)
        limits.total = min(limits.total, self.limits.roundMax - Self.expiryMargin - elapsed)
        return limits
    }

    mutating func takeUnsent() -> [Int] {
        defer { unsent = [] }
        return unsent
    }

    private mutating func send(_ index: Int) {
        sent[index] = round.elapsed
        unsent.append(index)
        expiry = max(expiry, round.elapsed + requests[index].limits.total + Self.expiryMargin)
    }

    /// Sends a request again if its limit was that of a faster path; returns whether it is sent.
    private mutating func askAgain(_ index: Int, after exchange: ProbeExchange, elapsed: Duration) -> Bool {
        guard isLive, !isClosing, decided == nil, index != apiIndex, case .failure(let failure) = exchange.outcome,
            case .timedOut = failure.kind
        else { return false }
        let (limits, seed) = (fullLimits(after: elapsed), round.context.seed)
        let again = questions[index].request(over: path, limits: limits, number: index, seed: seed)
        guard again.limits.total > requests[index].limits.total else { return false }
        requests[index] = again
        round.waitEnded(after: elapsed)
        send(index)
        return true
    }

    // MARK: Answers

    /// Records the end of a probe, and returns whether it was pending; an earlier answer to the same request stays.
    @discardableResult
    mutating func record(_ exchange: ProbeExchange, at index: Int, after elapsed: Duration) -> Bool {
        guard isPending(index) else { return false }
        let report = questions[index].report(on: exchange, by: rules.judge)
        slowest = max(slowest, report.pace(within: limits))
        if askAgain(index, after: exchange, elapsed: elapsed) { return false }
        guard index != apiIndex else {
            portalAPI = report
            if isCaptiveByAPI { endWait(at: elapsed + round.context.patience) }
            return true
        }
        let place = place(of: index)
        if case .failure(let failure) = exchange.outcome, failure.kind == .cutOff {
            cutOff.append((place, report))
            if cutOff.count == round.pendingCount { decideWithoutMissing(after: elapsed) }
            return true
        }
        add(report, at: place, after: elapsed)
        return true
    }

    private mutating func add(_ report: EndpointReport, at place: Int, after elapsed: Duration) {
        round.record(report, at: place, after: elapsed)
        course.arrivals.append(RoundCourse.Arrival(place, after: elapsed))
        apply(judge.decide(on: round, after: place))
    }

    /// Decides without the answers that were cut off.
    ///
    /// Online must hold even if each of them had failed, and any other access must hold without them; otherwise the access is
    /// unknown.
    private mutating func decideWithoutMissing(after elapsed: Duration) {
        let missing = cutOff
        cutOff = []
        let isDecided = decided != nil
        let worst = isDecided ? nil : verdict(withoutAnswersAt: missing.map(\.place), after: elapsed)
        for (place, report) in missing { add(report, at: place, after: elapsed) }
        guard !isDecided, let decided, let first = missing.first else { return }
        if worst?.measured == .online {
            self.decided = worst
        } else if decided.measured == .online {
            let reason = Reason.cutOff(missing.count, endpoint: first.report.name)
            self.decided = RoundVerdict(.determining, because: reason)
        }
    }

    /// Returns the final verdict of the policy if these answers never arrive; `nil` if it gives none.
    private func verdict(withoutAnswersAt places: [Int], after elapsed: Duration) -> RoundVerdict? {
        var (round, judge) = (round, judge)
        for place in places {
            round.record(round.unanswered[place], at: place, after: elapsed)
            if case .decide(let verdict, final: true) = judge.decide(on: round, after: place) { return verdict }
        }
        return nil
    }

    /// Ends the wait for every missing answer.
    private mutating func giveUp(after elapsed: Duration) {
        let pending = requests.indices.filter(isPending)
        func ended(_ index: Int) -> Bool { elapsed - sent[index] >= requests[index].limits.total }
        // A probe that reached its limit has failed, which may already decide.
        for index in pending where ended(index) { end(index, with: .missing, after: elapsed) }
        for index in pending where !ended(index) { end(index, with: .cutOff, after: elapsed) }
    }

    private mutating func end(_ index: Int, with failure: ProbeFailure, after elapsed: Duration) {
        let timings = ProbeExchange.Timings(total: elapsed - sent[index])
        let exchange = ProbeExchange(request: requests[index], outcome: .failure(failure), timings: timings)
        record(exchange, at: index, after: elapsed)
    }

    mutating func close(with failure: ProbeFailure, after elapsed: Duration) {
        isClosing = true
        for index in requests.indices where isPending(index) { end(index, with: failure, after: elapsed) }
    }

    /// Ends the round because every probe has reached its limit.
    mutating func expire(after elapsed: Duration) {
        isClosing = true
        giveUp(after: elapsed)
    }

    /// Asks the policy for a decision without the missing answers; if it gives none, their probes end as failures.
    mutating func waitEnded(after elapsed: Duration) {
        deadline = nil
        round.waitEnded(after: elapsed)
        // The answer of the network's API is final if nothing contradicts it. A record keeps only the ends of waits that the
        // policy received.
        let isSettled = isLive && isCaptiveByAPI && round.count(of: .genuine) == 0
        if decided == nil, !isSettled, let decision = judge.waitEnded(round) {
            course.arrivals.append(RoundCourse.Arrival(nil, after: elapsed))
            apply(decision)
        } else {
            giveUp(after: elapsed)
        }
    }

    func report(at index: Int) -> EndpointReport? { index == apiIndex ? portalAPI : round.reports[place(of: index)] }

    /// Whether each answer so far requires a working path.
    var isWithoutFailure: Bool {
        round.reports.allSatisfy { report in
            report.map { $0.verdict.finding == .genuine || $0.verdict.finding == .captive } ?? true
        }
    }

    var isComplete: Bool { round.pendingCount == 0 && !isAwaitingAPI }

    /// Whether nothing pending can change the conclusion of the round.
    var isReady: Bool { !path.isAsked || decided != nil && !isAwaitingAPI }

    // MARK: Decisions of the policy

    private mutating func apply(_ decision: ProbeRound.Decision) {
        switch decision {
        case .wait(atMost: let time?):
            endWait(at: round.elapsed + time)
        case .wait(atMost: nil):
            break
        case .decide(let verdict, final: true):
            decided = verdict
            // The wait for the portal's API ends after the patience, like the wait for an endpoint.
            if verdict.endsWait { endWait(at: round.elapsed + round.context.patience) }
        case .decide(let verdict, final: false):
            if verdict.access != .online { provisional = verdict }
            let patience = round.context.patience
            if verdict.endsWait { endWait(at: max(patience, round.elapsed + patience / 4)) }
        case .ask(let phase):
            if decided == nil, !isClosing { ask(phase) }
        }
    }

    private mutating func endWait(at time: Duration) { deadline = min(deadline ?? time, time) }

    /// Returns whether the path can ask an endpoint over an address family; always true without a family.
    private func offers(_ family: IPAddress.Family?, to endpoint: Endpoint) -> Bool {
        guard let family else { return true }
        return path.offers(family) && endpoint.serves(family) && (path.family ?? family) == family
    }

    private mutating func ask(_ phase: ProbeRound.Phase) {
        let available = Set(round.available)
        let members = Set(phase.members)
            .filter { available.contains($0.endpoint) && offers($0.family, to: rules.pool[$0.endpoint]) }
            .sorted { ($0.endpoint, $0.family?.rawValue ?? "") < ($1.endpoint, $1.family?.rawValue ?? "") }
        guard round.timeLeft > .zero, !members.isEmpty else { return }
        let first = requests.count
        let limits = fullLimits(after: round.elapsed)
        for member in members {
            let endpoint = member.family.map(rules.pool[member.endpoint].only) ?? rules.pool[member.endpoint]
            let question = RoundQuestion.endpoint(endpoint)
            let (number, seed) = (requests.count, round.context.seed)
            questions.append(question)
            requests.append(question.request(over: path, limits: limits, number: number, seed: seed))
            sent.append(round.elapsed)
            send(number)
        }
        let new = zip(questions, requests).dropFirst(first)
        let used = members.filter { $0.family == nil }.map(\.endpoint)
        round.begin(used, unanswered: new.map { $0.report(on: ProbeExchange(unanswered: $1), by: rules.judge) })
    }

    private func isPending(_ index: Int) -> Bool {
        index == apiIndex ? portalAPI == nil : round.isPending(place(of: index))
    }

    /// Whether the network itself reports that a sign-in is required.
    private var isCaptiveByAPI: Bool { portalAPI?.answerOfAPI?.isCaptive == true }

    private var isAwaitingAPI: Bool { apiIndex != nil && portalAPI == nil }

    /// Returns the index of a request among the policy's reports; the request is not that to the portal's API.
    private func place(of index: Int) -> Int { apiIndex.map { index > $0 } == true ? index - 1 : index }

    private func index(ofPlace place: Int) -> Int { apiIndex.map { place >= $0 } == true ? place + 1 : place }
}

extension EndpointReport {
    /// The duration of the answer, or without one what the slowest completed phase shows.
    ///
    /// An answer over TLS takes at most five phases (lookup, connection, two of the handshake, response), and the limits follow
    /// three times the duration of an answer. A phase of less than three tenths of the limit shows no slow path. Of other kinds
    /// of questions only genuine answers count, because a name server can be slow by itself.
    func pace(within limits: ProbeRequest.Limits) -> Duration {
        let timings = exchange.timings
        guard case .failure(let failure) = exchange.outcome else {
            // While a device is suspended, an answer seems to take longer than its limit.
            return isGenuine || exchange.response != nil ? min(timings.total, exchange.request.limits.total) : .zero
        }
        let name = failure.kind.isOfName ? nil : timings.nameLookup
        let connection = failure.kind == .timedOut(.connect) ? nil : timings.connect
        let phase = max(name ?? .zero, connection ?? .zero)
        return phase * 10 < limits.total * 3 ? .zero : phase * 5 / 3
    }
}

extension ProbeExchange {
    fileprivate init(unanswered request: ProbeRequest) {
        self.init(request: request, outcome: .failure(.missing))
    }
}

extension ProbeFailure {
    /// The failure of a probe that reached its limit without a report by its prober.
    static let missing = ProbeFailure(.timedOut(.response), detail: "no answer within the time limit")
    /// The failure of an answer that the round no longer awaits.
    static let cutOff = ProbeFailure(.cutOff, detail: "the round ended before the time limit")
}

extension ScopedPath {
    /// Returns whether an endpoint can be asked over the path.
    ///
    /// Over plain HTTP, a proxy can answer in the name of any host; through a proxy, only HTTPS is thus asked.
    func canAsk(_ endpoint: Endpoint) -> Bool {
        endpoint.serves(family) && offers(endpoint.family) && (!isProxied || endpoint.url?.scheme == .https)
    }
}

extension Endpoint {
    /// Returns whether the endpoint can be asked over an address family; always true for both together.
    fileprivate func serves(_ family: IPAddress.Family?) -> Bool {
        guard let family else { return true }
        return (self.family ?? family) == family && (url?.address?.family ?? family) == family
    }
}
