/// The order in which validators judge one answer, as data.
///
/// A list of validators keeps the standard tail: failures of a proxy or of the endpoint, and the signs that count
/// only if the answer is not the expected one. ``only(_:)`` creates an order without the tail.
public struct JudgingOrder: Sendable, ExpressibleByArrayLiteral {
    /// The point at which a validator is asked; the cases are in this order.
    public enum Place: Hashable, Sendable {
        /// Before the endpoint's own expectation: the first one that objects decides.
        case before
        /// Together with the endpoint's own expectation: an answer must meet both.
        case expectation
        /// If the expectation found neither a genuine answer nor a portal: the first one that objects decides.
        case endpointFailure
        /// If the answer is not the expected one: the first one that objects decides.
        ///
        /// With ``Verdict/Basis/wholeAnswer``, only if the whole expected answer is known; with other values, at
        /// any mismatch.
        case afterMismatch(of: Verdict.Basis)

        /// The place after any mismatch.
        public static let afterMismatch = afterMismatch(of: .part)
    }

    /// A validator and its place.
    package struct Step: Sendable {
        /// The validator.
        package var validator: any ResponseValidator
        /// The place of the validator.
        package var place: Place

        /// Creates a step.
        /// - Parameters:
        ///   - validator: The validator; a place that ``ResponseValidator/asked(_:)`` gave it is ignored.
        ///   - place: The place of the validator.
        package init(_ validator: any ResponseValidator, _ place: Place) {
            self.validator = validator.placed?.validator ?? validator
            self.place = place
        }

        fileprivate init(_ validator: any ResponseValidator) {
            let role: Place = validator.role == .expectation ? .expectation : .before
            self.init(validator, validator.placed?.place ?? role)
        }
    }

    /// The steps after a list, unless ``only(_:)`` leaves them out.
    package static let standardTail = [
        Step(ProxySignal(), .endpointFailure), Step(EndpointFailure(), .endpointFailure),
        Step(WordingSignal(), .afterMismatch), Step(UnexpectedPageSignal(), .afterMismatch(of: .wholeAnswer)),
    ]

    /// The validators as they were given, in order.
    public let validators: [any ResponseValidator]
    /// Whether the standard tail is left out.
    package let isOnly: Bool
    /// All steps; those of one place are asked in this order.
    package let steps: [Step]

    /// The default order: every sign of a portal, and the standard tail.
    public static let standard = JudgingOrder([PortalSignals()])

    /// Creates an order with the standard tail.
    ///
    /// A validator with the role of an expectation is asked together with the endpoint's own expectation, and any
    /// other validator before it. ``ResponseValidator/asked(_:)`` gives a validator another place.
    ///
    /// - Parameter validators: The validators, in order.
    public init(_ validators: [any ResponseValidator]) { self.init(validators, isOnly: false) }

    public init(arrayLiteral validators: any ResponseValidator...) { self.init(validators) }

    /// Creates an order without the standard tail, to follow the rules of another client.
    /// - Parameter validators: The validators, in order.
    /// - Returns: The order, which asks only these validators and the endpoint's own expectation.
    public static func only(_ validators: [any ResponseValidator]) -> JudgingOrder {
        JudgingOrder(validators, isOnly: true)
    }

    private init(_ validators: [any ResponseValidator], isOnly: Bool) {
        self.validators = validators
        self.isOnly = isOnly
        steps = validators.map { Step($0) } + (isOnly ? [] : Self.standardTail)
    }

    /// Returns the validators of one place, in order.
    /// - Parameter place: The place.
    /// - Returns: The validators at this place; can be empty.
    package func validators(at place: Place) -> [any ResponseValidator] {
        steps.filter { $0.place == place }.map(\.validator)
    }
}

/// A validator with an explicit place in the order.
public struct PlacedValidator: ResponseValidator {
    /// The validator.
    public let validator: any ResponseValidator
    /// The place of the validator.
    public let place: JudgingOrder.Place

    public var name: String { validator.name }
    public var parts: [any ResponseValidator] { [validator] }

    public func validate(_ exchange: ProbeExchange) -> Verdict { validator.validate(exchange) }
}

extension ResponseValidator {
    /// Gives the validator a place in the order of judging.
    /// - Parameter place: The place.
    /// - Returns: The same validator with this place, for the list of a pipeline.
    public func asked(_ place: JudgingOrder.Place) -> PlacedValidator {
        PlacedValidator(validator: placed?.validator ?? self, place: place)
    }

    // Not a requirement: a place is data of a list, and any validator, also one from outside, gets it only from this wrapper.
    fileprivate var placed: PlacedValidator? { self as? PlacedValidator }
}
