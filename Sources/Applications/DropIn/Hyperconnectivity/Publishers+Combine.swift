#if canImport(Combine)
public import Combine
import Connectivity
import ConnectivityToolkit

extension ConnectivityPublisher: Publisher {
    public typealias Output = ConnectivityResult

    public func receive<S: Subscriber>(subscriber: S) where S.Input == ConnectivityResult, S.Failure == Never {
        serve(subscriber, on: configuration.connectivity.callbackQueue)
    }
}

extension ReachabilityPublisher: Publisher {
    public typealias Output = ReachabilityResult

    public func receive<S: Subscriber>(subscriber: S) where S.Input == ReachabilityResult, S.Failure == Never {
        serve(subscriber, on: configuration.connectivity.callbackQueue)
    }
}

extension Publishers {
    public typealias Connectivity = ConnectivityPublisher
    public typealias Reachability = ReachabilityPublisher
}
#endif
