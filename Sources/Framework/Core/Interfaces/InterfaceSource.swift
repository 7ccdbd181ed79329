/// Reports the network interfaces of this device.
///
/// Laws for implementers:
/// - The first report is made as soon as the state is known, without waiting for a change.
/// - After a change the newest state is always reported; intermediate states may be omitted.
/// - Two consecutive reports differ.
/// - The resources of a backend live exactly as long as the call, and no unstructured task is started.
public protocol InterfaceSource: PipelinePart {
    /// Reports the current snapshot as soon as it is known, then after every change, until cancellation.
    ///
    /// - Parameter report: Receives each snapshot, in order. It returns at once and may be called on any thread.
    /// - Throws: An error of the backend that ends the observation, or `CancellationError` after cancellation.
    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws
}
