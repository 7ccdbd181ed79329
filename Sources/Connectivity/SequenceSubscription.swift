#if canImport(Combine)
package import Combine
import ConnectivitySupport
package import Dispatch

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// Serves a subscriber, on a queue.
    package func serve<S: Subscriber>(_ subscriber: S, on queue: DispatchQueue)
    where S.Input == Element, S.Failure == Never {
        subscriber.receive(
            subscription: SequenceSubscription(
                self,
                on: queue,
                receive: { subscriber.receive($0) },
                complete: { subscriber.receive(completion: .finished) }
            )
        )
    }
}

/// Hands the elements of a sequence to a subscriber as it asks for them, on a queue.
///
/// The sequence is iterated from the first demand until the subscription is cancelled; without demand it waits, and what
/// lies between is lost where the sequence keeps the newest element only.
///
/// `@unchecked Sendable`: the subscriber's closures are called on the queue only, one call after the other.
private final class SequenceSubscription<Elements: AsyncSequence & Sendable>: Subscription, @unchecked Sendable
where Elements.Element: Sendable, Elements.Failure == Never {
    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let elements: Elements
    private let queue: DispatchQueue
    private let receive: (Elements.Element) -> Subscribers.Demand
    private let complete: () -> Void
    private let state = Mutex(State())
    private let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(
        _ elements: Elements,
        on queue: DispatchQueue,
        receive: @escaping (Elements.Element) -> Subscribers.Demand,
        complete: @escaping () -> Void
    ) {
        self.elements = elements
        self.queue = queue
        self.receive = receive
        self.complete = complete
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { state in
            state.demand += demand
            guard state.task == nil, !state.isCancelled else { return }
            state.task = Task { await self.run() }
        }
        wake.yield()
    }

    func cancel() {
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
            guard let more = await hand({ self.receive(element) }) else { return }
            state.withLock { $0.demand = $0.demand - 1 + more }
        }
        _ = await hand { self.complete() }
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
