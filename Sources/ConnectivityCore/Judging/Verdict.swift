/// What one exchange shows, with its reason.
public struct Verdict: Hashable, Sendable {
    /// What an exchange shows.
    public enum Finding: String, Hashable, Sendable, Codable, CaseIterable {
        /// The answer is exactly what the endpoint serves.
        case genuine
        /// Something else answered and wants a sign-in.
        case captive
        /// Something else answered and no sign-in was seen: a filter, a parked page, an error page.
        case substituted
        /// Nothing usable came: no answer, or the endpoint itself is in trouble.
        case failed
        /// The validator has no opinion.
        case inconclusive
    }

    /// What a finding rests on.
    public enum Basis: String, Hashable, Sendable, Codable, CaseIterable {
        /// A part of the answer, such as a status code, a text or a field.
        case part
        /// The whole answer: it is the expected one byte for byte, or the whole expected one is known and this is another.
        ///
        /// Core grants it to ``BodyEquals``, which compares by itself, and to an unmet ``StatusCode`` of 204 alone. A
        /// validator that knows the whole answer is made of these.
        case wholeAnswer = "whole-answer"
        /// Whether anything answered at all.
        case silence
    }

    /// What the exchange shows.
    public var finding: Finding
    /// Why.
    public var reason: Reason
    /// What the finding rests on.
    public internal(set) var basis: Basis
    /// What is known of the portal, where the finding is ``Finding/captive``.
    public var portal: Portal?

    /// Whether the verdict decides; every finding but ``Finding/inconclusive`` does.
    public var isConclusive: Bool { finding != .inconclusive }

    /// Creates a verdict.
    /// - Parameters:
    ///   - finding: What the exchange shows.
    ///   - reason: Why.
    ///   - basis: What the finding rests on. ``Basis/wholeAnswer`` is granted and not claimed: it becomes ``Basis/part``.
    public init(_ finding: Finding, because reason: Reason, basis: Basis = .part) {
        self.init(finding, because: reason, granting: basis == .wholeAnswer ? .part : basis)
    }

    init(_ finding: Finding, because reason: Reason, granting basis: Basis) {
        self.finding = finding
        self.reason = reason
        self.basis = basis
        self.portal = finding == .captive ? .unknown : nil
    }

    /// Creates a verdict with a reason in words, for validators outside this package.
    /// - Parameters:
    ///   - finding: What the exchange shows.
    ///   - text: Why, in one sentence for people.
    public init(_ finding: Finding, because text: String) {
        self.init(finding, because: .stated(text))
    }

    /// Creates the verdict that a portal answered.
    /// - Parameters:
    ///   - portal: What is known of it.
    ///   - reason: Why.
    /// - Returns: A verdict that finds ``Finding/captive``.
    public static func captive(_ portal: Portal, because reason: Reason) -> Verdict {
        var verdict = Verdict(.captive, because: reason)
        verdict.portal = portal
        return verdict
    }

    /// The verdict of a validator that has no opinion.
    public static let inconclusive = Verdict(.inconclusive, because: .noRuleApplied)
}
