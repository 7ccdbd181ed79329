/// The reason for a verdict or an access: a stable code, facts, and the reasons of which it consists.
///
/// Codes are open. The codes of this package are words joined by hyphens, such as `body-lacks`; a code of another package begins
/// with a name that it owns, such as `com.example.json.field-differs`. Programs compare code and facts. The sentence for people
/// is made from a template of ConnectivityText; a registry collects the templates of plugins.
public struct Reason: Hashable, Sendable {
    /// The stable code.
    public var code: String
    /// The facts behind the reason.
    public var facts: Facts
    /// The reasons of which this one consists, in order.
    public var parts: [Reason]

    /// Creates a reason.
    public init(_ code: String, _ facts: Facts = [:], parts: [Reason] = []) {
        self.code = code
        self.facts = facts
        self.parts = parts
    }

    /// Returns whether the reason or any of its parts, at any depth, has a code.
    public func contains(code: String) -> Bool { self.code == code || parts.contains { $0.contains(code: code) } }

    /// The codes of the reason and of its parts, with the kinds of failures, which stay the same from round to round.
    package var kinds: String {
        let named = ["failure", "cause"].compactMap { facts[$0]?.text }
        return ([code] + named + parts.map(\.kinds)).joined(separator: " ")
    }
}

extension Reason: CustomStringConvertible {
    /// The code, facts and parts on one line, printable and shortened, for logs.
    public var description: String {
        let known = facts.isEmpty ? code : "\(code) \(facts)"
        return parts.isEmpty ? known : "\(known) (\(parts.map(\.description).joined(separator: "; ")))"
    }
}
