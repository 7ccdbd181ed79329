#if canImport(Combine)
public import Combine

extension ConnectivityPublisher: Publisher {
    public typealias Output = Connectivity

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Connectivity, S.Failure == Never {
        subscriber.receive(subscription: SequenceSubscription(self, subscriber))
    }
}

extension Publishers {
    public typealias Connectivity = ConnectivityPublisher
}
#endif
