#if canImport(Combine)
public import Combine
import ConnectivityToolkit

extension ConnectivityPublisher: Publisher {
    public typealias Output = Connectivity

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Connectivity, S.Failure == Never {
        serve(subscriber, on: configuration.callbackQueue)
    }
}

extension Publishers {
    public typealias Connectivity = ConnectivityPublisher
}
#endif
