#if canImport(Combine)
public import Combine
public import ConnectivityCore
internal import Synchronization

/// The assessments of a pipeline as a Combine publisher, for any number of subscribers.
///
/// A notifier: give it to a pipeline. Each subscriber gets the newest assessment at once, then every change, as far as it
/// demands; of those that it did not demand in time, the newest waits. Values come on the pipeline's threads, so that views
/// need `receive(on:)`. The publisher finishes when the pipeline's run ends, and never fails.
public final class AssessmentPublisher: Notifier, Publisher {
    public typealias Output = Assessment
    public typealias Failure = Never

    private struct State {
        var newest: Assessment?
        var isFinished = false
        var nextID = 0
        var receivers: [Int: any AssessmentReceiver] = [:]

        /// The subscribers in the order in which they came.
        var inOrder: [any AssessmentReceiver] { receivers.sorted { $0.key < $1.key }.map(\.value) }
    }

    private let state = Mutex(State())

    /// Creates a publisher that waits for its first assessment.
    public init() {}

    public func notify(_ assessment: Assessment) async {
        let receivers = state.withLock { state in
            state.newest = assessment
            state.isFinished = false
            return state.inOrder
        }
        for receiver in receivers { receiver.offer(assessment) }
    }

    public func finish() {
        let receivers = state.withLock { state in
            state.isFinished = true
            defer { state.receivers = [:] }
            return state.inOrder
        }
        for receiver in receivers { receiver.finish() }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Assessment, S.Failure == Never {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        let subscription = AssessmentSubscription(subscriber) { [weak self] in
            self?.state.withLock { _ = $0.receivers.removeValue(forKey: id) }
        }
        state.withLock { state in
            if let newest = state.newest { subscription.offer(newest) }
            if state.isFinished { subscription.finish() } else { state.receivers[id] = subscription }
        }
        // Nothing is delivered before the start, so that this is the first that the subscriber hears.
        subscriber.receive(subscription: subscription)
        subscription.start()
    }
}

/// A subscriber, whatever its type.
private protocol AssessmentReceiver: Sendable {
    func offer(_ assessment: Assessment)
    func finish()
}

/// What stands between the publisher and one subscriber.
///
/// `@unchecked Sendable`: the subscriber is the only part that is not, and it is called on any thread as Combine allows, one
/// call after the other.
private final class AssessmentSubscription<S: Subscriber>: Subscription, AssessmentReceiver, @unchecked Sendable
where S.Input == Assessment, S.Failure == Never {
    private let subscriber: S
    private let onCancel: @Sendable () -> Void
    private let pending = Mutex(NewestOnDemand<Assessment>())

    init(_ subscriber: S, onCancel: @escaping @Sendable () -> Void) {
        self.subscriber = subscriber
        self.onCancel = onCancel
    }

    func start() { change { $0.start() } }

    func offer(_ assessment: Assessment) { change { $0.offer(assessment) } }

    func request(_ demand: Subscribers.Demand) { change { $0.want(demand.max) } }

    func finish() { change { $0.finish() } }

    func cancel() {
        pending.withLock { $0.cancel() }
        onCancel()
    }

    private func change(_ change: (inout NewestOnDemand<Assessment>) -> Void) {
        var delivery = pending.withLock { pending in
            change(&pending)
            return pending.take()
        }
        while let current = delivery {
            switch current {
            case .value(let assessment):
                let more = subscriber.receive(assessment)
                delivery = pending.withLock { $0.delivered(wanting: more.max) }
            case .completion:
                subscriber.receive(completion: .finished)
                delivery = nil
            }
        }
    }
}
#endif
