#if canImport(Combine)
package import Combine
package import Dispatch

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// Delivers the elements of the sequence to a subscriber, on a queue.
    package func serve<S: Subscriber>(
        _ subscriber: S,
        on queue: DispatchQueue = DispatchQueue(label: "connectivity.subscriber")
    ) where S.Input == Element, S.Failure == Never {
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

/// Delivers the elements of a sequence to a subscriber on demand, on a queue.
///
/// The sequence is iterated from the first request until the subscription is cancelled. Without demand, only the newest
/// element is kept. The completion needs no demand, but follows a kept element.
///
/// `@unchecked Sendable`: the subscriber's closures are called only on the queue, one call after the other.
private final class SequenceSubscription<Elements: AsyncSequence & Sendable>: Subscription, @unchecked Sendable
where Elements.Element: Sendable, Elements.Failure == Never {
    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        var newest: Elements.Element?
        var isFinished = false
        var isCancelled = false
        var task: Task<Void, Never>?

        /// Removes the element to deliver now; `nil` if nothing is buffered or demanded.
        mutating func take() -> Elements.Element? {
            guard !isCancelled, demand > .none, let element = newest else { return nil }
            newest = nil
            demand = demand - 1
            return element
        }

        /// Returns whether to deliver the completion now; `true` at most once.
        mutating func takeEnd() -> Bool {
            guard !isCancelled, isFinished, newest == nil else { return false }
            isCancelled = true
            return true
        }
    }

    private let elements: Elements
    private let queue: DispatchQueue
    private let receive: (Elements.Element) -> Subscribers.Demand
    private let complete: () -> Void
    private let state = Lock(State())

    init(
        _ elements: Elements,
        on queue: DispatchQueue,
        receive: @escaping (Elements.Element) -> Subscribers.Demand,
        complete: @escaping () -> Void
    ) {
        self.elements = elements
        // A concurrent queue is used serially.
        self.queue = DispatchQueue(label: "connectivity.subscription", target: queue)
        self.receive = receive
        self.complete = complete
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { state in
            state.demand += demand
            guard state.task == nil, !state.isCancelled else { return }
            state.task = Task { await self.run() }
        }
        queue.async { self.deliver() }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.newest = nil
            state.task?.cancel()
        }
    }

    private func run() async {
        for await element in elements {
            state.withLock { $0.newest = element }
            await delivery()
        }
        state.withLock { $0.isFinished = true }
        await delivery()
    }

    /// Delivers due elements and waits for the delivery, so that a subscriber with enough demand loses nothing.
    private func delivery() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.deliver()
                continuation.resume()
            }
        }
    }

    private func deliver() {
        while let element = state.withLock({ $0.take() }) {
            let more = receive(element)
            state.withLock { $0.demand += more }
        }
        if state.withLock({ $0.takeEnd() }) { complete() }
    }
}
#endif
