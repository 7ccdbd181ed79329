/// A validator that asks other validators in order; the first conclusive verdict decides.
public struct ValidatorChain: DeclaringValidator {
    /// The verdict of one validator in a trace.
    public struct Step: Hashable, Sendable {
        /// The validator's name.
        public var name: String
        /// The verdict of the validator.
        public var verdict: Verdict
    }

    /// The validators, in order.
    public let parts: [any ResponseValidator]

    /// Creates a chain of validators, in order.
    public init(_ validators: [any ResponseValidator]) { parts = validators }

    /// Creates a chain of validators, in order.
    /// - Throws: The error of the closure.
    public init(@PipelineBuilder<any ResponseValidator> _ validators: () throws -> [any ResponseValidator]) rethrows {
        self.init(try validators())
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        for validator in parts {
            let verdict = validator.validate(exchange)
            if verdict.isConclusive { return verdict }
        }
        return .inconclusive
    }

    /// Asks every validator, including those after the deciding one; returns one step per validator, in order.
    public func trace(_ exchange: ProbeExchange) -> [Step] {
        parts.map { Step(name: $0.traceName, verdict: $0.validate(exchange)) }
    }
}
