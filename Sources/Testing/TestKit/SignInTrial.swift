public import ConnectivityCore
public import ConnectivitySignIn

/// A sign-in at a portal that is a closure: a test of a ``ConnectivitySignIn/SignInAgent`` without a network and without secrets.
///
/// ```swift
/// let trial = SignInTrial(rule, at: "https://login.hotel.example/") { request in
///     ProbeResponse(status: 200, body: Array("welcome".utf8))
/// }
/// let result = await trial.run()
/// ```
///
/// The visit checks each request as in a pipeline. A secret of the rule is not read: its name in parentheses is sent in
/// its place, such as `(password)`.
public struct SignInTrial: Sendable {
    /// The actions of an agent.
    public struct Result: Hashable, Sendable {
        /// The outcome that the agent returned, or the reason why it stopped.
        public var outcome: Swift.Result<SignInOutcome, SignInStop>
        /// The sent and the refused requests, in order.
        public var steps: [SignInReport.Step]
        /// The requests that the portal received, in order; see ``SignInTrial/portal``.
        public var requests: [HTTPQuestion]
    }

    /// The agent, and its permissions to send data.
    public var rule: SignInRule
    /// The task of the agent, and the known facts about the portal.
    public var occasion: SignInOccasion
    /// Answers a request; `nil` if no answer follows.
    ///
    /// It is cancelled at the time limit of the request. A form is the query or the body of the request, without
    /// escaping. An answer is cut after `PortalVisit.answerByteCountMax` bytes. A host of a URL
    /// with the scheme https counts as verified.
    public var portal: @Sendable (HTTPQuestion) async -> ProbeResponse?

    /// Creates a trial at the sign-in page of a portal.
    public init(
        _ rule: SignInRule,
        at signInURL: HTTPURL,
        portal: @escaping @Sendable (HTTPQuestion) async -> ProbeResponse?
    ) {
        self.rule = rule
        self.portal = portal
        occasion = SignInOccasion(portal: CaptivePortal(signInURL: signInURL, kind: .redirect), network: rule.name)
        occasion.accepts = rule.accepts
    }

    /// Runs the agent once and returns its actions.
    public func run() async -> Result {
        var rule = rule
        for name in rule.secrets.keys { rule.secrets[name]?.source = .text("(\(name))") }
        let received = Received()
        let prober = ClosureProber { [portal] request in
            guard let question = request.http?.shown else { return .unsupported(request) }
            await received.add(question)
            guard var response = await Self.answer(to: question, within: request.limits.total, by: portal) else {
                let kind: ProbeFailure.Kind = Task.isCancelled ? .cancelled : .timedOut(.response)
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(kind)))
            }
            if response.body.count > PortalVisit.answerByteCountMax {
                response.body = Array(response.body.prefix(PortalVisit.answerByteCountMax))
                response.completeness = .cutAtLimit
            }
            var exchange = ProbeExchange(request: request, outcome: .success(response))
            if question.url.scheme == .https { exchange.authentication = .verified }
            return exchange
        }
        let visit = PortalVisit(
            occasion,
            by: rule,
            through: prober,
            on: ProbeRequest.Path(),
            limits: ProbeRequest.Limits()
        )
        let outcome: Swift.Result<SignInOutcome, SignInStop>
        do throws(SignInStop) {
            outcome = .success(try await rule.agent.signIn(occasion, at: visit))
        } catch {
            outcome = .failure(error)
        }
        return Result(outcome: outcome, steps: await visit.steps, requests: await received.questions)
    }

    /// Waits for an answer as a prober does: until its time limit or until the task is cancelled.
    private static func answer(
        to question: HTTPQuestion,
        within limit: Duration,
        by portal: @escaping @Sendable (HTTPQuestion) async -> ProbeResponse?
    ) async -> ProbeResponse? {
        await withTaskGroup(of: ProbeResponse?.self) { group in
            group.addTask { await portal(question) }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    private actor Received {
        private(set) var questions: [HTTPQuestion] = []
        func add(_ question: HTTPQuestion) { questions.append(question) }
    }
}

extension HTTPQuestion {
    /// The question as a portal receives it, without escaping.
    fileprivate var shown: HTTPQuestion {
        var question = self
        question.secretParts = nil
        guard let secretParts, !secretParts.isEmpty else { return question }
        let text = secretParts.map(\.value.shown).joined()
        if method == .post {
            question.body = Array(text.utf8)
        } else if let url = try? HTTPURL("\(url.scheme.rawValue)://\(url.authority)\(url.path)?\(text)") {
            question.url = url
        }
        return question
    }
}

extension SecretPart.Value {
    fileprivate var shown: String {
        switch self {
        case .text(let text), .secret(.text(let text)): text
        case .secret: "(secret)"
        case .bytes(let bytes): bytes.hexadecimal
        case .md5(let parts): "md5(\(parts.map(\.shown).joined()))"
        }
    }
}
