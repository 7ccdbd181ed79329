// The operators that the examples of the predecessors use.

public enum Publishers {
    public struct Map<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        let upstream: Upstream
        let transform: (Upstream.Output) -> Output

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: Sink<Upstream.Output, Failure>(
                    onSubscription: { subscriber.receive(subscription: $0) },
                    onValue: { subscriber.receive(transform($0)) },
                    onCompletion: { subscriber.receive(completion: $0) }
                )
            )
        }
    }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let subscribe: (Sink<Output, Failure>) -> Void

    init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        subscribe = { publisher.receive(subscriber: $0) }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscribe(
            Sink(
                onSubscription: { subscriber.receive(subscription: $0) },
                onValue: { subscriber.receive($0) },
                onCompletion: { subscriber.receive(completion: $0) }
            )
        )
    }
}

/// Cancels its subscription when it is released.
public final class AnyCancellable: Cancellable {
    private var subscription: (any Subscription)?

    init(_ begin: (_ keep: @escaping (any Subscription) -> Void) -> Void) { begin { self.subscription = $0 } }

    deinit { cancel() }

    public func cancel() { subscription?.cancel() }
}

extension Publisher {
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }

    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        AnyCancellable { keep in
            receive(
                subscriber: Sink<Output, Failure>(
                    onSubscription: { subscription in
                        keep(subscription)
                        subscription.request(.unlimited)
                    },
                    onValue: { value in
                        receiveValue(value)
                        return .none
                    },
                    onCompletion: receiveCompletion
                )
            )
        }
    }
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

/// A subscriber made of closures.
struct Sink<Input, Failure: Error>: Subscriber {
    let onSubscription: (any Subscription) -> Void
    let onValue: (Input) -> Subscribers.Demand
    let onCompletion: (Subscribers.Completion<Failure>) -> Void

    func receive(subscription: any Subscription) { onSubscription(subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { onValue(input) }
    func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}
