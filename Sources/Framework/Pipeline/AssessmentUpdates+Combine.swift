#if canImport(Combine)
public import Combine
public import ConnectivityCore
import ConnectivityToolkit

/// Publishes the newest assessment at once, then every change, up to the demand of the subscriber.
///
/// Without demand, only the newest assessment is kept. Values are delivered on a queue of the subscription, so views
/// need `receive(on:)`. The publisher finishes when the pipeline's run ends, and never fails.
extension AssessmentUpdates: Publisher {
    public typealias Output = Assessment

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Assessment, S.Failure == Never {
        serve(subscriber)
    }
}
#endif
