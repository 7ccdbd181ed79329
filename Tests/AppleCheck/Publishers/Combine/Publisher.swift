// The part of Apple's framework Combine that this package and its users need, according to Apple's documentation.

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

public protocol Subscriber<Input, Failure> {
    associatedtype Input
    associatedtype Failure: Error
    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Cancellable {
    func cancel()
}

public protocol Subscription: Cancellable {
    func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }

    public struct Demand: Hashable, Comparable, Sendable {
        /// The maximum number of values; `nil` for no limit.
        public let max: Int?

        public static let unlimited = Demand(max: nil)
        public static let none = Demand(max: 0)
        public static func max(_ value: Int) -> Demand { Demand(max: value) }

        public static func < (one: Demand, other: Demand) -> Bool { one.max ?? .max < other.max ?? .max }
        public static func + (one: Demand, other: Demand) -> Demand {
            guard let first = one.max, let second = other.max else { return .unlimited }
            return .max(first + second)
        }
        public static func += (one: inout Demand, other: Demand) { one = one + other }
        public static func - (one: Demand, count: Int) -> Demand { Demand(max: one.max.map { $0 - count }) }
    }
}
