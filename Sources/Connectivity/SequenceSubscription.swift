#if canImport(Combine)
package import Combine
import ConnectivitySupport
package import Dispatch

extension AsyncSequence where Self: Sendable, Failure == Never {
    /// Serves a subscriber, on a queue.
    package func serve<S: Subscriber>(_ subscriber: S, on queue: DispatchQueue)
    where S.Input == Element, S.Failure == Never {
        subscriber.receive(subscription: SequenceSubscription(self, subscriber, on: queue))
    }
}

/// Hands the elements of a sequence to a subscriber as it asks for them, on a queue.
///
/// The sequence is iterated from the first demand until the subscription is cancelled; without demand it waits, and what
/// lies between is lost where the sequence keeps the newest element only.
package final class SequenceSubscription<Elements: AsyncSequence & Sendable, S: Subscriber>: Subscription,
    @unchecked Sendable
where S.Input == Elements.Element, S.Failure == Never, Elements.Failure == Never {
    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let elements: Elements
    private let subscriber: S
    private let queue: DispatchQueue
    private let state = Mutex(State())
    private let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    package init(_ elements: Elements, _ subscriber: S, on queue: DispatchQueue) {
        self.elements = elements
        self.subscriber = subscriber
        self.queue = queue
    }

    package func request(_ demand: Subscribers.Demand) {
        state.withLock { state in
            state.demand += demand
            guard state.task == nil, !state.isCancelled else { return }
            state.task = Task { await self.run() }
        }
        wake.yield()
    }

    package func cancel() {
        wake.finish()
        state.withLock { state in
            state.isCancelled = true
            state.task?.cancel()
        }
    }

    private func run() async {
        var wakes = wakes.makeAsyncIterator()
        var elements = elements.makeAsyncIterator()
        while !Task.isCancelled {
            guard state.withLock({ $0.demand > .none }) else {
                guard await wakes.next() != nil else { return }
                continue
            }
            guard let element = await elements.next(isolation: nil) else { break }
            guard let more = await hand({ self.subscriber.receive(element) }) else { return }
            state.withLock { $0.demand = $0.demand - 1 + more }
        }
        _ = await hand { self.subscriber.receive(completion: .finished) }
    }

    /// Calls the subscriber on the queue; `nil` where it has cancelled by then.
    private func hand<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: self.state.withLock({ $0.isCancelled }) ? nil : call())
            }
        }
    }
}
#endif
