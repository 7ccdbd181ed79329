public import ConnectivityCore

/// What a machine concludes from a recorded session.
///
/// The decision is made by the same ``ConnectivityMachine`` that drives pipelines, which gets what was recorded at the
/// moments at which it was recorded. No clock runs and nobody is asked, so the result is the same every time.
public struct SessionReplay: Sendable {
    /// Where the machine did not go along with the recording.
    public enum Deviation: Hashable, Sendable {
        /// The recording has a round at a time at which the machine would not begin one.
        case roundNotBegun(at: Duration)
        /// The recording has an answer to a request that the machine did not send.
        case notAsked(Question, at: Duration)
    }

    /// The assessments that notifiers would be told, with their times.
    public private(set) var assessments: [(at: Duration, assessment: Assessment)] = []
    /// Where the machine did not go along with the recording; empty for a recording of the same endpoints.
    public private(set) var deviations: [Deviation] = []

    private var machine: ConnectivityMachine
    private let start: Timestamp
    /// The requests of the round that goes on, which the recording has not answered, and their epoch.
    private var pending: (requests: [ProbeRequest?], epoch: Int)?

    /// Replays a session.
    /// - Parameters:
    ///   - session: What happened.
    ///   - machine: Decides; must not have taken any input.
    public init(_ session: SessionRecording, by machine: ConnectivityMachine) {
        self.machine = machine
        start = session.provenance.recordedAt
        var steps = Steps(session)
        while let step = steps.next() {
            switch step.what {
            case .interfaces(let snapshot): handle(.interfacesChanged(snapshot), at: step.at)
            case .roundBegins(let exchanges): beginRound(exchanges, at: step.at, &steps)
            case .ended(let exchange, let index, let epoch): ended(exchange, index, epoch, at: step.at)
            }
        }
    }

    private mutating func handle(_ input: ConnectivityMachine.Input, at: Duration) {
        let moment = ConnectivityMachine.Moment(
            elapsed: at,
            wall: Timestamp(sinceEpoch: start.sinceEpoch + at)
        )
        for effect in machine.handle(input, at: moment) {
            switch effect {
            case .publish(let assessment): assessments.append((at, assessment))
            case .begin(.round(let requests, limit: _), let epoch): pending = (requests, epoch)
            case .begin: pending = nil
            // The recording says when it is over: the probes still missing were cancelled then.
            case .remind: break
            }
        }
    }

    private mutating func beginRound(_ exchanges: [SessionRecording.Exchange], at: Duration, _ steps: inout Steps) {
        // A round that has no answer yet is the recorded one; else the round or wait before it was over at this time.
        for _ in 0..<2 where pending?.requests.contains(nil) != false {
            handle(.waitEnded(epoch: machine.epoch), at: at)
        }
        guard case (var requests, let epoch)? = pending, !requests.contains(nil) else {
            deviations.append(.roundNotBegun(at: at))
            return
        }
        for exchange in exchanges {
            let asked = exchange.exchange.request
            let index = requests.firstIndex { request in
                request?.question.identity == asked.question.identity && request?.path.family == asked.path.family
                    && request?.path.interface == asked.path.interface
            }
            guard let index else {
                deviations.append(.notAsked(asked.question, at: at + exchange.offset))
                continue
            }
            var ended = exchange.exchange
            // Limits are not recorded: they follow from the configuration, and from the endpoint's patience.
            if let limits = requests[index]?.limits { ended.request.limits = limits }
            requests[index] = nil
            let end = at + exchange.offset + ended.timings.total
            steps.add(.ended(ended, index: index, epoch: epoch), at: end)
        }
        pending = (requests, epoch)
    }

    private mutating func ended(_ exchange: ProbeExchange, _ index: Int, _ epoch: Int, at: Duration) {
        if case .failure(let failure) = exchange.outcome, failure.kind == .cancelled {
            // Only the end of its epoch cancels a probe: what is not over yet by other inputs was over by its time.
            handle(.waitEnded(epoch: epoch), at: at)
        } else {
            handle(.probeEnded(index: index, epoch: epoch, exchange: exchange), at: at)
        }
    }
}

/// What happens in a replay, by time; what is added later stands behind what is there at the same time.
private struct Steps {
    enum What {
        case interfaces(InterfaceSnapshot)
        case roundBegins([SessionRecording.Exchange])
        case ended(ProbeExchange, index: Int, epoch: Int)
    }

    struct Step {
        var at: Duration
        var what: What
    }

    private var recorded: ArraySlice<Step>
    /// The ends of probes, the latest first.
    private var ends: [Step] = []

    init(_ session: SessionRecording) {
        recorded =
            session.events.compactMap { event -> Step? in
                switch event.happening {
                case .interfaces(let snapshot): Step(at: event.at, what: .interfaces(snapshot))
                case .round(let exchanges): Step(at: event.at, what: .roundBegins(exchanges))
                case .expected: nil
                }
            }[...]
    }

    mutating func next() -> Step? {
        guard let end = ends.last else { return recorded.popFirst() }
        // An answer at the time of another event was there first: the event may be what it led to.
        if let first = recorded.first, first.at < end.at { return recorded.popFirst() }
        return ends.popLast()
    }

    mutating func add(_ what: What, at: Duration) {
        let index = ends.firstIndex { $0.at <= at } ?? ends.endIndex
        ends.insert(Step(at: at, what: what), at: index)
    }
}
