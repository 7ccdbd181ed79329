public import ConnectivityCore
import ConnectivitySupport

/// Records what a pipeline sees while it runs: stands between it and its source and prober, and is one of its notifiers.
///
/// What was asked at the same time is one round. The recording is held in memory; what comes once it holds
/// 20,000 exchanges or 64 MiB of bodies is not recorded, which a note says.
public final class SessionRecorder<C: Clock>: Sendable where C.Duration == Duration {
    /// The most exchanges that are recorded.
    static var exchangeCountMax: Int { 20_000 }
    /// The most bytes of bodies that are recorded.
    static var bodyByteCountMax: Int { 64 * 1024 * 1024 }

    private let clock: C
    private let start: C.Instant
    private let state = Mutex(State())

    private struct State {
        var interfaces: [SessionRecording.Event] = []
        var rounds: [Round] = []
        var assessments: [(at: Duration, assessment: Assessment)] = []
        var exchangeCount = 0
        var bodyByteCount = 0
        var isFull = false
        var isOver = false
        /// What the next round has for draws.
        var seed: UInt32 = 0
        /// What a later stage of the round asks and has not been seen yet.
        var stage: Set<ProbeRequest> = []
    }

    private struct Round {
        var at: Duration
        var seed: UInt32
        var waits: [Duration] = []
        var asked: Set<ProbeRequest> = []
        var openCount = 0
        var exchanges: [SessionRecording.Exchange] = []
    }

    /// A request that is under way.
    fileprivate struct Begun {
        var at: Duration
        var round: Int
    }

    /// Creates a recorder, whose time line begins now.
    /// - Parameter clock: Measures the time line.
    public init(clock: C) {
        self.clock = clock
        start = clock.now
    }

    /// Makes a source that reports what another one does, and records it.
    /// - Parameter base: The source.
    /// - Returns: A source for the pipeline.
    public func source(_ base: any InterfaceSource) -> some InterfaceSource {
        RecordedSource(base: base, recorder: self)
    }

    /// Makes a prober that sends what another one does, and records it.
    ///
    /// Bodies are recorded as that prober hands them over: give one that decodes them, so that secrets in them can be found.
    ///
    /// - Parameter base: The prober.
    /// - Returns: A prober for the pipeline.
    public func prober(_ base: any Prober) -> some Prober { RecordedProber(base: base, recorder: self) }

    /// The notifier that tells the recorder what the pipeline concluded.
    public var notifier: some Notifier { RecordedConclusions(recorder: self) }

    /// Learns what the pipeline drew, what later stages of a round ask, and which waits ended; to be given to
    /// `Pipeline.observing(_:)` if the pipeline has a pool.
    /// - Parameter step: What the machine did.
    public func observe(_ step: ConnectivityMachine.Step) {
        let at = elapsed
        state.withLock { state in
            let isGoingOn = !step.effects.contains { if case .begin = $0 { true } else { false } }
            if case .waitEnded = step.input, isGoingOn, let last = state.rounds.indices.last, !state.isOver {
                state.rounds[last].waits.append(max(.zero, at - state.rounds[last].at))
            }
            for effect in step.effects {
                switch effect {
                case .begin(.round, epoch: _): (state.seed, state.stage) = (step.moment.seed, [])
                case .ask(let requests, from: _, epoch: _): state.stage.formUnion(requests)
                case .begin, .remind, .publish: break
                }
            }
        }
    }

    /// What the pipeline concluded, for comparison with what the recording leads to.
    public var assessments: [(at: Duration, assessment: Assessment)] { state.withLock { $0.assessments } }

    /// Ends the recording; a round that still goes on is not in it.
    ///
    /// To be called before the pipeline is cancelled, which would be recorded as the end of its probes.
    public func stop() {
        state.withLock { state in
            state.rounds.removeAll { $0.openCount > 0 }
            state.isOver = true
        }
    }

    /// What was recorded so far, in order, without expectations.
    /// - Parameters:
    ///   - provenance: Where it comes from.
    ///   - configuration: What decided, as a JSON object in text.
    /// - Returns: The recording, with nothing redacted.
    public func recording(
        _ provenance: SessionRecording.Provenance,
        configuration: String?
    ) -> SessionRecording {
        state.withLock { state in
            var provenance = provenance
            if state.isFull { provenance.notes.append("the recorder was full and did not record to the end") }
            // The interfaces come first: a change of them may have led to the round at the same time.
            let rounds = state.rounds.filter { $0.openCount == 0 && !$0.exchanges.isEmpty }
            let events =
                state.interfaces
                + rounds.map { round in
                    let exchanges = round.exchanges.inOrder(of: \.offset)
                    return .init(at: round.at, .round(exchanges), seed: round.seed, waits: round.waits)
                }
            return SessionRecording(
                provenance: provenance,
                configuration: configuration,
                events: events.inOrder(of: \.at)
            )
        }
    }

    private var elapsed: Duration { start.duration(to: clock.now).inMicroseconds }

    fileprivate func note(_ snapshot: InterfaceSnapshot) {
        let at = elapsed
        state.withLock { state in
            guard !state.isOver, !state.isFull else { return }
            state.interfaces.append(.init(at: at, .interfaces(snapshot)))
        }
    }

    fileprivate func note(_ assessment: Assessment) {
        let at = elapsed
        state.withLock { state in
            if !state.isOver { state.assessments.append((at, assessment)) }
        }
    }

    fileprivate func begin(_ request: ProbeRequest) -> Begun {
        let at = elapsed
        return state.withLock { state in
            // Nothing is asked twice in one round.
            let isStage = state.stage.remove(request) != nil
            if state.rounds.last.map({ !isStage && ($0.openCount == 0 || $0.asked.contains(request)) }) ?? true {
                state.rounds.append(Round(at: at, seed: state.seed))
            }
            let last = state.rounds.count - 1
            state.rounds[last].asked.insert(request)
            state.rounds[last].openCount += 1
            return Begun(at: at, round: last)
        }
    }

    fileprivate func end(_ exchange: ProbeExchange, _ begun: Begun) {
        let took = elapsed - begun.at
        state.withLock { state in
            guard !state.isOver else { return }
            state.rounds[begun.round].openCount -= 1
            guard !state.isFull else { return }
            state.exchangeCount += 1
            state.bodyByteCount += exchange.response?.body.count ?? 0
            guard state.exchangeCount <= Self.exchangeCountMax, state.bodyByteCount <= Self.bodyByteCountMax else {
                state.isFull = true
                // A round that lacks answers would be another one.
                state.rounds[begun.round].exchanges = []
                return
            }
            var exchange = exchange
            // The time line is ours: how long the prober says it took is not when its answer was there.
            exchange.timings.total = max(exchange.timings.total, took).inMicroseconds
            let offset = max(.zero, begun.at - state.rounds[begun.round].at).inMicroseconds
            state.rounds[begun.round].exchanges.append(SessionRecording.Exchange(exchange, offset: offset))
        }
    }
}

private struct RecordedSource<C: Clock>: InterfaceSource where C.Duration == Duration {
    let base: any InterfaceSource
    let recorder: SessionRecorder<C>

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try await base.observe { snapshot in
            recorder.note(snapshot)
            report(snapshot)
        }
    }
}

private struct RecordedProber<C: Clock>: Prober where C.Duration == Duration {
    let base: any Prober
    let recorder: SessionRecorder<C>

    var kinds: Set<QuestionKind> { base.kinds }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let begun = recorder.begin(request)
        let exchange = await base.probe(request)
        recorder.end(exchange, begun)
        return exchange
    }
}

private struct RecordedConclusions<C: Clock>: Notifier where C.Duration == Duration {
    let recorder: SessionRecorder<C>

    var mailbox: NotifierMailbox { .all(.changes, upTo: 1000) }

    func assessmentChanged(_ assessment: Assessment) { recorder.note(assessment) }
}

extension Duration {
    /// The duration without what is less than a microsecond.
    fileprivate var inMicroseconds: Duration { .microseconds(Int64(self / .microseconds(1))) }
}
