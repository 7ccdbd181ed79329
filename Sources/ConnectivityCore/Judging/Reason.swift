/// Why a verdict or an access is what it is: a stable code, what was known, and the reasons that it is made of.
///
/// Codes are open. Those of this package are single words with hyphens, such as `body-lacks`; one of another package begins
/// with a name that it owns, such as `com.example.json.field-differs`. Programs compare code and facts. The sentence for people
/// comes from a template of ConnectivityText; a registry collects those of plugins.
public struct Reason: Hashable, Sendable {
    /// The stable name.
    public var code: String
    /// What was known.
    public var facts: Facts
    /// The reasons that this one is made of, in order.
    public var parts: [Reason]

    /// Creates a reason.
    /// - Parameters:
    ///   - code: The stable name.
    ///   - facts: What was known; texts from the network may stand in them as they came.
    ///   - parts: The reasons that this one is made of, in order.
    public init(_ code: String, _ facts: Facts = [:], parts: [Reason] = []) {
        self.code = code
        self.facts = facts
        self.parts = parts
    }

    /// Whether the reason, or one that it is made of, has a code.
    /// - Parameter code: The code.
    /// - Returns: Whether it is there.
    public func contains(code: String) -> Bool { self.code == code || parts.contains { $0.contains(code: code) } }
}

extension Reason: CustomStringConvertible {
    /// Code, facts and parts on one line, printable and short, for logs.
    public var description: String {
        let known = facts.isEmpty ? code : "\(code) \(facts)"
        return parts.isEmpty ? known : "\(known) (\(parts.map(\.description).joined(separator: "; ")))"
    }
}

extension Reason: Tabulated {
    package static let fields = FieldTable(
        Reason(""),
        [.required("code", \.code), .filled("facts", \.facts, [:]), .filled("parts", \.parts, [])]
    )

    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
