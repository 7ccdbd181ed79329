/// An event that a pipeline reports to a ``Notifier``.
///
/// A run begins with ``runBegan(from:)`` and ends with ``runEnded(throwing:)``. At the end of a round the order is: the ends of
/// its probes, ``assessmentChanged(_:)`` or ``assessmentConfirmed(_:)``, ``roundEnded(_:)``, and the companions' observations of
/// it.
///
/// Later versions may add cases: a `switch` outside of this package needs a `default`.
@nonexhaustive
public indirect enum PipelineEvent: Sendable {
    /// A run has begun; this event precedes all others.
    ///
    /// The assessment is the last one of an earlier run that this one continues (`Pipeline.run(from:)`), otherwise `nil`. It is
    /// not a change: the first round confirms it or leads to a change. It has no observations: companions confirm those that
    /// still hold.
    case runBegan(from: Assessment?)

    /// The conclusion has changed; the new assessment differs in it from the previous one.
    case assessmentChanged(Assessment)

    /// Another round has confirmed the conclusion of the current assessment.
    ///
    /// The assessment is that of this round, with its reason and evidence, and its time as ``Assessment/confirmedAt``. It replaces
    /// the earlier one without being a change.
    case assessmentConfirmed(Assessment)

    /// The source of interfaces or of traffic has failed, and restarts after a pause.
    ///
    /// Meanwhile rounds continue over the interfaces that the source reported last. The pause is one second at first, then
    /// doubles each time up to a minute, and is one second again after the source has worked for a minute; for a source of
    /// traffic it is a minute.
    case sourceFailed(any Error, restartingAfter: Duration)

    /// A probe that counts for the round has ended, with this exchange of its endpoint and this verdict.
    ///
    /// A probe that is cancelled because the other answers decided has no separate event; it is part of the assessment of the
    /// round.
    case probeEnded(EndpointReport)

    /// A round has ended with this assessment, which has all its evidence.
    ///
    /// A round that a change of the interfaces interrupts has no such event.
    case roundEnded(Assessment)

    /// A companion has observed something; ``CompanionObservation/isChange`` is `true` if it is new.
    ///
    /// Observations at the end of a round are also part of the assessment of that round, and follow it.
    case observed(CompanionObservation)

    /// A run of another pipeline takes over at once, for example with a configuration that was read again.
    ///
    /// The end of this run follows, but the work continues. A notifier that reports the end to others, such as a service manager,
    /// can omit that report.
    case runHandedOver

    /// The run has ended; this event occurs once per run, after all others.
    ///
    /// The error is the one that ended the interface source; it is `nil` if the source ended or the run was cancelled.
    case runEnded(throwing: (any Error)?)
}
