package import ConnectivityCore

/// The parts of a run, which a replacement may exchange, so that a test can replay or record what a pipeline asks.
package struct RunParts: Sendable {
    /// The state machine of the run, which has processed nothing.
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
    /// Returns how long to wait in place of the planned time; the other duration is the time since the run began.
    package var wait: (@Sendable (_ planned: Duration, _ elapsed: Duration) -> Duration)?
    /// Whether witnesses testify on answers, and companions do work; otherwise the testimony that the prober returns stands.
    package var asksOutside = true
}

/// Returns the parts for a run of a pipeline that is tested; called on the task of the run, before anything else happens in it.
package typealias PipelineReplacement = @Sendable (_ parts: RunParts, _ isOnce: Bool) -> RunParts

/// What a pipeline sends a request for.
public enum ProbePurpose: String, Hashable, Sendable, CaseIterable {
    /// A request with which a round begins.
    case round
    /// A further request of the round, to which the policy or an answer gave rise.
    case followUp = "follow-up"
    /// A request of a companion, apart from rounds.
    case companion
}

/// The replacement in the pipelines that the current task creates.
///
/// A test's trait replays the pipelines of code that it does not change, so the replacement comes with the task. Nothing but such a
/// trait or scope sets it, and a pipeline takes it when it is created.
package enum PipelineReplacements {
    /// Makes the replacement for one pipeline; `nil` in every task but a test's.
    @TaskLocal package static var make: (@Sendable () -> PipelineReplacement)?
}
