public import ConnectivityCore
public import ConnectivitySignIn
import ConnectivityToolkit

/// A notifier that stores every event that it receives.
public final class RecordingNotifier: Notifier {
    private let state = Lock<[PipelineEvent]>([])

    /// Creates a notifier that has received nothing.
    public init() {}

    /// All events, in order.
    public var events: [PipelineEvent] { state.withLock { $0 } }
    /// The assessments of all changes, in order.
    public var assessments: [Assessment] {
        events.compactMap { if case .assessmentChanged(let assessment) = $0 { assessment } else { nil } }
    }
    /// The assessments that confirmed an earlier one, in order.
    public var confirmations: [Assessment] {
        events.compactMap { if case .assessmentConfirmed(let assessment) = $0 { assessment } else { nil } }
    }
    /// The reports of all probes, in order.
    public var reports: [EndpointReport] {
        events.compactMap { if case .probeEnded(let report) = $0 { report } else { nil } }
    }
    /// The assessment of each round, in order.
    public var rounds: [Assessment] {
        events.compactMap { if case .roundEnded(let assessment) = $0 { assessment } else { nil } }
    }
    /// The failures of the interface source, in order, each with the pause until it was started again.
    package var sourceFailures: [(error: any Error, pause: Duration)] {
        events.compactMap { event in
            if case .sourceFailed(let error, restartingAfter: let pause) = event { (error, pause) } else { nil }
        }
    }
    /// The reports of sign-in agents, in order.
    public var signIns: [SignInReport] {
        observations.compactMap { $0.decoded() }
    }
    /// The observations of companions, in order, without confirmations of an earlier observation.
    public var observations: [CompanionObservation] {
        events.compactMap { if case .observed(let observation) = $0, observation.isChange { observation } else { nil } }
    }
    /// The error of each run that has ended, in order; `nil` if the source of the run did not fail.
    public var ends: [(any Error)?] {
        events.compactMap { event -> (any Error)?? in
            if case .runEnded(throwing: let error) = event { .some(error) } else { nil }
        }
    }
    /// Whether at least one run has ended.
    package var isFinished: Bool { !ends.isEmpty }

    public var mailbox: NotifierMailbox { .all(upTo: 10_000) }

    public func handle(_ event: PipelineEvent) async { state.withLock { $0.append(event) } }
}
