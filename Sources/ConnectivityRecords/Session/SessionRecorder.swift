public import ConnectivityCore
import ConnectivitySupport

/// Records what a pipeline sees while it runs, from the steps of its machine.
///
/// ```swift
/// let recorder = SessionRecorder()
/// let pipeline = try Pipeline.standard {}.observing(recorder.observe)
/// ```
///
/// A step holds everything that decides: changes of the interfaces, requests, answers as the pipeline judges them, what
/// witnesses testified, draws, and the ends of waits. So the recording leads to the same again. It is held in memory; what
/// comes once it holds 20,000 changes and exchanges or 64 MiB of bodies is not recorded, which a note says.
public final class SessionRecorder: Sendable {
    /// The most changes of interfaces and exchanges that are recorded.
    static let eventCountMax = 20_000
    /// The most bytes of bodies that are recorded.
    static let bodyByteCountMax = 64 * 1024 * 1024

    private let state = Mutex(State())

    /// Creates a recorder, whose time line is that of the run which it observes.
    public init() {}

    /// Records a step; to be given to `Pipeline.observing(_:)` for one run.
    /// - Parameter step: What the machine did.
    public func observe(_ step: ConnectivityMachine.Step) { state.withLock { $0.take(step) } }

    /// What the pipeline concluded, for comparison with what the recording leads to.
    public var assessments: [(at: Duration, assessment: Assessment)] { state.withLock { $0.assessments } }

    /// Ends the recording, to be called before the pipeline is cancelled, which would be recorded as the end of its probes.
    public func stop() { state.withLock { $0.isOver = true } }

    /// What was recorded so far, in order, without expectations.
    ///
    /// A round that goes on is in it with the answers that came.
    ///
    /// - Parameters:
    ///   - provenance: Where it comes from.
    ///   - configuration: What decided, as a JSON object in text.
    /// - Returns: The recording, with nothing redacted.
    public func recording(
        _ provenance: SessionRecording.Provenance,
        configuration: String?
    ) -> SessionRecording {
        var recorded = state.withLock { $0 }
        recorded.endRound()
        var provenance = provenance
        if recorded.isFull { provenance.notes.append("the recorder was full and did not record to the end") }
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

    /// A round that goes on.
    private struct Round {
        let at: Duration
        let seed: UInt32
        let epoch: Int
        var waits: [Duration] = []
        /// The requests that have no answer yet, each with the time at which it was sent.
        var open: [Int: (request: ProbeRequest, at: Duration)] = [:]
        var exchanges: [SessionRecording.Exchange] = []

        mutating func send(_ requests: [ProbeRequest], from first: Int, at: Duration) {
            for (offset, request) in requests.enumerated() { open[first + offset] = (request, at) }
        }
    }

    mutating func take(_ step: ConnectivityMachine.Step) {
        guard !isOver else { return }
        let at = step.moment.elapsed.inMicroseconds
        switch step.input {
        case .interfacesChanged(let snapshot):
            if hasRoom(for: 0) { events.append(.init(at: at, .interfaces(snapshot))) }
        case .probeEnded(let index, let epoch, let exchange) where epoch == round?.epoch:
            note(exchange, index, at: at)
        case .waitEnded(let epoch) where epoch == round?.epoch:
            waitEnded(isWithinRound: !step.effects.contains { if case .begin = $0 { true } else { false } }, at: at)
        case .probeEnded, .waitEnded:
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
            case .remind:
                continue
            }
        }
    }

    /// Notes that a policy waited, or that the time of the round was over: whatever has no answer is cancelled then.
    private mutating func waitEnded(isWithinRound: Bool, at: Duration) {
        guard let round else { return }
        if isWithinRound {
            self.round?.waits.append(at - round.at)
        } else {
            for (index, sent) in round.open.sorted(by: { $0.key < $1.key }) {
                let cancelled = ProbeExchange(request: sent.request, outcome: .failure(ProbeFailure(.cancelled)))
                note(cancelled, index, at: at)
            }
        }
    }

    private mutating func note(_ exchange: ProbeExchange, _ index: Int, at: Duration) {
        guard let begun = round?.at, let sent = round?.open.removeValue(forKey: index) else { return }
        guard hasRoom(for: exchange.response?.body.count ?? 0) else {
            // A round that lacks answers would be another one.
            round?.exchanges = []
            return
        }
        var exchange = exchange
        // The time line is that of the run: how long the prober says it took is not when its answer was there.
        exchange.timings.total = at - sent.at
        round?.exchanges.append(SessionRecording.Exchange(exchange, offset: sent.at - begun))
    }

    /// Puts the round where it began on the time line.
    mutating func endRound() {
        defer { round = nil }
        guard let round, !round.exchanges.isEmpty else { return }
        let exchanges = round.exchanges.inOrder(of: \.offset)
        events.append(.init(at: round.at, .round(exchanges), seed: round.seed, waits: round.waits))
    }

    private mutating func hasRoom(for byteCount: Int) -> Bool {
        eventCount += 1
        bodyByteCount += byteCount
        let fits = eventCount <= SessionRecorder.eventCountMax && bodyByteCount <= SessionRecorder.bodyByteCountMax
        isFull = isFull || !fits
        return !isFull
    }
}

extension Duration {
    /// The duration without what is less than a microsecond.
    fileprivate var inMicroseconds: Duration { .microseconds(Int64(self / .microseconds(1))) }
}
