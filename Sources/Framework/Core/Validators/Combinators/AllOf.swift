/// Expects the answer to meet every part.
///
/// The verdict is genuine if every part's verdict is; otherwise it is that of the first part that differs. Without parts it is
/// inconclusive. A part whose condition does not apply (``Conditional``) does not count. The basis is that of the deciding part; if all
/// parts agree, it is that of the part that compared most.
public struct AllOf: DeclaringValidator {
    /// The parts, in order.
    public let parts: [any ResponseValidator]

    /// Creates a combination.
    public init(_ parts: [any ResponseValidator]) { self.parts = parts }

    /// Creates a combination.
    /// - Throws: The error of the closure.
    public init(@PipelineBuilder<any ResponseValidator> _ parts: () throws -> [any ResponseValidator]) rethrows {
        self.init(try parts())
    }

    public var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(all: parts) }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        var agreed: [Verdict] = []
        for validator in parts where validator.isAbout(exchange) {
            let verdict = validator.validate(exchange)
            guard verdict.finding == .genuine else { return verdict }
            agreed.append(verdict)
        }
        guard !agreed.isEmpty else { return .inconclusive }
        let basis = [Verdict.Basis.silence, .wholeAnswer].first { basis in agreed.contains { $0.basis == basis } }
        return Verdict(.genuine, because: .allOf(agreed.map(\.reason)), granting: basis ?? .part)
    }
}
