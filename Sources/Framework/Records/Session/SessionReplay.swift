public import ConnectivityCore
import ConnectivityToolkit

/// The result of replaying a recorded session in a state machine.
///
/// The ``ConnectivityCore/ConnectivityMachine``, which also drives pipelines, receives the recorded inputs with their
/// recorded times. No clock runs and no request is sent, so the result is always the same.
public struct SessionReplay: Sendable {
    /// A difference between the state machine and the recording.
    public enum Deviation: Hashable, Sendable {
        /// The recording has a round that begins with this request, but the state machine, which judges these paths,
        /// begins none at this time.
        case roundNotBegun(ProbeRequest?, PipelineConfiguration.Scope, at: Duration)
        /// The recording has an answer to a request that the state machine does not send; the mismatch names the
        /// nearest request that it sends in the round.
        case notAsked(RequestMismatch, at: Duration)
    }

    /// The assessments that notifiers would receive, with their times.
    public private(set) var assessments: [(at: Duration, assessment: Assessment)] = []
    /// The deviations of the state machine from the recording; empty if the recording has the same endpoints.
    public private(set) var deviations: [Deviation] = []

    /// The requests in progress at the end of the recording, within a round.
    package var unanswered: [ProbeRequest] { isProbing ? pending?.requests.compactMap(\.self) ?? [] : [] }

    private var machine: ConnectivityMachine
    /// Whether the state machine sends the requests of a round.
    private var isProbing = false
    private let start: Timestamp
    private var steps: Steps
    /// The requests of the current round that have no recorded answer yet, and their epoch.
    private var pending: (requests: [ProbeRequest?], epoch: Int)?
    /// All requests of the current round.
    private var sent: [ProbeRequest] = []
    /// The index of the first request of a later phase in the current round.
    private var phasesBegin: Int?
    /// The answers of the current round to requests that the state machine has not sent, with the times of the requests.
    private var unasked: [(exchange: ProbeExchange, at: Duration)] = []

    /// Replays a session with a state machine that has not processed any input.
    public init(_ session: SessionRecording, by machine: ConnectivityMachine) {
        self.machine = machine
        start = session.provenance.recordedAt
        steps = Steps(session)
        while let step = steps.next() {
            switch step.what {
            case .interfaces(let snapshot): handle(.interfacesChanged(snapshot), at: step.at)
            case .skip(let interface, let time): handle(.skipped(on: interface, for: time), at: step.at)
            case .roundBegins(let exchanges, let event): beginRound(exchanges, event, at: step.at)
            case .waitEnded(let epoch): handle(.waitEnded(epoch: epoch), at: step.at)
            case .ended(let exchange, let index, let epoch): ended(exchange, index, epoch, at: step.at)
            }
        }
        refuseUnasked()
    }

    private mutating func handle(_ input: ConnectivityMachine.Input, at: Duration, seed: UInt32? = nil) {
        let moment = ConnectivityMachine.Moment(
            elapsed: at,
            wall: Timestamp(sinceEpoch: start.sinceEpoch + at),
            seed: seed ?? steps.nextSeed
        )
        // A change of the interfaces cuts a round short.
        if case .interfacesChanged = input { isProbing = false }
        for effect in machine.handle(input, at: moment) {
            switch effect {
            case .publish(let assessment): assessments.append((at, assessment))
            case .begin(let activity, let epoch):
                isProbing = if case .round = activity { true } else { false }
                refuseUnasked()
                (pending, phasesBegin) = (nil, nil)
                switch activity {
                case .round(let requests, limit: _): (pending, sent) = ((requests, epoch), requests)
                // A recording has no wait between rounds. The loss of a network is reported if it lasts this long.
                case .grace(let wait): steps.add(.waitEnded(epoch: epoch), at: at + wait)
                case .idle, .settle, .rest: break
                }
            case .ask(let requests, from: let first, epoch: _):
                pending?.requests += requests
                sent += requests
                phasesBegin = phasesBegin ?? first
                let early = unasked
                unasked = []
                for (exchange, at) in early { answer(exchange, at: at) }
            // The recording states the end of the wait, because unanswered probes were cancelled at that time.
            case .remind, .discardRound: break
            }
        }
    }

    private mutating func beginRound(
        _ exchanges: [SessionRecording.Exchange],
        _ event: SessionRecording.Event,
        at: Duration
    ) {
        // The requests of a later phase may be recorded as a separate round.
        let isPhase = phasesBegin.map { first in
            exchanges.allSatisfy { index(of: $0.exchange.request).map { $0 >= first } == true }
        }
        // A current round without answers is the recorded one. Otherwise the previous round or wait ended at this time.
        for _ in 0..<2 where isPhase != true && pending?.requests.contains(nil) != false {
            handle(.waitEnded(epoch: machine.epoch), at: at, seed: event.seed)
        }
        guard isPhase == true || pending?.requests.contains(nil) == false else {
            deviations.append(.roundNotBegun(exchanges.first?.exchange.request, machine.rules.scope, at: at))
            return
        }
        for exchange in exchanges { answer(exchange.exchange, at: at + exchange.offset) }
        guard let epoch = pending?.epoch else { return }
        for wait in event.waits { steps.add(.waitEnded(epoch: epoch), at: at + wait) }
    }

    /// Schedules a recorded answer, or keeps it for later if the state machine has not sent its request yet.
    private mutating func answer(_ exchange: ProbeExchange, at: Duration) {
        guard let epoch = pending?.epoch, let index = index(of: exchange.request) else {
            return unasked.append((exchange, at))
        }
        var ended = exchange
        // Limits are not recorded, because they follow from the configuration and from the patience of the endpoint.
        if let limits = pending?.requests[index]?.limits { ended.request.limits = limits }
        pending?.requests[index] = nil
        steps.add(.ended(ended, index: index, epoch: epoch), at: at + ended.timings.total)
    }

    /// Returns the index of a recorded request among the sent requests that have no recorded answer yet.
    private func index(of asked: ProbeRequest) -> Int? {
        pending?.requests.firstIndex { request in
            request?.question.identity == asked.question.identity && request?.path.family == asked.path.family
                && request?.path.interface == asked.path.interface && request?.path.isProxied == asked.path.isProxied
        }
    }

    private mutating func refuseUnasked() {
        var matching = RequestMatching.standard
        matching.parts.insert(.method)
        deviations += unasked.map {
            .notAsked(RequestMismatch($0.exchange.request, among: sent, by: matching), at: $0.at)
        }
        unasked = []
    }

    private mutating func ended(_ exchange: ProbeExchange, _ index: Int, _ epoch: Int, at: Duration) {
        if case .failure(let failure) = exchange.outcome, failure.kind == .cancelled {
            // Only the end of its epoch cancels a probe. If no other input has ended the epoch, its time limit has.
            handle(.waitEnded(epoch: epoch), at: at)
        } else {
            handle(.probeEnded(index: index, epoch: epoch, exchange: exchange), at: at)
        }
    }
}

extension SessionRecording {
    /// Replaces the expectations with the assessments of a replay of this recording.
    public mutating func expect(_ replay: SessionReplay) {
        let rest = events.filter { if case .expected = $0.content { false } else { true } }
        let expected = replay.assessments.map { Event(at: $0.at, .expected(Expectation($0.assessment))) }
        events = (rest + expected).inOrder(of: \.at)
    }
}

/// The steps of a replay in order of time.
///
/// At the same time, answers precede ends of waits, and these precede cancelled probes; within a kind, the order of
/// addition applies.
private struct Steps {
    indirect enum What {
        case interfaces(InterfaceSnapshot)
        case skip(on: String, for: Duration)
        case roundBegins([SessionRecording.Exchange], SessionRecording.Event)
        case waitEnded(epoch: Int)
        case ended(ProbeExchange, index: Int, epoch: Int)
    }

    struct Step {
        var at: Duration
        var what: What

        /// The rank of the step among those at the same time.
        var rank: Int {
            switch what {
            case .interfaces, .skip, .roundBegins: return 0
            case .waitEnded: return 1
            case .ended(let exchange, index: _, epoch: _):
                if case .failure(let failure) = exchange.outcome, failure.kind == .cancelled { return 2 }
                return 0
            }
        }
    }

    private var recorded: ArraySlice<Step>
    /// The ends of probes, the latest first.
    private var ends: [Step] = []

    init(_ session: SessionRecording) {
        recorded =
            session.events.compactMap { event -> Step? in
                switch event.content {
                case .interfaces(let snapshot): Step(at: event.at, what: .interfaces(snapshot))
                case .skip(let interface, let time): Step(at: event.at, what: .skip(on: interface, for: time))
                case .round(let exchanges): Step(at: event.at, what: .roundBegins(exchanges, event))
                case .observed, .expected: nil
                }
            }[...]
    }

    var nextSeed: UInt32 {
        for step in recorded { if case .roundBegins(_, let event) = step.what { return event.seed } }
        return 0
    }

    mutating func next() -> Step? {
        guard let end = ends.last else { return recorded.popFirst() }
        // An answer precedes other events at the same time, because it may have caused them.
        if let first = recorded.first, first.at < end.at { return recorded.popFirst() }
        return ends.popLast()
    }

    mutating func add(_ what: What, at: Duration) {
        let step = Step(at: at, what: what)
        let index = ends.firstIndex { ($0.at, $0.rank) <= (at, step.rank) } ?? ends.endIndex
        ends.insert(step, at: index)
    }
}
