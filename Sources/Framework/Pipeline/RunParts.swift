package import ConnectivityCore

/// The parts of a run, which a test may replace to replay or record the requests of a pipeline.
package struct RunParts: Sendable {
    /// The initial state machine of the run.
    @Shared package private(set) var machine: ConnectivityMachine
    package var source: any InterfaceSource
    package var prober: any Prober
    package var traffic: (any TrafficSource)?
    package var companions: [any Companion]
    package var clock: AnyClock
    package var civilTime: @Sendable () -> Timestamp
    package var draw: @Sendable () -> UInt32
    package var observer: (@Sendable (ConnectivityMachine.Step) -> Void)?
    /// Receives each request before it is sent, on the task that sends it.
    package var asked: (@Sendable (ProbeRequest, ProbePurpose) -> Void)?
    /// Returns the time to wait instead of the planned time; `elapsed` is the time since the run began.
    package var wait: (@Sendable (_ planned: Duration, _ elapsed: Duration) -> Duration)?
    /// Whether witnesses testify about answers, and companions do work; otherwise the testimony that the prober returns stands.
    package var asksOutside = true
}

/// Returns the parts for a run of a pipeline under test; called first on the task of the run.
package typealias PipelineReplacement = @Sendable (_ parts: RunParts, _ isOnce: Bool) -> RunParts

/// The purpose of a request.
public enum ProbePurpose: String, Hashable, Sendable, CaseIterable {
    /// A request at the beginning of a round.
    case round
    /// A further request of the round, caused by the policy or an answer.
    case followUp = "follow-up"
    /// A request of a companion, outside of rounds.
    case companion
}

/// The replacement in the pipelines that the current task creates.
///
/// A test's trait replays the pipelines of code that it does not change, so the replacement is a task-local value. Only
/// such a trait or scope sets it, and a pipeline reads it when it is created.
package enum PipelineReplacements {
    /// Makes the replacement for one pipeline; `nil` in every task but a test's.
    @TaskLocal package static var make: (@Sendable () -> PipelineReplacement)?
}
