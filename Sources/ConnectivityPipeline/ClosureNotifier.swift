public import ConnectivityCore

/// A closure as a notifier.
public struct ClosureNotifier: Notifier {
    private let body: @Sendable (Assessment) -> Void

    /// Creates a notifier.
    /// - Parameter body: Receives each change, on the task of the pipeline's run, which waits for it.
    public init(_ body: @escaping @Sendable (Assessment) -> Void) { self.body = body }

    public func notify(_ assessment: Assessment) async { body(assessment) }
}
