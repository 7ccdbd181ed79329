#if canImport(Combine)
public import Combine
import Connectivity

extension ConnectivityPublisher: Publisher {
    public typealias Output = ConnectivityResult

    public func receive<S: Subscriber>(subscriber: S) where S.Input == ConnectivityResult, S.Failure == Never {
        subscriber.receive(subscription: SequenceSubscription(self, subscriber))
    }
}

extension ReachabilityPublisher: Publisher {
    public typealias Output = ReachabilityResult

    public func receive<S: Subscriber>(subscriber: S) where S.Input == ReachabilityResult, S.Failure == Never {
        subscriber.receive(subscription: SequenceSubscription(self, subscriber))
    }
}

extension Publishers {
    public typealias Connectivity = ConnectivityPublisher
    public typealias Reachability = ReachabilityPublisher
}
#endif
