package import ConnectivityCore

/// The rule of one known client about the reachability of the Internet, as a function of exchanges.
///
/// A detector re-implements the client's documented or published rules; it is not the client itself. It has one pure rule:
/// for the exchanges so far, ``step(after:on:)`` either asks more questions or concludes. The caller supplies the answers,
/// so the same rule works on recordings and on a live network.
///
/// No detector models proxies, repeated checks, choices of a person, or content codings.
package struct Detector: Sendable {
    /// The next step of a detector.
    package enum Step: Hashable, Sendable {
        /// The detector asks simultaneous questions. The list is never empty and has no answered question.
        case ask([Question])
        /// The detector concludes.
        case conclude(DetectorConclusion)
    }

    /// The name on the command line and in JSON, such as `android` or `com.example.kiosk`.
    package let name: String
    /// The client and its deciding component.
    package let system: String
    /// The questions of the client, at least one, in their order, without targets of redirects and captive portal APIs.
    package let questions: [Question]
    /// Whether the client uses the captive portal API that the network announces (RFC 8908 and RFC 8910).
    package let readsPortalAPI: Bool
    /// The condition for online, as one clause.
    package let expects: String
    /// The document or source code of the rule.
    package let source: String

    private let rule: @Sendable (Answers) throws(Unanswered) -> DetectorConclusion

    /// Creates a detector.
    ///
    /// `rule` concludes from the answers. It must be pure, because it may be called many times. It reads ``Answers`` as if all
    /// answers were present, and does not catch their errors.
    package init(
        name: String,
        system: String,
        questions: [Question],
        readsPortalAPI: Bool = false,
        expects: String,
        source: String,
        rule: @escaping @Sendable (Answers) throws(Unanswered) -> DetectorConclusion
    ) {
        self.name = name
        self.system = system
        self.questions = questions
        self.readsPortalAPI = readsPortalAPI
        self.expects = expects
        self.source = source
        self.rule = rule
    }

    /// Returns the next step after some exchanges.
    ///
    /// The function is pure. A detector concludes after a bounded number of steps, because it follows at most
    /// ``redirectCountMax`` redirects per question.
    ///
    /// - Parameters:
    ///   - exchanges: The answers so far, to questions of this and other detectors. An exchange answers a question with the
    ///     same content and family; its interface and limits are ignored. A question that was not asked has the failure
    ///     ``ConnectivityCore/ProbeFailure/Kind/notRecorded``.
    ///   - link: The facts that the device knows without questions.
    /// - Returns: The unanswered questions, or the conclusion. It is inconclusive if the rule needs a question that was not
    ///   asked or is not supported.
    package func step(after exchanges: some Sequence<ProbeExchange>, on link: Link = Link()) -> Step {
        do throws(Unanswered) {
            return .conclude(try rule(Answers(exchanges, on: link)))
        } catch {
            guard error.questions.isEmpty else { return .ask(error.questions) }
            let reason = "it needs an answer that is not recorded"
            return .conclude(DetectorConclusion(.inconclusive, "unknown", because: reason))
        }
    }

    /// The maximum number of redirects per question that a detector follows, if its client follows redirects.
    ///
    /// Browsers and URLSession follow about 20. A portal with more redirects than this limit would be unusable.
    package static let redirectCountMax = 10
}
