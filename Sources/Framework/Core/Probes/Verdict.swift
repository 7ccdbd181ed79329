/// The verdict on one exchange: a finding and its reason.
public struct Verdict: Hashable, Sendable {
    /// The conclusion from an exchange.
    public enum Finding: String, Hashable, Sendable, Codable, CaseIterable {
        /// The answer is exactly the endpoint's content.
        case genuine
        /// Another server answered and asks for a sign-in.
        case captive
        /// Another server answered without a visible sign-in: a filter, a parked page, an error page.
        case substituted
        /// There is no usable answer: nothing answered, or the endpoint itself has failed.
        case failed
        /// The validator has no opinion.
        case inconclusive
    }

    /// The evidence for a finding.
    public enum Basis: String, Hashable, Sendable, Codable, CaseIterable {
        /// A part of the answer, such as a status code, a text or a field.
        case part
        /// The whole answer, byte for byte.
        ///
        /// Either it equals the expected one, or the whole expected answer is known and this one differs. Only Core grants this
        /// basis: to ``BodyEquals``, which compares the body itself, and to an unmet ``StatusCode`` that accepts only 204. A
        /// validator that knows the whole answer consists of these.
        case wholeAnswer = "whole-answer"
        /// Whether anything answered at all.
        case silence
    }

    /// The conclusion from the exchange.
    public var finding: Finding
    /// The reason for the finding.
    public var reason: Reason
    /// The evidence for the finding.
    public package(set) var basis: Basis
    /// The facts about the portal, if the finding is ``Finding/captive``.
    public var portal: CaptivePortal? {
        get { if case .portal(let portal)? = rest { portal } else { nil } }
        set { rest = newValue.map(Rest.portal) }
    }

    /// The part that few verdicts have, stored separately because it is ten times as large.
    private indirect enum Rest: Hashable {
        case portal(CaptivePortal)
    }

    private var rest: Rest?

    /// Whether the verdict decides, as every finding except ``Finding/inconclusive`` does.
    public var isConclusive: Bool { finding != .inconclusive }

    /// Creates a verdict.
    public init(_ finding: Finding, because reason: Reason, basis: Basis = .part) {
        self.init(finding, because: reason, granting: basis == .wholeAnswer ? .part : basis)
    }

    package init(_ finding: Finding, because reason: Reason, granting basis: Basis) {
        self.finding = finding
        self.reason = reason
        self.basis = basis
        self.portal = finding == .captive ? .unknown : nil
    }

    /// Creates a verdict with a reason in words, one sentence for people, for validators outside this package.
    public init(_ finding: Finding, because text: String) {
        self.init(finding, because: .stated(text))
    }

    /// Creates the verdict ``Finding/captive`` on the answer of a portal.
    public static func captive(_ portal: CaptivePortal, because reason: Reason) -> Verdict {
        var verdict = Verdict(.captive, because: reason)
        verdict.portal = portal
        return verdict
    }

    /// The verdict of a validator that has no opinion.
    public static let inconclusive = Verdict(.inconclusive, because: .noRuleApplied)
}

extension Reason {
    /// A reason in words, for quick use; a reason that programs compare needs its own code.
    public static func stated(_ text: String) -> Reason { Reason("stated", ["text": .text(text)]) }

    package static let noRuleApplied = Reason("no-rule-applied")
}

extension Verdict: CustomStringConvertible {
    /// The finding and the reason.
    public var description: String { "\(finding.rawValue): \(reason)" }
}
