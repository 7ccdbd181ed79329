package import ConnectivityCore
import ConnectivityPipeline

/// What a ``Connectivity`` comes to know, as an asynchronous sequence.
public struct ConnectivityUpdates<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    private let owner: Connectivity
    private let element: @Sendable (Assessment, Assessment?) -> Element?

    /// Creates a sequence.
    /// - Parameters:
    ///   - owner: Is kept as long as the sequence or an iterator.
    ///   - element: Makes an element of an assessment and the one that the element before was of; `nil` leaves it out.
    package init(_ owner: Connectivity, element: @escaping @Sendable (Assessment, Assessment?) -> Element?) {
        self.owner = owner
        self.element = element
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(owner: owner, element: element, base: owner.updates.makeAsyncIterator())
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let owner: Connectivity
        fileprivate let element: @Sendable (Assessment, Assessment?) -> Element?
        fileprivate var base: AsyncStream<Assessment>.Iterator
        fileprivate var last: Assessment?

        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        public mutating func next(isolation: isolated (any Actor)?) async -> Element? {
            while let assessment = await base.next(isolation: isolation) {
                guard let new = element(assessment, last) else { continue }
                last = assessment
                return new
            }
            return nil
        }
    }
}

// An iterator is of the task that iterates.
@available(*, unavailable)
extension ConnectivityUpdates.AsyncIterator: Sendable {}
