public import ConnectivityCore
import ConnectivitySupport

/// A notifier that keeps every event that it receives.
public final class RecordingNotifier: Notifier {
    private struct State {
        var assessments: [Assessment] = []
        var confirmations: [Assessment] = []
        var reports: [EndpointReport] = []
        var rounds: [Assessment] = []
        var portalEvents: [(event: PortalEvent, path: PathAssessment)] = []
        var sourceFailures: [(error: any Error, pause: Duration)] = []
        var ends: [(any Error)?] = []
    }

    private let state = Mutex(State())

    /// Creates a notifier that has received nothing.
    public init() {}

    /// The assessments of all changes, in order.
    public var assessments: [Assessment] { state.withLock { $0.assessments } }
    /// The assessments that confirmed an earlier one, in order.
    public var confirmations: [Assessment] { state.withLock { $0.confirmations } }
    /// The reports of all probes, in order.
    public var reports: [EndpointReport] { state.withLock { $0.reports } }
    /// The assessment of each round, in order.
    public var rounds: [Assessment] { state.withLock { $0.rounds } }
    /// The stages of portals, in order, each with the assessment of its path.
    public var portalEvents: [(event: PortalEvent, path: PathAssessment)] { state.withLock { $0.portalEvents } }
    /// The failures of the interface source, in order, each with the pause until it was started again.
    public var sourceFailures: [(error: any Error, pause: Duration)] { state.withLock { $0.sourceFailures } }
    /// The error of each run that has ended, in order; `nil` if the source of the run did not fail.
    public var ends: [(any Error)?] { state.withLock { $0.ends } }
    /// Whether at least one run has ended.
    public var isFinished: Bool { !ends.isEmpty }

    public var mailbox: NotifierMailbox { .all(upTo: 10_000) }

    public func assessmentChanged(_ assessment: Assessment) async {
        state.withLock { $0.assessments.append(assessment) }
    }
    public func assessmentConfirmed(_ assessment: Assessment) async {
        state.withLock { $0.confirmations.append(assessment) }
    }
    public func portalChanged(_ event: PortalEvent, on path: PathAssessment) async {
        state.withLock { $0.portalEvents.append((event, path)) }
    }
    public func sourceFailed(_ error: any Error, restartingAfter pause: Duration) async {
        state.withLock { $0.sourceFailures.append((error, pause)) }
    }
    public func probeEnded(_ report: EndpointReport) async { state.withLock { $0.reports.append(report) } }
    public func roundEnded(_ assessment: Assessment) async { state.withLock { $0.rounds.append(assessment) } }
    public func runEnded(throwing error: (any Error)?) async { state.withLock { $0.ends.append(error) } }
}
