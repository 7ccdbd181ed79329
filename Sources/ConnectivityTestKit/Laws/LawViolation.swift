/// A law that an implementation broke, with what shows it.
public struct LawViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The law, in words.
    public var law: String
    /// The input, or the seed, that shows it, and what was seen; one line.
    public var shownBy: String

    /// Creates a violation.
    /// - Parameters:
    ///   - law: The law, in words.
    ///   - evidence: What shows it.
    public init(_ law: String, shownBy evidence: String) {
        self.law = law
        self.shownBy = evidence.printed
    }

    /// The law and what shows it, on one line.
    public var description: String { "broken law: \(law); shown by \(shownBy)" }
}
