import ConnectivityCore

extension Pipeline {
    /// The pause before a failed source of traffic is started again.
    private static var trafficPause: Duration { .seconds(60) }

    /// Observes the traffic of the device until the run ends; a source that fails is reported, and started again after a pause.
    func observe(
        _ traffic: any TrafficSource,
        _ hints: HintBox,
        _ mailbox: AsyncStream<PipelineInput>.Continuation
    ) async {
        while !Task.isCancelled {
            do {
                try await runs.calls.during("the source of traffic") {
                    try await traffic.observe { if hints.store($0) { mailbox.yield(.hinted) } }
                }
                return
            } catch  where !Task.isCancelled {
                mailbox.yield(.sourceFailed(error, Self.trafficPause))
            } catch {
                return
            }
            try? await clock.sleep(for: Self.trafficPause)
        }
    }
}
