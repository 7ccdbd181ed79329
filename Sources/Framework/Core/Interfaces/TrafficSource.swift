/// Sees the traffic of this device, without its contents, and reports whether it is answered.
///
/// What it reports saves requests or brings a round forward, and never decides (``TrafficHint``).
///
/// Laws for implementers:
/// - A hint is about the last minute. What still holds is reported again before a minute has passed.
/// - Probes of this process are no traffic.
/// - The resources of a source live exactly as long as the call, and no unstructured task is started.
public protocol TrafficSource: PipelinePart {
    /// Reports what is seen until cancellation.
    ///
    /// - Parameter report: Receives each hint. It returns at once and may be called on any thread.
    /// - Throws: An error that ends the observation; it is no error of the run, which continues without the source. After
    ///   cancellation, a `CancellationError`.
    func observe(_ report: @escaping @Sendable (TrafficHint) -> Void) async throws
}
