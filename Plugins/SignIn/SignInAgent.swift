public import ConnectivityCore

/// Signs in at a captive portal in place of a person, if the user has configured it (``SignInRule``).
///
/// An agent does not decide the access: the next round does.
///
/// Laws for implementers:
/// - All requests use the ``PortalVisit``, which knows the secrets, their hosts and the limits. An agent holds no secret.
/// - A call ends soon after its task is cancelled.
/// - Data of the portal is not trusted: no script is executed, and only an expected form is sent.
public protocol SignInAgent: PipelinePart {
    /// Signs in, extends the session or signs off.
    ///
    /// - Parameters:
    ///   - occasion: The known facts about the portal, and the task.
    ///   - visit: Sends requests to the portal through its interface.
    /// - Returns: The portal's answer.
    /// - Throws: The reason for stopping before an answer; ``PortalVisit/send(_:)`` throws such errors too.
    func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome

    /// Returns the faults of the agent's configuration, such as a recipe, without sending anything.
    ///
    /// Each fault is a sentence without a full stop, with the file and the place in it; empty by default.
    func faults(under rule: SignInRule) -> [String]

    /// The version that reports show after the name of the agent; by default `nil`, for an agent of this program.
    var version: String? { get }
}

extension SignInAgent {
    public func faults(under rule: SignInRule) -> [String] { [] }
    public var version: String? { nil }
}

/// The task of a sign-in agent, and the known facts about the portal.
public struct SignInOccasion: Hashable, Sendable {
    /// The task of an agent.
    @nonexhaustive
    public enum Purpose: String, Hashable, Sendable, Codable, CaseIterable {
        /// Sign in.
        case signIn = "sign-in"
        /// Extend the session before it ends.
        case renewal
        /// End the session.
        case logOff = "log-off"
    }

    /// The task.
    public var purpose: Purpose
    /// The portal in the newest round.
    public var portal: CaptivePortal
    /// The URL whose answer came from the portal, and which leads to it again; `nil` without one over plain HTTP.
    public var trigger: HTTPURL?
    /// The answer to ``trigger`` in the newest round.
    public var answer: ProbeResponse?
    /// The readable name of the rule.
    public var network: String
    /// The terms that the user accepts in place of a person; `nil` for none.
    public var accepts: SignInRule.Terms?
    /// The outcome of the last sign-in on the network, for a renewal and a log-off.
    public var last: SignInOutcome?

    /// Creates an occasion.
    public init(_ purpose: Purpose = .signIn, portal: CaptivePortal, network: String) {
        (self.purpose, self.portal, self.network) = (purpose, portal, network)
    }
}

/// A portal's answer to a sign-in agent.
public struct SignInOutcome: Hashable, Sendable {
    /// The claim of a portal about a sign-in.
    @nonexhaustive
    public enum Claim: String, Hashable, Sendable, Codable, CaseIterable {
        /// The device may pass, as the portal claims.
        case accepted
        /// The portal refuses, for example because a password is wrong: a repetition is useless.
        case refused
        /// The portal's answer is neither.
        case unclear
    }

    /// The portal's claim.
    public var claim: Claim
    /// The reason, with a code of the agent or of this package.
    public var reason: Reason
    /// The time until the session ends, if the portal stated it; greater than zero.
    public var sessionLength: Duration?
    /// The URL that ends the session, if the portal stated it.
    public var logOffURL: HTTPURL?
    /// The SHA-256 digests of the pages with the accepted terms, in lowercase hexadecimal digits and separated by spaces; `nil`
    /// without terms.
    public var termsDigest: String?

    /// Creates an outcome.
    public init(_ claim: Claim, _ reason: Reason) { (self.claim, self.reason) = (claim, reason) }
}

/// The reason why a sign-in stopped.
public struct SignInStop: Error, Hashable, Sendable {
    /// The reason.
    public var reason: Reason
    /// Whether it may be tried again unchanged on this network, for example after a missing answer.
    public var mayRepeat: Bool

    /// Creates an error.
    public init(_ reason: Reason, mayRepeat: Bool = false) { (self.reason, self.mayRepeat) = (reason, mayRepeat) }
}

extension SignInStop: CustomStringConvertible {
    public var description: String { reason.description }
}
