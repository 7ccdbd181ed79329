import ConnectivityCore

extension Pipeline {
    /// The shortest and the longest pause before a failed source is started again.
    private static var pauses: ClosedRange<Duration> { .seconds(1) ... .seconds(60) }

    /// Observes the source; if it fails, starts it again after a pause, unless a caller waits for one assessment.
    /// - Throws: The error of a source that fails before its first snapshot, or `CancellationError`.
    func observe(
        _ newest: NewestSnapshot,
        _ mailbox: AsyncStream<PipelineInput>.Continuation,
        isOnce: Bool
    ) async throws {
        var pause = Self.pauses.lowerBound
        while true {
            let start = clock.now
            do {
                return try await runs.calls.during("the source") {
                    try await parts.source.observe { if newest.store($0) { mailbox.yield(.interfacesChanged) } }
                }
            } catch  where !isOnce && newest.isKnown && !Task.isCancelled {
                if start.duration(to: clock.now) >= Self.pauses.upperBound { pause = Self.pauses.lowerBound }
                mailbox.yield(.sourceFailed(error, pause))
            }
            try await clock.sleep(for: pause)
            pause = min(pause * 2, Self.pauses.upperBound)
        }
    }
}
