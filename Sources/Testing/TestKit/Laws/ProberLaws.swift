public import ConnectivityCore

/// The laws that every prober must keep.
///
/// The checks need two questions from the author of the prober: one that is answered, and one that is never answered. A
/// `TestServer` on loopback can serve both; under ``simulate(seed:limit:_:)`` a table can.
public enum ProberLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// The exchange has the request unchanged.
        case request = "the exchange contains the same request"
        /// A probe ends within the time limit of its request. If the limit is reached, the failure is a timeout.
        case timeLimit = "a probe ends within its time limit"
        /// Cancellation ends a probe at once, with a failure of kind `cancelled`.
        case cancellation = "cancellation ends a probe immediately"
        /// Concurrent probes do not delay each other.
        case overlap = "simultaneous probes do not delay each other"
        /// The body is cut at the limit, and a cut body is marked as cut.
        case bodyLimit = "a body is truncated at its limit and marked as truncated"
        /// The prober states its kinds, sends no question of another kind, and answers in the question's kind.
        case kinds = "the prober answers exactly the kinds of questions that it declares"
        /// No timing is negative or longer than the call.
        case timings = "no phase takes longer than the whole probe"
    }

    /// Checks a prober for HTTP.
    ///
    /// A probe that never ends breaks the law of the time limit, of cancellation or of overlap; it is abandoned after
    /// half a minute and four times the slack. A probe that blocks its thread delays the check as well.
    ///
    /// - Parameters:
    ///   - prober: The prober to check.
    ///   - answering: A URL that answers with at least 16 bytes of body to `GET`.
    ///   - silent: A URL whose server receives the request and never answers.
    ///   - clock: The clock that measures.
    ///   - slack: The permitted delay of the prober; zero on virtual time.
    /// - Throws: The first ``LawViolation`` that is found.
    public static func check<C: Clock>(
        _ prober: some Prober,
        answering: HTTPURL,
        silent: HTTPURL,
        clock: C = ContinuousClock(),
        slack: Duration = .seconds(2)
    ) async throws where C.Duration == Duration {
        let trial = Trial(prober: prober, clock: clock, slack: slack)
        try await trial.within(.timeLimit) { try await trial.answers(answering) }
        try await check(
            prober,
            answering: .http(HTTPQuestion(answering)),
            silent: .http(HTTPQuestion(silent)),
            clock: clock,
            slack: slack
        )
    }

    /// Checks a prober of any kind, as the function for HTTP does.
    ///
    /// The first question is answered; the peer receives the silent one but never answers it.
    ///
    /// - Throws: The first ``LawViolation`` that is found.
    public static func check<C: Clock>(
        _ prober: some Prober,
        answering: Question,
        silent: Question,
        clock: C = ContinuousClock(),
        slack: Duration = .seconds(2)
    ) async throws where C.Duration == Duration {
        let trial = Trial(prober: prober, clock: clock, slack: slack)
        try await trial.within(.timeLimit) {
            try await trial.asksItsKinds(answering)
            try await trial.timesOut(silent)
        }
        try await trial.within(.cancellation) { try await trial.isCancelled(silent) }
        try await trial.within(.overlap) { try await trial.overlaps(silent) }
    }
}

/// The checks of one prober.
private struct Trial<C: Clock>: Sendable where C.Duration == Duration {
    let prober: any Prober
    let clock: C
    let slack: Duration

    /// Probes once and checks the laws that hold for every exchange; a late probe breaks the given law.
    func probe(_ request: ProbeRequest, late law: ProberLaws.Law = .timeLimit) async throws -> ProbeExchange {
        let start = clock.now
        let exchange = await prober.probe(request)
        let elapsed = start.duration(to: clock.now)
        guard exchange.request == request else {
            throw violation(.request, request, "the exchange contains \(exchange.request.question)")
        }
        if elapsed > request.limits.total + slack {
            throw violation(law, request, "\(elapsed), the limit is \(request.limits.total)")
        }
        let timings = exchange.timings
        let phases = [timings.nameLookup, timings.connect, timings.tls, timings.response, timings.total]
        if let phase = phases.compactMap(\.self).first(where: { $0 < .zero || $0 > elapsed }) {
            throw violation(.timings, request, "\(phase) of \(elapsed)")
        }
        if let body = exchange.response?.body, body.count > request.limits.maximumBodySize {
            throw violation(.bodyLimit, request, "\(body.count) bytes of \(request.limits.maximumBodySize)")
        }
        return exchange
    }

    /// Runs checks with a time limit, after which a probe that has not ended breaks a law.
    func within(_ law: ProberLaws.Law, _ checks: @escaping @Sendable () async throws -> Void) async throws {
        try await ConnectivityTestKit.within(.seconds(30) + slack * 4, on: clock, or: law, checks)
    }

    func answers(_ url: HTTPURL) async throws {
        let whole = try await probe(ProbeRequest(url, headers: ["X-Law": "request"], limits: limits()))
        guard case .success(.http(let response)) = whole.outcome, response.body.count >= 16 else {
            throw violation(.request, whole.request, "the URL with an answer ended with \(whole)")
        }
        let cut = try await probe(ProbeRequest(url, limits: limits(body: 8)))
        guard case .success(.http(let part)) = cut.outcome, part.completeness == .cutAtLimit,
            part.body == Array(response.body.prefix(8))
        else { throw violation(.bodyLimit, cut.request, "\(cut)") }
        let head = try await probe(ProbeRequest(url, method: .head, limits: limits()))
        if let body = head.response?.body, !body.isEmpty {
            throw violation(.bodyLimit, head.request, "HEAD has a body of \(body.count) bytes")
        }
    }

    /// Sends a question of the prober's kind and one of another kind.
    func asksItsKinds(_ question: Question) async throws {
        let answered = try await probe(ProbeRequest(question, limits: limits()))
        guard prober.kinds.contains(question.kind), prober.kinds == prober.kinds else {
            let known = prober.kinds.sorted().map(\.rawValue).joined(separator: ", ")
            throw violation(.kinds, answered.request, "the prober declares \(known)")
        }
        guard case .success(let answer) = answered.outcome, answer.kind == question.kind else {
            throw violation(.kinds, answered.request, "the probe ended with \(answered)")
        }
        let other = try await probe(ProbeRequest(.other("law.unknown-kind", [:]), limits: limits()))
        guard case .failure(let failure) = other.outcome, failure.kind == .unsupported else {
            throw violation(.kinds, other.request, "the probe ended with \(other)")
        }
    }

    func timesOut(_ question: Question) async throws {
        let exchange = try await probe(ProbeRequest(question, limits: limits(.milliseconds(300))))
        guard case .failure(let failure) = exchange.outcome, case .timedOut = failure.kind else {
            throw violation(.timeLimit, exchange.request, "without an answer, the probe ended with \(exchange)")
        }
    }

    /// Cancels one probe before it starts and one while it runs.
    func isCancelled(_ question: Question) async throws {
        for delay in [Duration.zero, .milliseconds(100)] {
            let request = ProbeRequest(question, limits: limits(slack * 4 + .seconds(20)))
            let start = clock.now
            let exchange = try await withThrowingTaskGroup(of: ProbeExchange.self) { group in
                if delay == .zero { group.cancelAll() }
                group.addTask { try await probe(request) }
                if delay > .zero { try? await clock.sleep(for: delay) }
                group.cancelAll()
                return try await group.next()
            }
            let elapsed = start.duration(to: clock.now)
            if elapsed > delay + slack { throw violation(.cancellation, request, "\(elapsed) for \(delay)") }
            guard case .failure(let failure)? = exchange?.outcome, failure.kind == .cancelled else {
                throw violation(.cancellation, request, "it ended with \(exchange.map(\.description) ?? "nothing")")
            }
        }
    }

    /// Runs eight probes at once; a single probe was already in time.
    func overlaps(_ question: Question) async throws {
        let request = ProbeRequest(question, limits: limits(slack + .milliseconds(300)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await probe(request, late: .overlap) } }
            try await group.waitForAll()
        }
    }

    private func limits(_ total: Duration = .seconds(5), body: Int = 256 * 1024) -> ProbeRequest.Limits {
        ProbeRequest.Limits(total: total, maximumBodySize: body)
    }

    private func violation(_ law: ProberLaws.Law, _ request: ProbeRequest, _ detail: String) -> LawViolation {
        LawViolation(law.rawValue, shownBy: "\(detail), on \(request.question)")
    }
}
