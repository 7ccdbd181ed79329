public import ConnectivityCore
import ConnectivitySupport

/// The assessments of a pipeline as an asynchronous sequence, for any number of listeners.
///
/// Each listener gets the newest assessment of the run at once, then every change. One that is slow loses what lies between,
/// never the newest, and delays nobody. The sequence ends when the pipeline's run ends: who begins to listen after that gets
/// nothing but the end, because nobody knows whether the old assessment still holds. A later run serves new listeners.
public final class AssessmentUpdates: Notifier, AsyncSequence {
    public typealias Failure = Never

    private struct State {
        var newest: Assessment?
        /// Whether the newest is of the run that goes on.
        var isCurrent = false
        var isFinished = false
        var nextID = 0
        var listeners: [Int: AsyncStream<Assessment>.Continuation] = [:]

        /// The listeners in the order in which they began, because that of a dictionary is another one in every run.
        var inOrder: [AsyncStream<Assessment>.Continuation] {
            listeners.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private let state = Mutex(State())

    /// Creates a sequence that waits for its first assessment.
    public init() {}

    /// The newest assessment, with the time at which it was last confirmed; `nil` before the first.
    ///
    /// It stays after the end of a run.
    public var newest: Assessment? { state.withLock { $0.newest } }

    /// The number of listeners that wait for assessments, for tests.
    package var listenerCount: Int { state.withLock { $0.listeners.count } }

    public var mailbox: NotifierMailbox { .all([.changes, .confirmations], upTo: 100) }

    public func assessmentChanged(_ assessment: Assessment) async { put(assessment) }

    public func assessmentConfirmed(_ assessment: Assessment) async { state.withLock { $0.newest = assessment } }

    public func runEnded(throwing error: (any Error)?) async { finish() }

    /// Gives an assessment to every listener, on any thread and without waiting.
    package func put(_ assessment: Assessment) {
        let listeners = state.withLock { state in
            state.newest = assessment
            state.isCurrent = true
            state.isFinished = false
            return state.inOrder
        }
        for listener in listeners { listener.yield(assessment) }
    }

    /// Ends every listener.
    package func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            state.isCurrent = false
            defer { state.listeners = [:] }
            return state.inOrder
        }
        for listener in listeners { listener.finish() }
    }

    /// Lets those that begin to listen from now on wait for what follows, before the first of it has come.
    ///
    /// - Parameter anew: Whether what is known is of another run even if that one has not ended.
    package func reopen(anew: Bool = false) {
        state.withLock { state in
            if anew || state.isFinished { state.isCurrent = false }
            state.isFinished = false
        }
    }

    /// Begins listening.
    ///
    /// Listening ends with the iterator, with the task that iterates, or with the pipeline's run.
    ///
    /// - Returns: An iterator that gives the newest assessment of the run first.
    public func makeAsyncIterator() -> AsyncStream<Assessment>.Iterator {
        let (stream, listener) = AsyncStream.makeStream(of: Assessment.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            // Under the lock, so that no change can come between the newest assessment and the listening.
            if state.isCurrent, let newest = state.newest { listener.yield(newest) }
            guard !state.isFinished else { return nil }
            defer { state.nextID += 1 }
            state.listeners[state.nextID] = listener
            return state.nextID
        }
        guard let id else {
            listener.finish()
            return stream.makeAsyncIterator()
        }
        listener.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream.makeAsyncIterator()
    }
}
