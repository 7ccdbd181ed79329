public import ConnectivityCore

/// Reports snapshots at stated times, then ends, which ends the pipeline's run.
public struct ScriptedInterfaceSource<C: Clock>: InterfaceSource where C.Duration == Duration {
    private let steps: [(after: Duration, snapshot: InterfaceSnapshot?)]
    private let clock: C

    /// Creates a source.
    /// - Parameters:
    ///   - steps: How long to wait before each report, and what to report; `nil` reports nothing and only waits.
    ///   - clock: Waits.
    public init(_ steps: [(after: Duration, snapshot: InterfaceSnapshot?)], clock: C) {
        self.steps = steps
        self.clock = clock
    }

    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        for (delay, snapshot) in steps {
            try await clock.sleep(for: delay)
            if let snapshot { report(snapshot) }
        }
    }
}
