public import ConnectivityCore
import ConnectivitySupport

/// Keeps every assessment that it is told.
public final class RecordingNotifier: Notifier {
    private let state = Mutex((assessments: [Assessment](), isFinished: false))

    /// Creates a notifier that has been told nothing.
    public init() {}

    /// The assessments, in order.
    public var assessments: [Assessment] { state.withLock { $0.assessments } }
    /// Whether the run has ended.
    public var isFinished: Bool { state.withLock { $0.isFinished } }

    public func notify(_ assessment: Assessment) async { state.withLock { $0.assessments.append(assessment) } }
    public func finish() { state.withLock { $0.isFinished = true } }
}
