/// Reports the network interfaces of a machine.
///
/// Laws for implementers:
/// - The first report comes as soon as the state is known, without waiting for a change.
/// - After a change the newest state is always reported; states in between may be left out.
/// - Two reports that follow each other differ.
/// - The resources of a backend live exactly as long as the call; no unstructured task is started.
public protocol InterfaceSource: Sendable {
    /// Reports the current snapshot at once, then after every change, until the task is cancelled.
    ///
    /// - Parameter report: Receives each snapshot, in order. It returns at once and may be called on any thread.
    /// - Throws: An error of the backend that ends the observation, `CancellationError` after cancellation.
    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws
}
