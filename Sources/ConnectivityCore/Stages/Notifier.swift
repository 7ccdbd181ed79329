/// Is told of every change.
public protocol Notifier: Sendable {
    /// Receives a change.
    ///
    /// The pipeline waits for the call before it tells the next notifier and takes the next input, so a slow notifier
    /// delays the pipeline; ``AssessmentUpdates`` never does.
    ///
    /// - Parameter assessment: The newest assessment, which differs in its conclusion from the one before.
    func notify(_ assessment: Assessment) async

    /// Learns that no change will follow, because the pipeline's run has ended.
    func finish()
}

extension Notifier {
    public func finish() {}
}
