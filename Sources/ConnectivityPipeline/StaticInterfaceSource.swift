public import ConnectivityCore

/// Reports one snapshot that never changes, for containers, tests and demonstrations.
///
/// In configuration it is `source.static`, and a name is enough where the system tells nothing, as in a container:
///
/// ```json
/// { "use": "source.static", "interfaces": [{ "name": "eth0" }] }
/// ```
///
/// What is left out is as of an interface that works: up, with carrier, with an address that is not told (`0.0.0.0/0`) and
/// a default route without gateway for the family of each address; the index is the position in the list, from 1. An empty
/// list of `defaultRoutes` means that there is none. What `connectivityctl interfaces --json` prints can be pasted.
public struct StaticInterfaceSource: InterfaceSource {
    /// The snapshot to report.
    public var snapshot: InterfaceSnapshot

    /// Creates a source.
    /// - Parameter snapshot: The snapshot to report.
    public init(_ snapshot: InterfaceSnapshot) { self.snapshot = snapshot }

    /// Reports the snapshot at once, then nothing, until the task is cancelled.
    ///
    /// - Parameter report: Receives the snapshot.
    /// - Throws: `CancellationError` after cancellation.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        report(snapshot)
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
}

extension StaticInterfaceSource: Codable {
    /// Reads the object described above, without `use`.
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` where a name is missing or stands twice, or a value is of another type.
    public init(from decoder: any Decoder) throws { self.init(try InterfaceSnapshot(writtenIn: decoder)) }

    public func encode(to encoder: any Encoder) throws { try snapshot.encode(to: encoder) }
}
