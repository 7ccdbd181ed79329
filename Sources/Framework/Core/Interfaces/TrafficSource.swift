/// Observes the traffic of this device, without its contents, and reports whether it is answered.
///
/// Its reports save requests or bring a round forward, and never decide (``TrafficHint``).
///
/// Laws for implementers:
/// - A hint is about the last minute. A fact that still holds is reported again before a minute has passed.
/// - Probes of this process do not count as traffic.
/// - The resources of a source live exactly as long as the call, and no unstructured task is started.
public protocol TrafficSource: PipelinePart {
    /// Reports observations until cancellation.
    ///
    /// - Parameter report: Receives each hint. It returns at once and may be called on any thread.
    /// - Throws: An error that ends the observation but not the run, which continues without the source. After cancellation, a
    ///   `CancellationError`.
    func observe(_ report: @escaping @Sendable (TrafficHint) -> Void) async throws
}
