package import ConnectivityCore

/// What takes the place of the parts of a pipeline, so that a test can replay or record what the pipeline asks.
///
/// A pipeline takes it from the task that creates it, and nothing but a test's trait or scope sets it there.
package protocol PipelineReplacement: Sendable {
    /// The clock that replaces the pipeline's; `nil` if there is no replacement.
    var clock: AnyClock? { get }

    /// Returns the parts for a run.
    ///
    /// It is called on the task of the run, before anything else happens in it.
    func parts(for parts: RunParts, on clock: AnyClock, isOnce: Bool) -> RunParts
}

/// The parts of a run that a ``PipelineReplacement`` may exchange.
package struct RunParts: Sendable {
    /// The state machine of the run, which has processed nothing.
    @Shared package private(set) var machine: ConnectivityMachine
    package var source: any InterfaceSource
    package var prober: any Prober
    package var traffic: (any TrafficSource)?
    package var companions: [any Companion]
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

/// What a pipeline sends a request for.
public enum ProbePurpose: String, Hashable, Sendable, CaseIterable {
    /// A request with which a round begins.
    case round
    /// A further request of the round, to which the policy or an answer gave rise.
    case followUp = "follow-up"
    /// A request of a companion, apart from rounds.
    case companion
}

/// The replacements of pipelines that the current task creates.
package enum PipelineReplacements {
    /// Makes the replacement for one pipeline; `nil` in every task but a test's.
    @TaskLocal package static var make: (@Sendable () -> any PipelineReplacement)?
}

extension Pipeline {
    /// Returns the pipeline that takes the place of this one for a run; `nil` outside of such tests.
    func replaced(isOnce: Bool) -> Pipeline? { replacement.map { Pipeline(self, $0, isOnce: isOnce) } }
}
