/// Expects what every part expects.
///
/// Genuine if every part is; otherwise the verdict of the first part that is not. Without parts it has no opinion.
public struct AllOf: ResponseValidator {
    /// The parts, in order.
    public let validators: [any ResponseValidator]

    /// Creates a combination.
    /// - Parameter validators: The parts, in order.
    public init(_ validators: [any ResponseValidator]) { self.validators = validators }

    /// Creates a combination.
    /// - Parameter validators: The parts, in order.
    public init(@ListBuilder<any ResponseValidator> _ validators: () -> [any ResponseValidator]) {
        self.init(validators())
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        var reasons: [VerdictReason] = []
        for validator in validators {
            let verdict = validator.validate(exchange)
            guard verdict.finding == .genuine else { return verdict }
            reasons.append(verdict.reason)
        }
        return reasons.isEmpty ? .inconclusive : Verdict(.genuine, because: .allOf(reasons))
    }
}

/// Expects what any part expects.
///
/// Genuine if one part is, with its reason; captive if none is and one part sees a portal; otherwise the finding of the
/// first part with an opinion, with the reasons of all that have one.
public struct AnyOf: ResponseValidator {
    /// The parts, in order.
    public let validators: [any ResponseValidator]

    /// Creates a combination.
    /// - Parameter validators: The parts, in order.
    public init(_ validators: [any ResponseValidator]) { self.validators = validators }

    /// Creates a combination.
    /// - Parameter validators: The parts, in order.
    public init(@ListBuilder<any ResponseValidator> _ validators: () -> [any ResponseValidator]) {
        self.init(validators())
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        var others: [Verdict] = []
        for validator in validators {
            let verdict = validator.validate(exchange)
            if verdict.finding == .genuine { return verdict }
            if verdict.isConclusive { others.append(verdict) }
        }
        guard let first = others.first else { return .inconclusive }
        if let captive = others.first(where: { $0.finding == .captive }) { return captive }
        return Verdict(first.finding, because: others.count == 1 ? first.reason : .noneOf(others.map(\.reason)))
    }
}

/// Expects the opposite of another expectation.
///
/// Genuine becomes substituted and substituted becomes genuine. Every other verdict stays: nothing that failed to answer
/// becomes genuine by negation, and a portal stays a portal.
public struct Inverted: ResponseValidator {
    /// The expectation to turn round.
    public let validator: any ResponseValidator

    /// Creates an inversion.
    /// - Parameter validator: The expectation to turn round.
    public init(_ validator: some ResponseValidator) { self.validator = validator }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        let verdict = validator.validate(exchange)
        return switch verdict.finding {
        case .genuine: Verdict(.substituted, because: .inverted(verdict.reason))
        case .substituted: Verdict(.genuine, because: .inverted(verdict.reason))
        case .captive, .failed, .inconclusive: verdict
        }
    }
}

/// A closure as a validator, for quick use.
public struct ClosureValidator: ResponseValidator {
    public let name: String
    private let body: @Sendable (ProbeExchange) -> Verdict

    /// Creates a validator.
    /// - Parameters:
    ///   - name: The name that a trace shows.
    ///   - body: Judges an exchange; the laws of ``ResponseValidator`` hold for it.
    public init(_ name: String = "closure", _ body: @escaping @Sendable (ProbeExchange) -> Verdict) {
        self.name = name
        self.body = body
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict { body(exchange) }
}
