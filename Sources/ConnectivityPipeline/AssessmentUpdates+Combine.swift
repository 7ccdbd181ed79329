#if canImport(Combine)
public import Combine
public import ConnectivityCore
import ConnectivitySupport

/// The assessments for a subscriber: the newest at once, then every change, as far as it demands; of those that it did not
/// demand in time, the newest waits.
///
/// Values come on a queue of the subscription, so that views need `receive(on:)`. It finishes when the pipeline's run ends,
/// and never fails.
extension AssessmentUpdates: Publisher {
    public typealias Output = Assessment

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Assessment, S.Failure == Never {
        serve(subscriber)
    }
}
#endif
