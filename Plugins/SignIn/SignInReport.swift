public import ConnectivityCore

/// What a sign-in agent did, without any secret; pipelines report it as an observation of the kind `sign-in` of the interface.
public struct SignInReport: Hashable, Sendable {
    /// How an attempt ended.
    @nonexhaustive
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        /// The portal says that the device may pass; the next round decides whether it may.
        case accepted
        /// The portal refuses.
        case refused
        /// The portal answered, but said neither.
        case unclear
        /// The agent or a limit stopped it.
        case stopped
    }

    /// A request that was sent, or that was refused before it was sent.
    public struct Step: Hashable, Sendable {
        /// The method.
        public var method: HTTPQuestion.Method
        /// The URL without its query.
        public var url: HTTPURL
        /// The status of the answer; `nil` without one.
        public var status: Int?
        /// The names of the fields that were sent.
        public var fieldNames: [String]
        /// The names of the secrets that were sent.
        public var secrets: [String]
        /// Why there is no answer, or why it was not sent; `nil` if it was answered.
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
    /// What it was asked to do.
    public var purpose: SignInOccasion.Purpose
    /// How it ended.
    public var result = Result.stopped
    /// Why it ended so.
    public var reason = Reason.signIn("no-answer")
    /// The requests, in order.
    public var steps: [Step]
    /// The time until the session ends, as the portal says.
    public var sessionLength: Duration?
    /// The URL that ends the session; it is not written, because it may hold a token.
    package var logOffURL: HTTPURL?
    /// What was accepted in place of a person, in the user's words; `nil` if nothing.
    public var accepted: String?
    /// The SHA-256 digest of the page with the terms that were accepted.
    public var termsDigest: String?
    /// When it began.
    public var startedAt: Timestamp
    /// How long it took.
    public var duration: Duration
    /// How many attempts by the rule followed each other, with this one.
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
