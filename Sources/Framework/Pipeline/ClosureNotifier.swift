public import ConnectivityCore

/// A notifier that calls a closure for each change.
public struct ClosureNotifier: Notifier {
    private let body: @Sendable (Assessment) -> Void

    /// Creates a notifier.
    ///
    /// The closure is called on the task of the notifier; up to 100 changes wait during a call.
    public init(_ body: @escaping @Sendable (Assessment) -> Void) { self.body = body }

    public var mailbox: NotifierMailbox { .all(.changes, upTo: 100) }

    public func handle(_ event: PipelineEvent) async {
        if case .assessmentChanged(let assessment) = event { body(assessment) }
    }
}
