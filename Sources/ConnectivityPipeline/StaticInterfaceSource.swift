public import ConnectivityCore

/// Reports one snapshot that never changes, for containers, tests and demonstrations.
public struct StaticInterfaceSource: InterfaceSource {
    /// The snapshot to report.
    public var snapshot: InterfaceSnapshot

    /// Creates a source.
    /// - Parameter snapshot: The snapshot to report.
    public init(_ snapshot: InterfaceSnapshot) { self.snapshot = snapshot }

    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        report(snapshot)
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
}
