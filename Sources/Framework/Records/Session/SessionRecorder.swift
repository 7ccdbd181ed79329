public import ConnectivityCore
import ConnectivityToolkit

/// A recorder of a pipeline's run, which observes the steps of the pipeline's state machine.
///
/// ```swift
/// let recorder = SessionRecorder()
/// let pipeline = try Pipeline.standard {}.observing(recorder.observe)
/// ```
///
/// A step holds every input of the decision: changes of the interfaces, requests, answers as the pipeline judges them,
/// testimony of witnesses, random seeds, and the ends of waits. A replay of the recording therefore leads to the same
/// assessments. The recording is held in memory. When it holds 20,000 changes and exchanges or 64 MiB of bodies,
/// recording stops, and a note states this.
public final class SessionRecorder: Sendable {
    /// The maximum number of recorded interface changes and exchanges.
    static let eventCountMax = 20_000
    static let maximumBodySize = 64 * 1024 * 1024

    private let state = Lock(State())

    /// Creates a recorder; its time line is that of the observed run.
    public init() {}

    /// Records a step of the state machine; pass this function to `Pipeline.observing(_:)` for one run.
    public func observe(_ step: ConnectivityMachine.Step) { state.withLock { $0.record(step) } }

    /// The assessments of the pipeline with their times, for comparison with those of a replay.
    public var assessments: [(at: Duration, assessment: Assessment)] { state.withLock { $0.assessments } }

    /// Ends the recording.
    ///
    /// Call this before the pipeline is cancelled; otherwise the cancellation is recorded as the end of its probes.
    public func stop() { state.withLock { $0.isOver = true } }

    /// Returns the recording so far, in order, without expectations and without redaction.
    ///
    /// A round that has not ended is included with the answers that have arrived. The configuration is the text of a JSON object.
    public func recording(
        _ provenance: SessionRecording.Provenance,
        configuration: String?
    ) -> SessionRecording {
        var recorded = state.withLock { $0 }
        recorded.endRound()
        var provenance = provenance
        if recorded.isFull { provenance.notes.append("the recording is incomplete: the recorder was full") }
        let events = recorded.events.inOrder(of: \.at)
        return SessionRecording(provenance: provenance, configuration: configuration, events: events)
    }
}

private struct State {
    var events: [SessionRecording.Event] = []
    var assessments: [(at: Duration, assessment: Assessment)] = []
    var isOver = false
    var isFull = false
    private var round: Round?
    private var eventCount = 0
    private var bodyByteCount = 0

    /// A round that has not ended.
    private struct Round {
        let at: Duration
        let seed: UInt32
        let epoch: Int
        var waits: [Duration] = []
        /// The requests that have no answer yet, each with its time of sending.
        var open: [Int: (request: ProbeRequest, at: Duration)] = [:]
        var exchanges: [SessionRecording.Exchange] = []

        mutating func send(_ requests: [ProbeRequest], from first: Int, at: Duration) {
            for (offset, request) in requests.enumerated() { open[first + offset] = (request, at) }
        }
    }

    mutating func record(_ step: ConnectivityMachine.Step) {
        guard !isOver else { return }
        let at = step.moment.elapsed.inMicroseconds
        switch step.input {
        case .interfacesChanged(let snapshot):
            if hasRoom(for: 0) { events.append(.init(at: at, .interfaces(snapshot))) }
        case .probeEnded(let index, let epoch, let exchange) where epoch == round?.epoch:
            record(exchange, index, at: at)
        case .waitEnded(let epoch) where epoch == round?.epoch:
            waitEnded(isWithinRound: !step.effects.contains { if case .begin = $0 { true } else { false } }, at: at)
        case .skipped(let interface, let time):
            if hasRoom(for: 0) { events.append(.init(at: at, .skip(on: interface, for: time))) }
        case .observed(let observation):
            // A confirmation of an earlier observation and an observation for programs alone add no information to the rounds.
            guard observation.isChange, observation.severity > .info else { break }
            if hasRoom(for: 0) { events.append(.init(at: at, .observed(observation))) }
        case .probeEnded, .waitEnded, .companionAsked:
            break
        }
        for effect in step.effects {
            switch effect {
            case .begin(let activity, let epoch):
                endRound()
                guard case .round(let requests, limit: _) = activity else { continue }
                round = Round(at: at, seed: step.moment.seed, epoch: epoch)
                round?.send(requests, from: 0, at: at)
            case .ask(let requests, from: let first, epoch: _):
                round?.send(requests, from: first, at: at)
            case .publish(let assessment):
                assessments.append((at, assessment))
            case .remind, .discardRound:
                continue
            }
        }
    }

    /// Records the end of a wait of the policy, or the end of the round, which cancelled its open requests.
    private mutating func waitEnded(isWithinRound: Bool, at: Duration) {
        guard let round else { return }
        if isWithinRound {
            self.round?.waits.append(at - round.at)
        } else {
            for (index, sent) in round.open.sortedByKey {
                let cancelled = ProbeExchange(request: sent.request, outcome: .failure(ProbeFailure(.cancelled)))
                record(cancelled, index, at: at)
            }
        }
    }

    private mutating func record(_ exchange: ProbeExchange, _ index: Int, at: Duration) {
        guard let begun = round?.at, let sent = round?.open.removeValue(forKey: index) else { return }
        guard hasRoom(for: exchange.response?.body.count ?? 0) else {
            // A round without some of its answers would lead to other results.
            round?.exchanges = []
            return
        }
        var exchange = exchange
        // The time line is that of the run. The duration that the prober reports does not give the time of arrival.
        exchange.timings.total = at - sent.at
        round?.exchanges.append(SessionRecording.Exchange(exchange, offset: sent.at - begun))
    }

    /// Adds the round to the time line, at its start.
    mutating func endRound() {
        defer { round = nil }
        guard let round, !round.exchanges.isEmpty else { return }
        let exchanges = round.exchanges.inOrder(of: \.offset)
        events.append(.init(at: round.at, .round(exchanges), seed: round.seed, waits: round.waits))
    }

    private mutating func hasRoom(for byteCount: Int) -> Bool {
        eventCount += 1
        bodyByteCount += byteCount
        let fits = eventCount <= SessionRecorder.eventCountMax && bodyByteCount <= SessionRecorder.maximumBodySize
        isFull = isFull || !fits
        return !isFull
    }
}

extension Duration {
    /// The duration, rounded down to microseconds.
    fileprivate var inMicroseconds: Duration { .microseconds(Int64(self / .microseconds(1))) }
}
