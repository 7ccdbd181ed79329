import ConnectivityCore
import ConnectivityToolkit

/// An event that a notifier received.
package struct Delivery: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case changed, confirmed, sourceFailed, probeEnded, roundEnded, observed, observationConfirmed
        case ended
    }

    package var kind: Kind
    /// The time since the log began.
    package var time: Duration
    package var assessment: Assessment?
    package var report: EndpointReport?
    /// Whether another call was running when this one began.
    package var overlaps = false

    package init(_ kind: Kind, at time: Duration, assessment: Assessment? = nil, report: EndpointReport? = nil) {
        self.kind = kind
        self.time = time
        self.assessment = assessment
        self.report = report
    }

    /// Creates the entry of an event at a time since the log began; `nil` for the beginning of a run and for a run that
    /// takes over, which no mailbox counts.
    init?(_ event: PipelineEvent, at time: Duration) {
        switch event {
        case .assessmentChanged(let assessment): self.init(.changed, at: time, assessment: assessment)
        case .assessmentConfirmed(let assessment): self.init(.confirmed, at: time, assessment: assessment)
        case .sourceFailed: self.init(.sourceFailed, at: time)
        case .probeEnded(let report): self.init(.probeEnded, at: time, report: report)
        case .roundEnded(let assessment): self.init(.roundEnded, at: time, assessment: assessment)
        case .observed(let observation):
            self.init(
                observation.isChange ? .observed : .observationConfirmed,
                at: time,
                report: observation.evidence.first
            )
        case .runEnded: self.init(.ended, at: time)
        case .runBegan, .runHandedOver: return nil
        }
    }

    /// The time at which the pipeline knew the event, since its start; `nil` if the event does not state it.
    var due: Duration? {
        switch kind {
        case .changed, .roundEnded: assessment?.endedAt.sinceEpoch
        case .confirmed: assessment?.confirmedAt?.sinceEpoch
        case .sourceFailed, .probeEnded, .observed, .observationConfirmed, .ended: nil
        }
    }

    func isSameEvent(as other: Delivery) -> Bool {
        kind == other.kind && assessment == other.assessment && report == other.report
    }
}

/// The events that a notifier received, in order.
final class DeliveryLog: Sendable {
    private let state = Lock((deliveries: [Delivery](), callCount: 0))
    private let elapsed: @Sendable () -> Duration

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }

    /// Logs an event, and calls a function with it.
    func during(_ event: PipelineEvent, _ body: () async throws -> Void) async rethrows {
        let delivery = Delivery(event, at: elapsed())
        state.withLock { state in
            if var delivery {
                delivery.overlaps = state.callCount > 0
                state.deliveries.append(delivery)
            }
            state.callCount += 1
        }
        defer { state.withLock { $0.callCount -= 1 } }
        try await body()
    }
}

/// A notifier that logs each event and passes it on, so that the laws see the same events.
struct LoggedNotifier: Notifier {
    let base: any Notifier
    let log: DeliveryLog

    var mailbox: NotifierMailbox { base.mailbox }
    var statusAddress: NotifierRun.StatusAddress? { base.statusAddress }

    func handle(_ event: PipelineEvent) async throws {
        try await log.during(event) { try await base.handle(event) }
    }

    func serve(_ run: NotifierRun) async throws { try await base.serve(run) }
}

/// A notifier whose calls return immediately.
struct PromptNotifier: Notifier {
    var mailbox: NotifierMailbox { .all(upTo: 10_000) }

    func handle(_ event: PipelineEvent) {}
}

/// A notifier that waits in its first change until it is cancelled.
struct HangingNotifier: Notifier {
    var mailbox: NotifierMailbox { .newest(.all) }

    func handle(_ event: PipelineEvent) async throws {
        guard case .assessmentChanged = event else { return }
        for await _ in AsyncStream<Never>.makeStream().stream {}
        try Task.checkCancellation()
    }
}
