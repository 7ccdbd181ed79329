#if canImport(Combine)
package import Combine
import ConnectivitySupport

/// Hands the elements of a sequence to a subscriber as it asks for them.
///
/// The sequence is iterated from the first demand until the subscription is cancelled; without demand it waits, and what
/// lies between is lost where the sequence keeps the newest element only.
package final class SequenceSubscription<Elements: AsyncSequence & Sendable, S: Subscriber>: Subscription,
    @unchecked Sendable
where S.Input == Elements.Element, S.Failure == Never, Elements.Failure == Never {
    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        var task: Task<Void, Never>?
    }

    private let elements: Elements
    private let subscriber: S
    private let state = Mutex(State())
    private let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    package init(_ elements: Elements, _ subscriber: S) {
        self.elements = elements
        self.subscriber = subscriber
    }

    package func request(_ demand: Subscribers.Demand) {
        state.withLock { state in
            state.demand += demand
            guard state.task == nil else { return }
            state.task = Task { await self.run() }
        }
        wake.yield()
    }

    package func cancel() {
        wake.finish()
        state.withLock { $0.task?.cancel() }
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
            guard !Task.isCancelled else { return }
            let more = subscriber.receive(element)
            state.withLock { $0.demand = $0.demand - 1 + more }
        }
        if !Task.isCancelled { subscriber.receive(completion: .finished) }
    }
}
#endif
