public import ConnectivityCore

/// A closure as a notifier of changes.
public struct ClosureNotifier: Notifier {
    private let body: @Sendable (Assessment) -> Void

    /// Creates a notifier.
    /// - Parameter body: Receives each change, on the task of the notifier; up to a hundred wait while it is busy.
    public init(_ body: @escaping @Sendable (Assessment) -> Void) { self.body = body }

    public var mailbox: NotifierMailbox { .all(.changes, upTo: 100) }

    public func assessmentChanged(_ assessment: Assessment) async { body(assessment) }
}
