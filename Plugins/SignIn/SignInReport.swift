public import ConnectivityCore

/// The report on an attempt of a sign-in agent, without any secret.
///
/// Pipelines report it as an observation of the kind `sign-in` about the interface.
public struct SignInReport: Hashable, Sendable {
    /// The result of an attempt.
    @nonexhaustive
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        /// The portal claims that the device may pass; the next round decides.
        case accepted
        /// The portal refuses.
        case refused
        /// The portal answered, but with neither.
        case unclear
        /// The agent or a limit stopped it.
        case stopped
    }

    /// A sent or refused request.
    public struct Step: Hashable, Sendable {
        /// The method.
        public var method: HTTPQuestion.Method
        /// The URL without its query.
        public var url: HTTPURL
        /// The status of the answer; `nil` without one.
        public var status: Int?
        /// The names of the sent fields.
        package var fieldNames: [String]
        /// The names of the sent secrets.
        public var secrets: [String]
        /// The reason why it was not sent or has no answer; `nil` if it was answered.
        public var reason: Reason?

        package init(method: HTTPQuestion.Method, url: HTTPURL, fieldNames: [String], secrets: [String]) {
            (self.method, self.url, self.fieldNames, self.secrets) = (method, url, fieldNames, secrets)
        }
    }

    /// The name of the rule.
    public var network: String
    /// The interface.
    public var interface: String
    /// The name of the agent.
    public var agent: String
    /// The task of the agent.
    public var purpose: SignInOccasion.Purpose
    /// The result.
    public var result = Result.stopped
    /// The reason for the result.
    public var reason = Reason.signIn("no-answer")
    /// The requests, in order.
    public var steps: [Step]
    /// The time until the session ends, as the portal says.
    public var sessionLength: Duration?
    /// The URL that ends the session; it is not written, because it may hold a token.
    package var logOffURL: HTTPURL?
    /// The terms that were accepted in place of a person, in the user's words; `nil` for none.
    public var accepted: String?
    /// The SHA-256 digest of the page with the accepted terms.
    public var termsDigest: String?
    /// The start of the attempt.
    public var startedAt: Timestamp
    /// The duration of the attempt.
    public var duration: Duration
    /// The number of successive attempts by the rule, including this one.
    package var attemptCount = 1
    /// Whether the same attempt may be repeated in this session of the portal.
    package var mayRepeat = false

    package init(
        network: String,
        interface: String,
        agent: String,
        purpose: SignInOccasion.Purpose,
        steps: [Step],
        startedAt: Timestamp,
        duration: Duration
    ) {
        (self.network, self.interface, self.agent, self.purpose) = (network, interface, agent, purpose)
        (self.steps, self.startedAt, self.duration) = (steps, startedAt, duration)
    }
}
