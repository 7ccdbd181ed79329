import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivityToolkit

/// The parts of one pipeline that replays a session.
final class ReplayedPipeline: Sendable {
    let session: SessionRecording
    let matching: RequestMatching
    /// The clock in place of the pipeline's, if there is one.
    private let virtualClock: AnyClock?
    let scope: SessionScope
    /// The last single assessment; the next one receives the answers that follow.
    private let lastOnce = Lock<ReplayedRun?>(nil)

    init(session: SessionRecording, matching: RequestMatching, clock: AnyClock?, scope: SessionScope) {
        (self.session, self.matching, virtualClock, self.scope) = (session, matching, clock, scope)
    }

    func parts(for parts: RunParts, isOnce: Bool) -> RunParts {
        let clock = virtualClock ?? parts.clock
        let run = lastOnce.withLock { last in
            let begun = isOnce ? last?.begunCount ?? 0 : 0
            let run = ReplayedRun(session, by: parts.machine, matching, after: begun, isOnce: isOnce)
            if isOnce { last = run }
            return run
        }
        scope.began(run)
        var parts = parts
        parts.clock = clock
        parts.source = ReplayedSource(session: session, run: run, clock: clock)
        let answers = session.rounds(on: AnyClock.self).flatMap(\.self)
        let prober = ReplayProber(answers, clock: clock, matching: matching, choosing: run.answer(to:from:))
        parts.prober = ReplayedProber(base: prober, scope: scope, run: run, clock: clock, start: clock.now)
        parts.asksOutside = false
        parts.traffic = nil
        parts.companions.append(ReplayedSkips(session))
        parts.asked = scope.journal.recording(on: clock)
        if virtualClock != nil {
            let now = elapsed(on: clock)
            parts.civilTime = { [start = session.provenance.recordedAt] in
                Timestamp(sinceEpoch: start.sinceEpoch + now())
            }
        }
        // The recorded draws, so that the same endpoints of a pool are requested.
        parts.draw = { run.seed }
        parts.wait = run.wait
        let observer = parts.observer
        parts.observer = { step in
            run.record(step)
            observer?(step)
        }
        return parts
    }
}

/// The recorded interfaces; they end when every recorded event and assessment has occurred, or at a limit.
private struct ReplayedSource: InterfaceSource {
    let session: SessionRecording
    let run: ReplayedRun
    let clock: AnyClock

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        let start = clock.now
        run.observed()
        defer { run.end(at: start.duration(to: clock.now)) }
        var number = 0
        for event in session.events {
            guard case .interfaces(let snapshot) = event.content else { continue }
            try await clock.sleep(until: start.advanced(by: event.at), tolerance: nil)
            try await wait(atMost: .seconds(1)) { run.isReady(forSnapshot: number, at: event.at) }
            report(snapshot)
            number += 1
        }
        // The last answer still counts.
        try await clock.sleep(until: start.advanced(by: run.recordedEnd + .microseconds(1)), tolerance: nil)
        try await wait(atMost: ReplayedRun.limit) { run.isOver }
    }

    private func wait(atMost limit: Duration, until isDone: () -> Bool) async throws {
        var (waited, pause) = (Duration.zero, Duration.milliseconds(1))
        while waited < limit, !isDone() {
            try await clock.sleep(for: pause)
            waited += pause
            pause = min(pause * 2, .milliseconds(100))
        }
    }
}

/// The recorded answers; a request without one is reported.
private struct ReplayedProber: Prober {
    let base: any Prober
    let scope: SessionScope
    let run: ReplayedRun
    let clock: AnyClock
    let start: AnyClock.Instant

    var kinds: Set<Question.Kind> { base.kinds }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        if let delay = run.delay(at: start.duration(to: clock.now)) {
            do { try await clock.sleep(for: delay) } catch {
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
            }
            run.catchUp(at: start.duration(to: clock.now))
        }
        let exchange = await base.probe(request)
        if case .failure(let failure) = exchange.outcome,
            failure.kind == .notRecorded && run.isMissed(request) || !kinds.contains(request.question.kind)
        {
            scope.missed(request, failure)
        }
        return exchange
    }
}

extension RequestJournal {
    /// Returns a function that records requests with the time since this call.
    func recording(on clock: some Clock<Duration>) -> @Sendable (ProbeRequest, ProbePurpose) -> Void {
        let now = elapsed(on: clock)
        return { self.record($0, $1, at: now()) }
    }
}

/// Returns a function that returns the time since this call.
private func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
