public import ConnectivityCore

/// Signs in at a captive portal in place of a person, where the user has configured it (``SignInRule``).
///
/// An agent does not decide the access: the next round does.
///
/// Laws for implementers:
/// - All requests go through the ``PortalVisit``, which knows the secrets, their hosts and the limits. An agent holds no secret.
/// - A call ends soon after its task is cancelled.
/// - What comes from the portal is not trusted: no script is executed, and a form is only sent if it is what the agent expects.
public protocol SignInAgent: PipelinePart {
    /// Signs in, extends the session or signs off.
    ///
    /// - Parameters:
    ///   - occasion: What is known of the portal, and what to do.
    ///   - visit: Sends requests to the portal through its interface.
    /// - Returns: What the portal said.
    /// - Throws: Why it stopped before the portal said anything; ``PortalVisit/send(_:)`` throws such errors too.
    func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome

    /// Looks for what is wrong with what the agent was given, such as a recipe, without sending anything.
    ///
    /// - Parameter rule: The rule that has the agent.
    /// - Returns: Each fault as a sentence without a full stop, with the file and the place in it; by default none.
    func faults(under rule: SignInRule) -> [String]

    /// The version that reports show after the name of the agent; by default `nil`, for an agent of this program.
    var version: String? { get }
}

extension SignInAgent {
    public func faults(under rule: SignInRule) -> [String] { [] }
    public var version: String? { nil }
}

/// What a sign-in agent is asked to do, and what is known of the portal.
public struct SignInOccasion: Hashable, Sendable {
    /// What an agent is asked to do.
    @nonexhaustive
    public enum Purpose: String, Hashable, Sendable, Codable, CaseIterable {
        /// Sign in.
        case signIn = "sign-in"
        /// Extend the session that is about to end.
        case renewal
        /// End the session.
        case logOff = "log-off"
    }

    /// What to do.
    public var purpose: Purpose
    /// The portal, as the newest round saw it.
    public var portal: CaptivePortal
    /// The URL whose answer came from the portal, where asking again leads to the portal again; `nil` without one over plain HTTP.
    public var trigger: HTTPURL?
    /// The answer to ``trigger`` in the newest round.
    public var answer: ProbeResponse?
    /// The name of the rule for people.
    public var network: String
    /// What the user agrees to in place of a person; `nil` if nothing.
    public var accepts: SignInRule.Terms?
    /// What the last sign-in on the network returned, for a renewal and a log-off.
    public var last: SignInOutcome?

    /// Creates an occasion.
    public init(_ purpose: Purpose = .signIn, portal: CaptivePortal, network: String) {
        (self.purpose, self.portal, self.network) = (purpose, portal, network)
    }
}

/// What a portal said to a sign-in agent.
public struct SignInOutcome: Hashable, Sendable {
    /// What a portal can claim of a sign-in.
    @nonexhaustive
    public enum Claim: String, Hashable, Sendable, Codable, CaseIterable {
        /// The device may pass, as the portal claims.
        case accepted
        /// The portal refuses, for example because a password is wrong: trying the same again is of no use.
        case refused
        /// The portal's answer says neither.
        case unclear
    }

    /// What the portal claims.
    public var claim: Claim
    /// The reason, with a code of the agent or of this package.
    public var reason: Reason
    /// The time until the session ends, if the portal said so; greater than zero.
    public var sessionLength: Duration?
    /// The URL that ends the session, if the portal gave one.
    public var logOffURL: HTTPURL?
    /// The SHA-256 digest of the page whose terms were accepted, in lowercase hexadecimal digits; `nil` if none were.
    public var termsDigest: String?

    /// Creates an outcome.
    public init(_ claim: Claim, _ reason: Reason) { (self.claim, self.reason) = (claim, reason) }
}

/// Why a sign-in stopped.
public struct SignInStop: Error, Hashable, Sendable {
    /// The reason.
    public var reason: Reason
    /// Whether it may be tried again on this network without anything changed, for example after an answer that did not come.
    public var mayRepeat: Bool

    /// Creates an error.
    public init(_ reason: Reason, mayRepeat: Bool = false) { (self.reason, self.mayRepeat) = (reason, mayRepeat) }
}

extension SignInStop: CustomStringConvertible {
    public var description: String { reason.description }
}
