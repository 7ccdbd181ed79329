import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivitySupport

/// The parts of one pipeline that replays a session.
final class ReplayedPipeline: PipelineReplacement {
    let session: SessionRecording
    let matching: RequestMatching
    let clock: AnyClock?
    let scope: SessionScope
    /// The prober of all runs, so that a second assessment gets the answers that follow those of the first.
    private let prober = Mutex<(any Prober)?>(nil)

    init(session: SessionRecording, matching: RequestMatching, clock: AnyClock?, scope: SessionScope) {
        (self.session, self.matching, self.clock, self.scope) = (session, matching, clock, scope)
    }

    func parts(for parts: RunParts, on clock: some Clock<Duration>) -> RunParts {
        scope.began(parts.machine)
        var parts = parts
        let underWay = ProbesUnderWay()
        parts.source = ReplayedSource(base: ScriptedInterfaceSource(steps, clock: clock), underWay: underWay)
        parts.prober = ReplayedProber(base: replayer(on: clock), scope: scope, underWay: underWay)
        parts.traffic = ReplayedTraffic(session, clock: clock)
        parts.asked = scope.journal.noting(on: clock)
        if self.clock != nil {
            let now = elapsed(on: clock)
            parts.civilTime = { [start = session.provenance.recordedAt] in
                Timestamp(sinceEpoch: start.sinceEpoch + now())
            }
        }
        // The recorded draws, so that the same endpoints of a pool are asked.
        let seeds = Seeds(session)
        parts.draw = { seeds.current }
        let observer = parts.observer
        parts.observer = { step in
            seeds.note(step)
            observer?(step)
        }
        return parts
    }

    private func replayer<C: Clock<Duration>>(on clock: C) -> any Prober {
        prober.withLock { prober in
            let replayer = prober ?? ReplayProber(session.answers(on: C.self), clock: clock, matching: matching)
            prober = replayer
            return replayer
        }
    }

    /// The recorded changes of the interfaces; the last step ends the run, when all has happened that the session holds.
    ///
    /// On a clock that nobody stops, a round begins a little later than the recorded one.
    private var steps: [(after: Duration, snapshot: InterfaceSnapshot?)] {
        let steps = session.interfaceSteps
        let rest = (session.events.last?.at ?? .zero) - steps.reduce(.zero) { $0 + $1.after }
        return steps + [(max(.microseconds(1), rest) + (clock == nil ? .seconds(1) : .zero), nil)]
    }

    /// The seeds of the recorded rounds; each is in use until the next round begins.
    private final class Seeds: Sendable {
        private let state: Mutex<(seeds: [UInt32], next: Int)>

        init(_ session: SessionRecording) {
            state = Mutex(
                (session.events.compactMap { if case .round = $0.content { $0.seed } else { nil } }, 0)
            )
        }

        var current: UInt32 { state.withLock { $0.next < $0.seeds.count ? $0.seeds[$0.next] : 0 } }

        func note(_ step: ConnectivityMachine.Step) {
            let beginCount = step.effects.count { if case .begin(.round, _) = $0 { true } else { false } }
            state.withLock { $0.next += beginCount }
        }
    }
}

/// The recorded interfaces; they end when no probe is under way, so that no answer is lost.
private struct ReplayedSource: InterfaceSource {
    let base: any InterfaceSource
    let underWay: ProbesUnderWay

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try await base.observe(report)
        await underWay.end()
    }
}

/// The recorded answers; a request without one is reported.
private struct ReplayedProber: Prober {
    let base: any Prober
    let scope: SessionScope
    let underWay: ProbesUnderWay

    var kinds: Set<QuestionKind> { base.kinds }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        underWay.change(by: 1)
        defer { underWay.change(by: -1) }
        let exchange = await base.probe(request)
        if case .failure(let failure) = exchange.outcome, [.notRecorded, .unsupported].contains(failure.kind) {
            scope.missed(request, failure)
        }
        return exchange
    }
}

/// The number of probes that have begun and not ended.
private final class ProbesUnderWay: Sendable {
    private let count = Mutex(0)
    private let changes = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))

    func change(by difference: Int) {
        count.withLock { count in
            count += difference
            changes.continuation.yield(count)
        }
    }

    /// Waits until no probe is under way, or until the task is cancelled.
    func end() async {
        guard count.withLock({ $0 }) > 0 else { return }
        for await count in changes.stream where count == 0 { return }
    }
}

extension RequestJournal {
    /// Returns a function that notes requests with the time since this call.
    func noting(on clock: some Clock<Duration>) -> @Sendable (ProbeRequest, ProbePurpose) -> Void {
        let now = elapsed(on: clock)
        return { self.note($0, $1, at: now()) }
    }
}

/// Returns a function that returns the time since this call.
private func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
