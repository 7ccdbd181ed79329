public import ConnectivityCore

/// A prober that answers from recordings, each time after the recorded delay on a clock.
///
/// A ``RequestMatching`` states which answers apply to a request, and how often each is given; by default these are the
/// answers to its URL, in order, and then the last one again. Answers with a path are given only to requests over that
/// path. If the path has no answers, those without a path are given. A request without an answer fails at once with
/// ``ConnectivityCore/ProbeFailure/Kind/notRecorded``, and the detail of the failure names the nearest recorded request.
///
/// The laws of ``ConnectivityCore/Prober`` hold. The body is cut at the request's limit, and `HEAD` has no body. If the
/// delay exceeds the request's limit for the response or in total, the probe fails with
/// ``ConnectivityCore/ProbeFailure/Kind/timedOut(_:)`` at that limit. Cancellation ends the probe at once.
public struct ReplayProber<C: Clock>: Prober where C.Duration == Duration {
    /// One recorded answer.
    public struct Answer: Hashable, Sendable {
        /// The answered question; the ``RequestMatching`` of the prober states which parts are compared.
        public var question: Question
        /// The answer or the failure.
        public var outcome: Result<ConnectivityCore.Answer, ProbeFailure>
        /// The time from the probe to the answer; not negative.
        public var delay: Duration
        /// The address that answered or was tried last, if it is known.
        public var remoteAddress: IPAddress?
        /// The evidence of the peer's identity, if it was recorded.
        public var authentication: ProbeExchange.Authentication?
        /// The facts about the connections: addresses, redirects, and TLS.
        package var connection: Facts = [:]
        package var timings: ProbeExchange.Timings?
        /// The interface that the request must be bound to; `nil` for any.
        public var interface: String?
        /// The only address family that the request must allow; `nil` for any.
        public var family: IPAddress.Family?
        /// Whether the request must use the path through a proxy in addition to the direct one, or must not use it.
        package var isProxied = false
        package var testimony: [Testimony] = []
        /// The recorded round of the answer, and its place in it.
        package var round = 0
        package var place = 0

        /// Whether the answer never arrives, because the recorded request was cancelled.
        package var isPending: Bool {
            if case .failure(let failure) = outcome { failure.kind == .cancelled } else { false }
        }

        fileprivate var isTimeOut: Bool {
            if case .failure(let failure) = outcome, case .timedOut = failure.kind { true } else { false }
        }

        /// Creates an answer to a request for a URL.
        public init(_ url: HTTPURL, _ outcome: Result<ProbeResponse, ProbeFailure>, after delay: Duration = .zero) {
            self.init(.http(HTTPQuestion(url)), outcome.map(ConnectivityCore.Answer.http), after: delay)
        }

        /// Creates an answer of any kind.
        public init(
            _ question: Question,
            _ outcome: Result<ConnectivityCore.Answer, ProbeFailure>,
            after delay: Duration = .zero
        ) {
            precondition(delay >= .zero, "the delay of an answer must not be negative")
            self.question = question
            self.outcome = outcome
            self.delay = delay
        }
    }

    /// HTTP and the kinds of the recorded answers.
    public let kinds: Set<Question.Kind>
    private let queues: AnswerQueues<C>
    private let clock: C
    /// Chooses one of all answers to a request; `nil` to give them in order.
    private let choose: (@Sendable (ProbeRequest, [Answer]) -> Answer?)?

    /// Creates a prober whose delays pass on a clock; answers to the same question are given in order.
    public init(_ answers: [Answer], clock: C, matching: RequestMatching = .standard) {
        self.init(answers, clock: clock, matching: matching, choosing: nil)
    }

    /// Creates a prober with a function that chooses among all answers to a request, which are in order; `nil` gives
    /// them in order.
    package init(
        _ answers: [Answer],
        clock: C,
        matching: RequestMatching,
        choosing choose: (@Sendable (ProbeRequest, [Answer]) -> Answer?)?
    ) {
        kinds = Set(answers.map(\.question.kind)).union([.http])
        queues = AnswerQueues(answers, matching)
        (self.clock, self.choose) = (clock, choose)
    }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard kinds.contains(request.question.kind) else { return .unsupported(request) }
        guard !Task.isCancelled else { return ProbeExchange(request: request, outcome: .failure(.init(.cancelled))) }
        guard let answer = choose.map({ $0(request, queues.all(for: request)) }) ?? queues.next(for: request) else {
            let nearest = queues.mismatch(of: request).nearestText.map { "; nearest is \($0)" } ?? ""
            let failure = ProbeFailure(.notRecorded, detail: "no answer is recorded for \(request.line)\(nearest)")
            return ProbeExchange(request: request, outcome: .failure(failure))
        }
        let limit = request.limits.total
        let isLate = answer.isPending || answer.delay > limit
        let time = isLate ? limit : answer.delay
        let start = clock.now
        do {
            if time > .zero { try await clock.sleep(until: start.advanced(by: time), tolerance: nil) }
        } catch {
            let timings = ProbeExchange.Timings(total: start.duration(to: clock.now))
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)), timings: timings)
        }
        // A recorded time-out, which usually ended a little after its limit, keeps its phase.
        let isCut = isLate && !answer.isTimeOut
        var timings = isCut ? ProbeExchange.Timings() : answer.timings ?? ProbeExchange.Timings(response: time)
        timings.total = time
        let outcome = isCut ? .failure(ProbeFailure(.timedOut(.response))) : answer.outcome
        var exchange = ProbeExchange(
            request: request,
            outcome: outcome.map { $0.within(request) },
            remoteAddress: answer.remoteAddress,
            timings: timings
        )
        exchange.authentication = answer.authentication
        exchange.connection = answer.connection
        exchange.testimony = answer.testimony
        return exchange
    }
}

extension Answer {
    /// The answer, reduced to the limits of a request.
    package func within(_ request: ProbeRequest) -> Answer {
        if case .http(let response) = self { .http(response.within(request)) } else { self }
    }
}

extension ProbeResponse {
    /// The response, reduced to the limits of a request.
    package func within(_ request: ProbeRequest) -> ProbeResponse {
        var response = self
        if request.http?.method == .head { response.body = [] }
        if response.body.count > request.limits.maximumBodySize {
            response.body.removeLast(response.body.count - request.limits.maximumBodySize)
            response.completeness = .cutAtLimit
        }
        return response
    }
}

extension ReplayProber.Answer {
    /// Creates the answer of a recorded exchange.
    fileprivate init(_ exchange: ProbeExchange) {
        let request = exchange.request
        self.init(request.question, exchange.outcome, after: exchange.timings.total)
        remoteAddress = exchange.remoteAddress
        authentication = exchange.authentication
        connection = exchange.connection
        timings = exchange.timings
        interface = request.path.interface
        family = request.path.family
        isProxied = request.path.isProxied
        testimony = exchange.testimony
    }
}

// A session as the script of a pipeline's simulation on virtual time.

extension SessionRecording {
    /// The changes of the interfaces: the wait before each change, and the snapshot to report.
    ///
    /// The last step reports nothing. It ends one microsecond after the last answer, so this answer still counts.
    public var interfaceSteps: [(after: Duration, snapshot: InterfaceSnapshot?)] {
        var steps: [(after: Duration, snapshot: InterfaceSnapshot?)] = []
        var time = Duration.zero
        for event in events {
            guard case .interfaces(let snapshot) = event.content else { continue }
            steps.append((event.at - time, snapshot))
            time = event.at
        }
        let end = exchanges.map { $0.at + $0.exchange.timings.total }.max() ?? time
        steps.append((max(.zero, end - time) + .microseconds(1), nil))
        return steps
    }

    /// Returns the answers, in order, for a ``ReplayProber``.
    ///
    /// Cancelled exchanges are left out, because they have no answer.
    public func answers<C: Clock>(on clock: C.Type) -> [ReplayProber<C>.Answer] where C.Duration == Duration {
        rounds(on: clock).joined().filter { !$0.isPending }
    }

    /// Returns the answers of each round, in order, including those that never arrived.
    package func rounds<C: Clock>(on clock: C.Type) -> [[ReplayProber<C>.Answer]] where C.Duration == Duration {
        let rounds = events.compactMap { if case .round(let exchanges) = $0.content { exchanges } else { nil } }
        return rounds.enumerated().map { round, exchanges in
            exchanges.enumerated().map { place, recorded in
                var answer = ReplayProber<C>.Answer(recorded.exchange)
                (answer.round, answer.place) = (round, place)
                return answer
            }
        }
    }
}
