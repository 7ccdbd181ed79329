public import ConnectivityCore
import ConnectivityToolkit

/// The assessments of a pipeline as an asynchronous sequence, for any number of listeners.
///
/// It is one of the pipeline's notifiers:
///
/// ```swift
/// let updates = AssessmentUpdates()
/// let pipeline = try Pipeline.standard { updates }
/// async let run: Void = pipeline.run()
/// for await assessment in updates { print(assessment.access.name, assessment.reason) }
/// try await run
/// ```
///
/// Each listener receives the newest assessment of the run at once, then every change. A slow listener misses
/// assessments in between but never the newest one, and delays no other listener. The sequence ends when the pipeline's
/// run ends. A listener that begins before a run, or between two runs, waits for the next one. There is one exception:
/// if a run failed without a listener, the next listener ends at once, because it may be meant for that run.
public final class AssessmentUpdates: Notifier, AsyncSequence {
    public typealias Failure = Never

    private struct State {
        /// The newest assessment of the run in progress.
        var newest: Assessment?
        var isRunning = false
        /// Whether the last run failed without a listener.
        var hasFailedUnobserved = false
        var nextID = 0
        var listeners: [Int: AsyncStream<Assessment>.Continuation] = [:]

        /// The listeners in the order in which they began; the order of a dictionary differs in every process.
        var inOrder: [AsyncStream<Assessment>.Continuation] {
            listeners.sortedByKey.map(\.value)
        }
    }

    private let state = Lock(State())

    /// Creates a sequence that waits for its first assessment.
    public init() {}

    /// The newest assessment of the run in progress, with the time at which it was last confirmed.
    ///
    /// `nil` before the first assessment of the run and after its end, because the facts may have changed;
    /// ``Pipeline/lastAssessment`` keeps it.
    public var newest: Assessment? { state.withLock { $0.newest } }

    /// Whether the run in progress reports, by a final decision, that the Internet is reachable.
    ///
    /// `false` before the first assessment of the run and after its end.
    public var isOnline: Bool { newest?.isOnline == true }

    /// Waits until the run in progress, or the next run, reports that the Internet is reachable.
    ///
    /// Returns at once if the run reports so now. Decisions that are not final do not end the wait. Without a timeout, the
    /// wait lasts as long as the run.
    ///
    /// - Returns: Whether the Internet is reachable; `false` if the timeout expires, the run ends, or the task is cancelled.
    /// - Throws: A ``PipelineNotRunning`` if no run has begun within the timeout, or within ten seconds: then no pipeline has
    ///   these updates among its notifiers, or none was run.
    public func waitUntilOnline(
        timeout: Duration? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws(PipelineNotRunning) -> Bool {
        let start = Swift.min(timeout ?? Self.startLimit, Self.startLimit)
        let isOnline: Bool? = await withTaskGroup(of: Bool?.self) { group in
            group.addTask { [self] in await contains { $0.isOnline } }
            group.addTask {
                try? await clock.sleep(for: start)
                return nil
            }
            defer { group.cancelAll() }
            if let isOnline = await group.next() ?? nil { return isOnline }
            if !isRunning, !Task.isCancelled { return nil }
            if let timeout {
                group.addTask {
                    try? await clock.sleep(for: timeout - start)
                    return false
                }
            }
            return (await group.next() ?? nil) ?? false
        }
        guard let isOnline else { throw PipelineNotRunning(limit: start) }
        return isOnline
    }

    /// The time limit for the beginning of a run while a caller waits.
    private static let startLimit = Duration.seconds(10)

    private var isRunning: Bool { state.withLock { $0.isRunning } }

    /// The number of listeners that wait for assessments, for tests.
    package var listenerCount: Int { state.withLock { $0.listeners.count } }

    public var mailbox: NotifierMailbox { .all([.changes, .confirmations], upTo: 100) }

    public func handle(_ event: PipelineEvent) async {
        switch event {
        case .runBegan(from: let earlier):
            // The stored assessment is of another run, even if that run has not ended.
            state.withLock { ($0.newest, $0.isRunning, $0.hasFailedUnobserved) = (nil, true, false) }
            if let earlier { send(earlier) }
        case .assessmentChanged(let assessment): send(assessment)
        case .assessmentConfirmed(let assessment): state.withLock { $0.newest = assessment }
        case .runEnded(throwing: let error): finish(isFailure: error != nil)
        default: break
        }
    }

    /// Sends an assessment to every listener, on any thread and without waiting.
    package func send(_ assessment: Assessment) {
        let listeners = state.withLock { state in
            state.newest = assessment
            state.isRunning = true
            return state.inOrder
        }
        for listener in listeners { listener.yield(assessment) }
    }

    /// Ends every listener.
    package func finish() { finish(isFailure: false) }

    private func finish(isFailure: Bool) {
        let listeners = state.withLock { state in
            (state.newest, state.isRunning) = (nil, false)
            state.hasFailedUnobserved = isFailure && state.listeners.isEmpty
            defer { state.listeners = [:] }
            return state.inOrder
        }
        for listener in listeners { listener.finish() }
    }

    /// Begins listening.
    ///
    /// Listening ends with the iterator, with the task that iterates, or with the pipeline's run. The first element is
    /// the newest assessment of the run.
    public func makeAsyncIterator() -> AsyncStream<Assessment>.Iterator { listen().makeAsyncIterator() }

    /// Begins listening; the stream behaves like the iterator of ``makeAsyncIterator()``.
    package func listen() -> AsyncStream<Assessment> {
        let (stream, listener) = AsyncStream.makeStream(of: Assessment.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            // Yields under the lock, so that no change can occur between the newest assessment and the registration.
            if let newest = state.newest { listener.yield(newest) }
            guard !state.hasFailedUnobserved else {
                state.hasFailedUnobserved = false
                return nil
            }
            defer { state.nextID += 1 }
            state.listeners[state.nextID] = listener
            return state.nextID
        }
        guard let id else {
            listener.finish()
            return stream
        }
        listener.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }
}

extension Assessment {
    fileprivate var isOnline: Bool { access == .online && isFinal }
}

/// The error of a wait that cannot succeed, because no running pipeline reports to the ``AssessmentUpdates``.
public struct PipelineNotRunning: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time for which the caller waited for a run.
    public let limit: Duration

    package init(limit: Duration) { self.limit = limit }

    /// The remedy, on one line.
    public var description: String {
        "no run of a pipeline with these updates has begun within \(limit); give them to its notifiers, and call run()"
    }
}
