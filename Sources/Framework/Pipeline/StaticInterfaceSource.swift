public import ConnectivityCore

/// Reports one snapshot that never changes, for containers, tests and demonstrations.
///
/// In configuration its name is `source.static`. A name is sufficient, for example in a container without other data:
///
/// ```json
/// { "use": "source.static", "interfaces": [{ "name": "eth0" }] }
/// ```
///
/// Members that are left out describe a working interface: up, with carrier, with an unspecified address (`0.0.0.0/0`), and with
/// a default route without a gateway for the family of each address. The index is the position in the list, from 1. An empty list
/// of `defaultRoutes` means that there is no default route. The output of `connectivityctl interfaces --json` can be used here.
public struct StaticInterfaceSource: InterfaceSource {
    /// The snapshot to report.
    public var snapshot: InterfaceSnapshot

    /// Creates a source.
    public init(_ snapshot: InterfaceSnapshot) { self.snapshot = snapshot }

    /// Reports the snapshot at once, then nothing, until the task is cancelled.
    ///
    /// - Throws: `CancellationError` after cancellation.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        report(snapshot)
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
}
