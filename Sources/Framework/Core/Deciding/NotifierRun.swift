/// A run, for a ``Notifier`` that serves; it may be used after the end of the run, and on any thread.
public struct NotifierRun: Sendable {
    private let readStatistics: @Sendable () -> [NotifierRun.Statistics]
    private let look: @Sendable () -> Void
    private let beginSignIn: @Sendable () -> Void
    private let count: @Sendable (any Error) -> Void
    private var dropped: @Sendable () -> Int = { 0 }

    /// Creates a run; pipelines create theirs, and tests of a notifier create their own.
    public init(
        statistics: @escaping @Sendable () -> [NotifierRun.Statistics] = { [] },
        lookNow: @escaping @Sendable () -> Void = {},
        signInBegan: @escaping @Sendable () -> Void = {},
        failed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        readStatistics = statistics
        look = lookNow
        beginSignIn = signInBegan
        count = failed
    }

    /// Returns the same run with another counter of failures, and the number of events that one notifier lost.
    package func counting(
        _ count: @escaping @Sendable (any Error) -> Void,
        dropped: @escaping @Sendable () -> Int
    ) -> NotifierRun {
        var run = NotifierRun(statistics: readStatistics, lookNow: look, signInBegan: beginSignIn, failed: count)
        run.dropped = dropped
        return run
    }

    /// The number of events that the notifier lost in this run, because a newer one replaced them or it was too slow.
    package var droppedCount: Int { dropped() }

    /// The statistics of all notifiers of the pipeline, in their order.
    public var statistics: [NotifierRun.Statistics] { readStatistics() }

    /// Requests a round now, without waiting for the next scheduled one; returns at once.
    ///
    /// Several requests before the round begins lead to one round, and there is at most one such round per second.
    public func lookNow() { look() }

    /// Reports that a person has begun to sign in, as `Pipeline.signInBegan()` does; returns at once.
    public func signInBegan() { beginSignIn() }

    /// Counts a failure between events, after which the notifier continues; returns at once.
    ///
    /// It appears in the ``statistics`` like a call that threw, with its text as `NotifierRun.Statistics.lastFailure`.
    public func failed(_ error: any Error) { count(error) }
}
