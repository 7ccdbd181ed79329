/// Expects the answer to meet every part.
///
/// The verdict is genuine if every part's verdict is; otherwise it is that of the first part that differs. Without
/// parts it is inconclusive. A part whose condition does not apply (``When``) does not count. The basis is that of the
/// part that decided; if all parts agree, it is that of the part that compared most.
public struct AllOf: DeclaringValidator {
    /// The parts, in order.
    public let parts: [any ResponseValidator]

    /// Creates a combination.
    public init(_ parts: [any ResponseValidator]) { self.parts = parts }

    /// Creates a combination.
    /// - Throws: The error of the closure.
    public init(@ListBuilder<any ResponseValidator> _ parts: () throws -> [any ResponseValidator]) rethrows {
        self.init(try parts())
    }

    public var stated: StatedAnswer? { StatedAnswer(all: parts) }

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

/// Expects the answer to meet at least one part.
///
/// The verdict is that of the first part that is genuine. If none is genuine, it is that of the first part that
/// finds a portal, then that of a part that could not finish within its limits. Otherwise it is a failure if a part
/// failed, because that part may have been met, or else has the finding of the first part with an opinion; the reasons
/// are those of all parts with an opinion. The basis is that of the part that decided.
public struct AnyOf: DeclaringValidator {
    /// The parts, in order.
    public let parts: [any ResponseValidator]

    /// Creates a combination.
    public init(_ parts: [any ResponseValidator]) { self.parts = parts }

    /// Creates a combination.
    /// - Throws: The error of the closure.
    public init(@ListBuilder<any ResponseValidator> _ parts: () throws -> [any ResponseValidator]) rethrows {
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
        // A part that could not finish may be met.
        if let undecided { return undecided }
        guard let first = others.first else { return .inconclusive }
        guard others.count > 1 else { return first }
        let finding = others.contains { $0.finding == .failed } ? .failed : first.finding
        return Verdict(finding, because: .noneOf(others.map(\.reason)))
    }
}

/// Expects the opposite of another expectation.
///
/// Genuine becomes substituted and substituted becomes genuine. Every other verdict stays: a failure never becomes
/// genuine by negation, and a portal stays a portal. So does the verdict that a body is no JSON, or damaged
/// (``BodyJSON``), also as one of several reasons. The basis is a part of the answer.
public struct Inverted: DeclaringValidator {
    /// The expectation to invert.
    public let validator: any ResponseValidator

    /// Creates an inversion.
    public init(_ validator: some ResponseValidator) { self.validator = validator }

    public var parts: [any ResponseValidator] { [validator] }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        let verdict = validator.validate(exchange)
        return switch verdict.finding {
        case .genuine: Verdict(.substituted, because: .inverted(verdict.reason))
        case .substituted where verdict.reason.isWithoutJSON: verdict
        case .substituted: Verdict(.genuine, because: .inverted(verdict.reason))
        case .captive, .failed, .inconclusive: verdict
        }
    }
}

/// A validator made from a closure, for quick use.
public struct ClosureValidator: ResponseValidator {
    public let traceName: String
    public let role: ValidatorRole
    private let body: @Sendable (ProbeExchange) -> Verdict

    /// Creates a validator.
    /// - Parameters:
    ///   - name: The name in a trace.
    ///   - role: The role of the validator.
    ///   - body: Judges an exchange; it must obey the laws of ``ResponseValidator``.
    public init(
        _ name: String = "closure",
        role: ValidatorRole = .objection,
        _ body: @escaping @Sendable (ProbeExchange) -> Verdict
    ) {
        traceName = name
        self.role = role
        self.body = body
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict { body(exchange) }
}
