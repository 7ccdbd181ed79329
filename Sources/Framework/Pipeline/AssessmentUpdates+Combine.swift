#if canImport(Combine)
public import Combine
public import ConnectivityCore
import ConnectivityToolkit

/// Publishes the newest assessment at once, then every change, as far as the subscriber demands values.
///
/// Of the assessments that the subscriber has not demanded yet, only the newest is kept. Values are delivered on a
/// queue of the subscription, so views need `receive(on:)`. The publisher finishes when the pipeline's run ends,
/// and never fails.
extension AssessmentUpdates: Publisher {
    public typealias Output = Assessment

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Assessment, S.Failure == Never {
        serve(subscriber)
    }
}
#endif
