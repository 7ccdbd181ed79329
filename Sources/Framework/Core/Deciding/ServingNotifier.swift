/// A notifier that also works between events: it answers requests, or repeats something periodically.
///
/// Law for implementers: ``serve(_:)`` ends at once when its task is cancelled.
public protocol ServingNotifier: Notifier {
    /// Works alongside one run.
    ///
    /// A pipeline calls it when a run begins, in a separate task; events are delivered at the same time. The task is
    /// cancelled after ``PipelineEvent/runEnded(throwing:)``, and at once if the run is cancelled. If the call throws, this is
    /// counted like a failed event, and the call is repeated after a pause of one second, which doubles each time up to
    /// a minute. If it returns, it is not called again in this run.
    ///
    /// - Parameter run: What the notifier can learn about the run, and what it can ask of it.
    /// - Throws: Any error that keeps the notifier from its work.
    func serve(_ run: NotifierRun) async throws
}

/// A run, as a ``ServingNotifier`` sees it; it may be used after the end of the run, and on any thread.
public struct NotifierRun: Sendable {
    private let readStatistics: @Sendable () -> [NotifierStatistics]
    private let look: @Sendable () -> Void
    private let beginSignIn: @Sendable () -> Void
    private let count: @Sendable (any Error) -> Void

    /// Creates a run; pipelines create theirs, and tests of a notifier create others.
    /// - Parameters:
    ///   - statistics: Returns the statistics of all notifiers, in their order.
    ///   - lookNow: Requests a round.
    ///   - signInBegan: Reports that a person has begun to sign in.
    ///   - failed: Counts a failure.
    public init(
        statistics: @escaping @Sendable () -> [NotifierStatistics] = { [] },
        lookNow: @escaping @Sendable () -> Void = {},
        signInBegan: @escaping @Sendable () -> Void = {},
        failed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        readStatistics = statistics
        look = lookNow
        beginSignIn = signInBegan
        count = failed
    }

    /// Returns the same run with another way to count failures.
    package func counting(_ count: @escaping @Sendable (any Error) -> Void) -> NotifierRun {
        NotifierRun(statistics: readStatistics, lookNow: look, signInBegan: beginSignIn, failed: count)
    }

    /// The statistics of all notifiers of the pipeline, in their order.
    public var statistics: [NotifierStatistics] { readStatistics() }

    /// Requests a round now, without waiting for the next scheduled one; returns at once.
    ///
    /// Several requests before the round begins lead to one round, and there is at most one such round per second.
    public func lookNow() { look() }

    /// Reports that a person has begun to sign in, see `Pipeline.signInBegan()`; returns at once.
    public func signInBegan() { beginSignIn() }

    /// Counts a failure between events, after which the notifier continues; returns at once.
    ///
    /// It appears in the ``statistics`` like a call that threw.
    ///
    /// - Parameter error: The error; its text is kept as ``NotifierStatistics/lastFailure``.
    public func failed(_ error: any Error) { count(error) }
}
