/// Expects the answer to meet at least one part.
///
/// The verdict is that of the first part that is genuine. If none is genuine, it is that of the first part that finds a portal,
/// then that of a part that could not finish within its limits. Otherwise it is a failure if a part failed, because that part may
/// have been met, or else has the finding of the first part with an opinion; the reasons are those of all parts with an opinion.
/// The basis is that of the deciding part.
public struct AnyOf: DeclaringValidator {
    /// The parts, in order.
    public let parts: [any ResponseValidator]

    /// Creates a combination.
    public init(_ parts: [any ResponseValidator]) { self.parts = parts }

    /// Creates a combination.
    /// - Throws: The error of the closure.
    public init(@PipelineBuilder<any ResponseValidator> _ parts: () throws -> [any ResponseValidator]) rethrows {
        self.init(try parts())
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        var others: [Verdict] = []
        var undecided: Verdict?
        for validator in parts {
            let verdict = validator.validate(exchange)
            if verdict.finding == .genuine { return verdict }
            if verdict.isConclusive { others.append(verdict) }
            if verdict.reason.isUndecided { undecided = undecided ?? verdict }
        }
        if let captive = others.first(where: { $0.finding == .captive }) { return captive }
        // The answer may meet a part that could not finish.
        if let undecided { return undecided }
        guard let first = others.first else { return .inconclusive }
        guard others.count > 1 else { return first }
        let finding = others.contains { $0.finding == .failed } ? .failed : first.finding
        return Verdict(finding, because: .noneOf(others.map(\.reason)))
    }
}
