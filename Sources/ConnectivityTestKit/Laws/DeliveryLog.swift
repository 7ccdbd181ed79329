import ConnectivityCore
import ConnectivitySupport

/// An event that a notifier received.
package struct Delivery: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case changed, confirmed, portalChanged, sourceFailed, probeEnded, roundEnded, ended
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

    /// The time at which the pipeline knew the event, since its start; `nil` if the event does not state it.
    var due: Duration? {
        switch kind {
        case .changed, .roundEnded: assessment?.endedAt.sinceEpoch
        case .confirmed: assessment?.confirmedAt?.sinceEpoch
        case .portalChanged, .sourceFailed, .probeEnded, .ended: nil
        }
    }

    func isSameEvent(as other: Delivery) -> Bool {
        kind == other.kind && assessment == other.assessment && report == other.report
    }
}

/// The events that a notifier received, in order.
final class DeliveryLog: Sendable {
    private let state = Mutex((deliveries: [Delivery](), callCount: 0))
    private let elapsed: @Sendable () -> Duration

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }

    func begin(_ kind: Delivery.Kind, _ assessment: Assessment? = nil, _ report: EndpointReport? = nil) {
        let time = elapsed()
        state.withLock { state in
            var delivery = Delivery(kind, at: time, assessment: assessment, report: report)
            delivery.overlaps = state.callCount > 0
            state.deliveries.append(delivery)
            state.callCount += 1
        }
    }

    func end() { state.withLock { $0.callCount -= 1 } }
}

/// A notifier that logs each event and passes it on, so that the laws see what any notifier receives.
struct LoggedNotifier: ServingNotifier {
    let base: any Notifier
    let log: DeliveryLog

    var mailbox: NotifierMailbox { base.mailbox }
    var statusAddress: StatusAddress? { base.statusAddress }

    func runBegan(from standing: Standing?) async throws { try await base.runBegan(from: standing) }

    func assessmentChanged(_ assessment: Assessment) async throws {
        log.begin(.changed, assessment)
        defer { log.end() }
        try await base.assessmentChanged(assessment)
    }

    func assessmentConfirmed(_ assessment: Assessment) async throws {
        log.begin(.confirmed, assessment)
        defer { log.end() }
        try await base.assessmentConfirmed(assessment)
    }

    func portalChanged(_ event: PortalEvent, on path: PathAssessment) async throws {
        log.begin(.portalChanged)
        defer { log.end() }
        try await base.portalChanged(event, on: path)
    }

    func sourceFailed(_ error: any Error, restartingAfter pause: Duration) async throws {
        log.begin(.sourceFailed)
        defer { log.end() }
        try await base.sourceFailed(error, restartingAfter: pause)
    }

    func probeEnded(_ report: EndpointReport) async throws {
        log.begin(.probeEnded, nil, report)
        defer { log.end() }
        try await base.probeEnded(report)
    }

    func roundEnded(_ assessment: Assessment) async throws {
        log.begin(.roundEnded, assessment)
        defer { log.end() }
        try await base.roundEnded(assessment)
    }

    func runHandedOver() async throws { try await base.runHandedOver() }

    func runEnded(throwing error: (any Error)?) async throws {
        log.begin(.ended)
        defer { log.end() }
        try await base.runEnded(throwing: error)
    }

    func serve(_ run: NotifierRun) async throws { try await (base as? any ServingNotifier)?.serve(run) }
}

/// A notifier whose calls return immediately.
struct PromptNotifier: Notifier {
    var mailbox: NotifierMailbox { .all(upTo: 10_000) }
}

/// A notifier that waits in its first change until it is cancelled.
struct HangingNotifier: Notifier {
    var mailbox: NotifierMailbox { .newest(.all) }

    func assessmentChanged(_ assessment: Assessment) async throws {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        try Task.checkCancellation()
    }
}
