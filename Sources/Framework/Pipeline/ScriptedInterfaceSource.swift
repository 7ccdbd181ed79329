public import ConnectivityCore

/// Reports snapshots at given times, for tests and demonstrations.
///
/// In code, the source by default ends after its last step, which ends the pipeline's run. In configuration its
/// name is `source.scripted`, and it continues until cancelled unless `ends` is true:
///
/// ```json
/// { "use": "source.scripted", "steps": [
///     { "interfaces": [{ "name": "wlan0", "kind": "wifi" }] },
///     { "after": 2, "interfaces": [] },
///     { "after": 1.5, "interfaces": [{ "name": "eth0" }] }
/// ] }
/// ```
///
/// Interfaces are written as for ``StaticInterfaceSource``. `after` is the time in seconds since the previous step,
/// by default 0. A step without `interfaces` only waits.
public struct ScriptedInterfaceSource<C: Clock>: InterfaceSource where C.Duration == Duration {
    package let steps: [(after: Duration, snapshot: InterfaceSnapshot?)]
    private let clock: C
    package let ends: Bool

    /// Creates a source from steps: the time to wait before each report, and the snapshot to report; with `nil` the
    /// step only waits.
    ///
    /// Unless `ends`, the observation continues without a change after the last step.
    public init(_ steps: [(after: Duration, snapshot: InterfaceSnapshot?)], clock: C, ends: Bool = true) {
        self.steps = steps
        self.clock = clock
        self.ends = ends
    }

    /// Reports the snapshots on the task of the call, each after its delay; a snapshot that equals the previous one is
    /// not reported again.
    ///
    /// - Throws: `CancellationError` after cancellation.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        var last: InterfaceSnapshot?
        for (delay, snapshot) in steps {
            try await clock.sleep(for: delay)
            if let snapshot, snapshot != last {
                last = snapshot
                report(snapshot)
            }
        }
        if ends { return }
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
}
