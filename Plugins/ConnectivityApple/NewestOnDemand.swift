/// What is handed to a subscriber that says how many values it wants: the newest waits for demand, older ones are dropped.
///
/// Whoever changes it asks for ``take()``, hands over what that gives, and goes on with ``delivered(wanting:)`` until there
/// is nothing: so that a subscriber is never called by two threads at once.
package struct NewestOnDemand<Value: Sendable>: Sendable {
    /// What to hand over.
    package enum Delivery: Sendable {
        case value(Value)
        /// The end; nothing follows.
        case completion
    }

    /// How many values are wanted; `nil` for any number.
    private var demand: Int? = 0
    private var waiting: Value?
    private var isDelivering = false
    private var isStarted = false
    private var isFinished = false
    private var isOver = false

    package init() {}

    /// Allows deliveries from here on.
    package mutating func start() { isStarted = true }

    /// Puts a value in the place of the one that waits.
    /// - Parameter value: The value.
    package mutating func offer(_ value: Value) { waiting = value }

    /// Notes that more values are wanted.
    /// - Parameter count: How many more; `nil` for any number from now on. Not negative.
    package mutating func want(_ count: Int?) {
        guard let count, let sum = demand else { return demand = nil }
        let (total, isOverflow) = sum.addingReportingOverflow(count)
        demand = isOverflow ? nil : total
    }

    /// Notes that no value follows.
    package mutating func finish() { isFinished = true }

    /// Allows no deliveries any more.
    package mutating func cancel() { isOver = true }

    /// What to hand over now.
    /// - Returns: `nil` where there is nothing, or where somebody else is at it and will find it.
    package mutating func take() -> Delivery? { isDelivering ? nil : next() }

    /// Notes that a value was handed over.
    /// - Parameter count: How many more are wanted; `nil` for any number.
    /// - Returns: What to hand over next.
    package mutating func delivered(wanting count: Int?) -> Delivery? {
        want(count)
        return next()
    }

    private mutating func next() -> Delivery? {
        isDelivering = false
        guard isStarted, !isOver else { return nil }
        if demand != 0, let value = waiting {
            waiting = nil
            demand = demand.map { $0 - 1 }
            isDelivering = true
            return .value(value)
        }
        guard isFinished else { return nil }
        isOver = true
        return .completion
    }
}
