public import ConnectivityCore

/// The rule by which one known client decides whether the Internet is reachable, as a function of exchanges.
///
/// A detector re-implements the client's documented or published rules; it is not the client itself. It has one pure
/// rule: given the exchanges so far, ``step(after:)`` either asks more questions or concludes. The caller supplies
/// the answers, so the same rule works on recordings and on a live network.
///
/// No detector models the API of RFC 8908, the options of RFC 8910, name lookups other than those of the requests,
/// proxies, repeated checks, choices of a person, or content codings.
public struct Detector: Sendable {
    /// A request that a detector needs answered.
    public struct Question: Hashable, Sendable {
        /// The request, without interface and with the default limits; the sender sets both.
        public let request: ProbeRequest
        /// The URL of the request.
        public let url: HTTPURL
        /// The genuine response of the endpoint; `nil` for the target of a redirect.
        public let genuine: ProbeResponse?

        init(request: ProbeRequest, url: HTTPURL, genuine: ProbeResponse?) {
            (self.request, self.url, self.genuine) = (request, url, genuine)
        }

        /// Creates a question that the client itself asks.
        /// - Parameters:
        ///   - url: The URL that the client requests.
        ///   - headers: The header fields that it sends.
        ///   - family: The address family that it uses; `nil` leaves the choice to the system.
        ///   - genuine: The genuine response of the endpoint.
        public init(
            _ url: HTTPURL,
            headers: HeaderFields = [:],
            family: AddressFamily? = nil,
            genuine: ProbeResponse
        ) {
            self.init(request: ProbeRequest(url, headers: headers, family: family), url: url, genuine: genuine)
        }
    }

    /// The next step of a detector.
    public enum Step: Hashable, Sendable {
        /// The detector asks questions at the same time. The list is never empty and has no answered question.
        case ask([Question])
        /// The detector concludes.
        case conclude(DetectorConclusion)
    }

    /// The name of the detector on the command line and in JSON, such as `android`.
    public let name: String
    /// The client and its component that decides.
    public let system: String
    /// The questions of the client, in the order in which they may be asked, without targets of redirects.
    public let questions: [Question]
    /// The condition for online, as one clause.
    public let expects: String
    /// The document or source code that states the rule.
    public let source: String

    private let rule: @Sendable (Answers) throws(Unanswered) -> DetectorConclusion

    /// Creates a detector.
    ///
    /// - Parameters:
    ///   - name: The name of the detector on the command line, such as `com.example.kiosk`.
    ///   - system: The client and its component that decides.
    ///   - questions: The questions of the client; at least one.
    ///   - expects: The condition for online, as one clause.
    ///   - source: The document or source code that states the rule.
    ///   - rule: Concludes from the answers. It must be pure, because it may be called many times. It reads
    ///     ``Answers`` as if all answers were present, and does not catch the errors that they throw.
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

    /// Returns the next step after some exchanges.
    ///
    /// The function is pure. A detector concludes after a bounded number of steps, because it follows at most
    /// ``redirectCountMax`` redirects per question.
    ///
    /// - Parameter exchanges: The answers so far, to questions of this and other detectors. An exchange answers a
    ///   question with the same URL, method, header fields and family; its interface and limits are ignored. The
    ///   target of a redirect that was not requested has the failure ``ConnectivityCore/ProbeFailure/Kind/notRecorded``.
    /// - Returns: The questions that lack an answer, or the conclusion.
    public func step(after exchanges: some Sequence<ProbeExchange>) -> Step {
        do throws(Unanswered) {
            return .conclude(try rule(Answers(exchanges)))
        } catch {
            return .ask(error.questions)
        }
    }

    /// The maximum number of redirects per question that a detector follows, if its client follows redirects.
    ///
    /// Browsers and URLSession follow about 20. A portal that needs more redirects than this limit would not be
    /// usable.
    public static let redirectCountMax = 10
}

extension Detector.Question {
    /// Returns a question whose genuine answer is status 204 without a body.
    static func noContent(_ url: HTTPURL, _ headers: HeaderFields = [:]) -> Self {
        Self(url, headers: headers, genuine: ProbeResponse(status: 204))
    }

    /// Returns a question whose genuine answer is a page.
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
