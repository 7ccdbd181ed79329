/// A validator that asks other validators in order; the first conclusive verdict decides.
public struct ValidatorChain: ResponseValidator {
    /// The verdict of one validator in a trace.
    public struct Step: Hashable, Sendable {
        /// The validator's name.
        public var name: String
        /// The verdict of the validator.
        public var verdict: Verdict
    }

    /// The validators, in order.
    public let validators: [any ResponseValidator]

    /// Creates a chain.
    /// - Parameter validators: The validators, in order.
    public init(_ validators: [any ResponseValidator]) { self.validators = validators }

    /// Creates a chain.
    /// - Parameter validators: The validators, in order.
    public init(@ListBuilder<any ResponseValidator> _ validators: () -> [any ResponseValidator]) {
        self.init(validators())
    }

    public var role: ValidatorRole { validators.role }
    public var witnesses: [any Witness] { validators.flatMap(\.witnesses) }
    public var challenges: [String] { validators.flatMap(\.challenges) }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        for validator in validators {
            let verdict = validator.validate(exchange)
            if verdict.isConclusive { return verdict }
        }
        return .inconclusive
    }

    /// Asks every validator, including those after the one that decides.
    /// - Parameter exchange: The completed probe.
    /// - Returns: One step per validator, in order; the first conclusive one decides.
    public func trace(_ exchange: ProbeExchange) -> [Step] {
        validators.map { Step(name: $0.name, verdict: $0.validate(exchange)) }
    }
}
