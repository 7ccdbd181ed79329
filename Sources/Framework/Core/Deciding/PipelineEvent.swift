/// What a pipeline reports to a ``Notifier``.
///
/// A run begins with ``runBegan(from:)`` and ends with ``runEnded(throwing:)``. At the end of a round the order is: the
/// ends of its probes, ``assessmentChanged(_:)`` or ``assessmentConfirmed(_:)``, ``roundEnded(_:)``, and what companions observed of
/// it.
///
/// More cases may come: a `switch` outside of this package needs a `default`.
@nonexhaustive
public indirect enum PipelineEvent: Sendable {
    /// A run has begun; it comes before all other events.
    ///
    /// The assessment is the last one of an earlier run, if this one continues it (`Pipeline.run(from:)`): that is no
    /// change, and the first round confirms it or leads to one. It has no observations: what companions still know, they
    /// confirm. It is `nil` if this run starts without one.
    case runBegan(from: Assessment?)

    /// The conclusion has changed; the new assessment differs in it from the one before.
    case assessmentChanged(Assessment)

    /// Another round has confirmed the current assessment.
    ///
    /// It is the assessment that was received as a change, with the time of this round as ``Assessment/confirmedAt``. The
    /// evidence of the round itself comes with ``roundEnded(_:)``.
    case assessmentConfirmed(Assessment)

    /// The interface source, or that of traffic, has failed, and is started again after a pause.
    ///
    /// Meanwhile rounds continue over the interfaces that the source reported last. The pause is one second at first, then
    /// twice as long each time up to a minute, and one second again after the source has worked for a minute; for a source of
    /// traffic it is a minute.
    case sourceFailed(any Error, restartingAfter: Duration)

    /// A probe that counts for the round has ended, with this exchange of its endpoint and this verdict.
    ///
    /// A probe that is cancelled because the other answers decided has no separate event; it is part of the assessment of
    /// the round.
    case probeEnded(EndpointReport)

    /// A round has ended with this assessment, which has all its evidence.
    ///
    /// A round that a change of the interfaces interrupts has no such event.
    case roundEnded(Assessment)

    /// A companion has observed something; ``CompanionObservation/isChange`` says whether it is new.
    ///
    /// What is observed when a round ends is part of the assessment of that round too, and follows it.
    case observed(CompanionObservation)

    /// A run of another pipeline takes over at once, for example with a configuration that was read again.
    ///
    /// The end of this run follows, and is not the end of the work. A notifier that reports the end to others, such as a
    /// service manager, can leave that out.
    case runHandedOver

    /// The run has ended; it comes once per run, after all other events.
    ///
    /// The error is the one that ended the interface source; it is `nil` if the source ended or the run was cancelled.
    case runEnded(throwing: (any Error)?)
}
