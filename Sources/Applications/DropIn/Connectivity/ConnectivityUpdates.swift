import ConnectivityCore
import ConnectivityPipeline

/// An asynchronous sequence of the results of a ``Connectivity``.
public struct ConnectivityUpdates<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    private let owner: Connectivity
    private let element: @Sendable (Assessment, Assessment?) -> Element?

    /// Creates a sequence that retains `owner`.
    ///
    /// `element` makes an element from an assessment and the assessment of the previous element; `nil` skips the assessment.
    package init(_ owner: Connectivity, element: @escaping @Sendable (Assessment, Assessment?) -> Element?) {
        self.owner = owner
        self.element = element
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(owner: owner, element: element, base: owner.updates.listen())
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let owner: Connectivity
        fileprivate let element: @Sendable (Assessment, Assessment?) -> Element?
        fileprivate let base: AsyncStream<Assessment>
        fileprivate var last: Assessment?

        public mutating func next() async -> Element? {
            // The iterators of a stream share one buffer, so a new iterator can serve each call.
            var assessments = base.makeAsyncIterator()
            while let assessment = await assessments.next() {
                guard let new = element(assessment, last) else { continue }
                last = assessment
                return new
            }
            return nil
        }
    }
}

// An iterator belongs to the task that iterates.
@available(*, unavailable)
extension ConnectivityUpdates.AsyncIterator: Sendable {}
