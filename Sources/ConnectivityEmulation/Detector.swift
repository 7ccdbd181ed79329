public import ConnectivityCore

/// How one known client of networks decides whether the Internet is there, as rules over exchanges.
///
/// Every detector is a re-implementation of the client's documented or published rules, not the client itself. It has
/// one pure rule: given the exchanges so far, ``step(after:)`` either asks more or concludes. So the same rule works on
/// recordings and on a live network, and whoever drives it decides where answers come from.
///
/// Outside the model, for every detector: the API of RFC 8908 and the options of RFC 8910, name lookups beyond those of
/// the requests themselves, proxies, checks repeated over time, what a person has chosen, and content codings.
public struct Detector: Sendable {
    /// A request that a detector needs answered.
    public struct Question: Hashable, Sendable {
        /// The request, without interface and with the default limits; who sends it sets those.
        public let request: ProbeRequest
        /// The URL that the request asks.
        public let url: HTTPURL
        /// What the endpoint serves; `nil` for a followed redirect, whose target is not the client's own.
        public let genuine: ProbeResponse?

        init(request: ProbeRequest, url: HTTPURL, genuine: ProbeResponse?) {
            (self.request, self.url, self.genuine) = (request, url, genuine)
        }

        /// Creates a question of a client's own.
        /// - Parameters:
        ///   - url: The URL that the client asks.
        ///   - headers: The header fields that it sends.
        ///   - family: The address family that it asks over; `nil` leaves that to the system.
        ///   - genuine: What the endpoint serves.
        public init(
            _ url: HTTPURL,
            headers: HeaderFields = [:],
            family: AddressFamily? = nil,
            genuine: ProbeResponse
        ) {
            self.init(request: ProbeRequest(url, headers: headers, family: family), url: url, genuine: genuine)
        }
    }

    /// What a detector does next.
    public enum Step: Hashable, Sendable {
        /// Asks questions, at the same time. Never empty, and none that has been answered.
        case ask([Question])
        /// Concludes.
        case conclude(DetectorConclusion)
    }

    /// The name on the command line and in JSON, such as `android`.
    public let name: String
    /// The client and its part that decides.
    public let system: String
    /// Every question of its own, in the order in which they may be asked; followed redirects are not among them.
    public let questions: [Question]
    /// What it takes for online, in one clause.
    public let expects: String
    /// Where the rule is documented or published.
    public let source: String

    private let rule: @Sendable (Answers) throws(Unanswered) -> DetectorConclusion

    /// Creates a detector.
    ///
    /// - Parameters:
    ///   - name: The name on the command line, such as `com.example.kiosk`.
    ///   - system: The client and its part that decides.
    ///   - questions: Every question of its own; at least one.
    ///   - expects: What it takes for online, in one clause.
    ///   - source: Where the rule is documented or published.
    ///   - rule: Concludes from the answers; pure, and may be called many times. It asks ``Answers`` as if all were there, and
    ///     lets pass what they throw.
    public init(
        name: String,
        system: String,
        questions: [Question],
        expects: String,
        source: String,
        rule: @escaping @Sendable (Answers) throws(Unanswered) -> DetectorConclusion
    ) {
        self.name = name
        self.system = system
        self.questions = questions
        self.expects = expects
        self.source = source
        self.rule = rule
    }

    /// Decides what to do after some exchanges.
    ///
    /// Pure, and at its end after a bounded number of steps: redirects are followed ``redirectCountMax`` times.
    ///
    /// - Parameter exchanges: Answers so far, to this and other detectors' questions. An exchange answers a question of
    ///   the same URL, method, header fields and family, whatever its interface and limits. A redirect's target that
    ///   nobody asked has the failure ``ProbeFailure/Kind/notRecorded``.
    /// - Returns: The questions that lack an answer, or the conclusion.
    public func step(after exchanges: some Sequence<ProbeExchange>) -> Step {
        do throws(Unanswered) {
            return .conclude(try rule(Answers(exchanges)))
        } catch {
            return .ask(error.questions)
        }
    }

    /// How many redirects of one question are followed, by detectors of clients that follow any.
    ///
    /// Browsers and URLSession follow about 20; a portal that needs more than these has lost its visitors anyway.
    public static let redirectCountMax = 10
}

extension Detector.Question {
    /// A question whose genuine answer is a status code of 204 without a body.
    static func noContent(_ url: HTTPURL, _ headers: HeaderFields = [:]) -> Self {
        Self(url, headers: headers, genuine: ProbeResponse(status: 204))
    }

    /// A question whose genuine answer is a page.
    static func page(
        _ url: HTTPURL,
        _ body: String,
        _ headers: HeaderFields = [:],
        family: AddressFamily? = nil,
        answering fields: HeaderFields = [:]
    ) -> Self {
        let genuine = ProbeResponse(status: 200, headers: fields, body: Array(body.utf8))
        return Self(url, headers: headers, family: family, genuine: genuine)
    }
}
