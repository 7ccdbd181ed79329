import ConnectivityCore
import ConnectivityRecords
import ConnectivityToolkit

/// The progress of one run of a pipeline in a session, and the steps of the run.
///
/// A round of the run takes the place of the next recorded one as soon as that is due. It receives the answers of that round,
/// and its waits end when the recorded ones did, so the course does not depend on jitter or on the lateness of a timer.
final class ReplayedRun: Sendable {
    typealias Answer = ReplayProber<AnyClock>.Answer

    /// The maximum inaccuracy of timers on a real clock.
    private static let tolerance = Duration.milliseconds(1)
    /// The time after the end of a recording in which a run must reach the assessments of the session.
    static let limit = Duration.seconds(10)

    fileprivate struct Round {
        let at: Duration
        let seed: UInt32
        let exchanges: [SessionRecording.Exchange]
        /// The times since its beginning at which waits ended, and at which the last answer arrived.
        let waits: [Duration]
        let lastAnswer: Duration
        /// The number of snapshots that precede it.
        let snapshotCount: Int
    }

    private struct State {
        /// The number of recorded rounds that have begun, and the rounds that began in this run, with their requests.
        var begun: Int
        var asked: [(round: Int, requests: [ProbeRequest])] = []
        /// The beginning of the round in progress, and its requests; `nil` between rounds.
        var current: (began: Duration, requests: [ProbeRequest])?
        /// Whether the round in progress is a recorded one.
        var isRecorded = false
        /// The requests without a recorded answer.
        var missed: Set<ProbeRequest> = []
        /// The places of the returned answers of this round.
        var given: Set<Int> = []
        var snapshotCount = 0
        var answerCount = 0
        var assessments: [(at: Duration, what: SessionRecording.Expectation)] = []
        /// The time of the run's last step, or of its end; `nil` if its source was never observed.
        var end: Duration?
        var isOver = false
    }

    let scope: PipelineConfiguration.Scope
    private let isOnce: Bool
    private let session: SessionRecording
    private let matching: RequestMatching
    private let rounds: [Round]
    /// The requests of the last round that have no answer before the end of the recording.
    private let unanswered: [ProbeRequest]
    private let state: Lock<State>

    /// Creates a run of a machine that has processed nothing, after the recorded rounds that earlier assessments of the
    /// pipeline have used.
    init(
        _ session: SessionRecording,
        by machine: ConnectivityMachine,
        _ matching: RequestMatching,
        after begun: Int,
        isOnce: Bool
    ) {
        (self.session, scope, self.matching, self.isOnce) = (session, machine.rules.scope, matching, isOnce)
        unanswered = SessionReplay(session, by: machine).unanswered
        var (rounds, snapshotCount): ([Round], Int) = ([], 0)
        for event in session.events {
            switch event.content {
            case .interfaces: snapshotCount += 1
            case .round(let exchanges): rounds.append(Round(event, exchanges, snapshotCount))
            case .skip, .observed, .expected: break
            }
        }
        self.rounds = rounds
        state = Lock(State(begun: min(begun, rounds.count)))
    }

    var begunCount: Int { state.withLock { $0.begun } }

    /// The seed of the next recorded round.
    var seed: UInt32 { state.withLock { $0.begun < rounds.count ? rounds[$0.begun].seed : 0 } }

    /// The end of the last event.
    var recordedEnd: Duration {
        let answers = rounds.map { $0.at + max($0.lastAnswer, $0.waits.last ?? .zero) }
        return max(answers.max() ?? .zero, session.events.last?.at ?? .zero)
    }

    // MARK: What the run does

    /// Records a step of the state machine.
    func record(_ step: ConnectivityMachine.Step) {
        state.withLock { state in
            switch step.input {
            case .interfacesChanged: state.snapshotCount += 1
            case .probeEnded(_, _, let exchange) where !exchange.isCancelled: state.answerCount += 1
            default: break
            }
            let elapsed = step.moment.elapsed
            if !state.isOver { state.end = elapsed }
            for effect in step.effects {
                switch effect {
                case .begin(.round(let requests, limit: _), epoch: _): begin(requests, at: elapsed, &state)
                case .begin: state.current = nil
                case .ask(let requests, from: _, epoch: _):
                    state.current?.requests += requests
                    if state.isRecorded { state.asked[state.asked.count - 1].requests += requests }
                case .publish(let assessment): state.assessments.append((elapsed, .init(assessment)))
                case .remind, .discardRound: break
                }
            }
        }
    }

    private func begin(_ requests: [ProbeRequest], at elapsed: Duration, _ state: inout State) {
        state.current = (elapsed, requests)
        state.isRecorded = false
        guard let wait = waitForRound(state, elapsed), wait <= Self.tolerance else { return }
        takeRound(&state, elapsed)
    }

    /// Returns the time until the next recorded round is due, if it is over the current interfaces.
    private func waitForRound(_ state: State, _ elapsed: Duration) -> Duration? {
        guard state.begun < rounds.count else { return nil }
        let next = rounds[state.begun]
        if isOnce { return .zero }
        return next.snapshotCount <= state.snapshotCount ? max(.zero, next.at - elapsed) : nil
    }

    /// Makes the round in progress the next recorded one.
    private func takeRound(_ state: inout State, _ elapsed: Duration) {
        guard let requests = state.current?.requests else { return }
        state.asked.append((state.begun, requests))
        state.current?.began = elapsed
        state.begun += 1
        (state.isRecorded, state.given) = (true, [])
    }

    /// Returns the delay of the answers of the round in progress, because it was not recorded at this time: it began
    /// before the recorded one, or an interface change cut it short before any answer.
    func delay(at elapsed: Duration) -> Duration? {
        state.withLock { state in
            guard !state.isRecorded, state.begun < rounds.count else { return nil }
            return waitForRound(state, elapsed) ?? .seconds(86_400)
        }
    }

    /// Makes the round in progress the recorded one, if that is due and the round is not recorded yet.
    func catchUp(at elapsed: Duration) {
        state.withLock { state in
            guard !state.isRecorded, let wait = waitForRound(state, elapsed), wait <= Self.tolerance else { return }
            takeRound(&state, elapsed)
        }
    }

    /// Returns the time to wait in place of the planned time.
    func wait(_ planned: Duration, _ elapsed: Duration) -> Duration {
        state.withLock { state in
            guard let began = state.current?.began else {
                guard !isOnce, state.begun < rounds.count else { return planned }
                return max(.zero, rounds[state.begun].at - elapsed)
            }
            guard state.isRecorded else { return planned }
            let round = rounds[state.begun - 1]
            let passed = elapsed - began
            let end = round.waits.first { $0 >= passed + planned - Self.tolerance }
            return (end ?? max(passed + planned, round.lastAnswer + Self.tolerance)) - passed
        }
    }

    /// Returns the answer of the current round to a request; without one, an answer of another round if answers are repeated.
    func answer(to request: ProbeRequest, from answers: [Answer]) -> Answer? {
        state.withLock { state in
            if matching.repetition == .always { return answers.first { !$0.isPending } }
            let current = state.begun - 1
            if state.isRecorded,
                let answer = answers.first(where: { $0.round == current && !state.given.contains($0.place) })
            {
                state.given.insert(answer.place)
                return answer
            }
            if current == rounds.count - 1, unanswered.contains(where: { matching.isMatch($0, request) }) {
                return Answer(request.question, .failure(ProbeFailure(.cancelled)))
            }
            let real = matching.repetition == .last ? answers.filter { !$0.isPending } : []
            let answer = real.last { $0.round <= current } ?? real.first
            if answer == nil { state.missed.insert(request) }
            return answer
        }
    }

    /// Whether a request had no recorded answer.
    func isMissed(_ request: ProbeRequest) -> Bool { state.withLock { $0.missed.contains(request) } }

    // MARK: The recording as a script

    /// Whether everything that the recording has before the snapshot with this number has occurred.
    func isReady(forSnapshot number: Int, at time: Duration) -> Bool {
        let before = rounds.prefix { $0.snapshotCount < number + 1 }
        let answerCount = before.reduce(0) { count, round in
            count + round.exchanges.count { !$0.isPending && round.at + $0.end <= time }
        }
        return state.withLock {
            $0.begun >= before.count && $0.answerCount >= answerCount && $0.snapshotCount >= number
        }
    }

    /// Whether every recorded event and assessment has occurred.
    var isOver: Bool {
        let answerCount = rounds.reduce(0) { $0 + $1.exchanges.count { !$0.isPending } }
        return state.withLock {
            $0.begun == rounds.count && $0.answerCount >= answerCount && $0.assessments.count >= session.stated.count
        }
    }

    /// Records that the source is observed, and then that the observation has ended.
    func observed() { state.withLock { $0.end = .zero } }
    func end(at elapsed: Duration) { state.withLock { ($0.end, $0.isOver) = (elapsed, true) } }

    // MARK: Comparison

    /// Returns the differences between the run and the session, the cause first.
    func differences() -> [SessionReplay.Difference] {
        let state = state.withLock { $0 }
        guard let end = state.end else { return [] }
        let stated = session.stated
        var deviations: [SessionReplay.Difference] = []
        for (place, round) in rounds.enumerated() {
            if let asked = state.asked.first(where: { $0.round == place }) {
                deviations += round.deviations(from: asked.requests, matching)
            } else if !isOnce, round.at <= max(end - Self.tolerance, stated.last?.at ?? .zero) {
                let first = round.exchanges.first?.exchange.request
                deviations.append(.deviation(.roundNotBegun(first, scope, at: round.at)))
            }
        }
        guard isOnce else {
            return deviations
                + session.differences(from: state.assessments.map(\.what), at: state.assessments.map(\.at))
        }
        // The last stated assessment before the next round is that of a single assessment.
        let next = state.begun < rounds.count ? rounds[state.begun].at : nil
        guard let place = stated.lastIndex(where: { stated in next.map { stated.at < $0 } ?? true }) else {
            return deviations
        }
        let found = state.assessments.last?.what
        guard stated[place].what != found else { return deviations }
        return deviations
            + [.assessment(place + 1, at: stated[place].at, stated: stated[place].what, found: found)]
    }

    /// Returns the end of the run, if it was before the time of a difference.
    func endedBefore(_ difference: SessionReplay.Difference) -> Duration? {
        state.withLock { $0.end.flatMap { $0 < difference.at ? $0 : nil } }
    }
}

extension ReplayedRun.Round {
    fileprivate init(_ event: SessionRecording.Event, _ exchanges: [SessionRecording.Exchange], _ snapshotCount: Int) {
        (at, seed, self.exchanges, self.snapshotCount) = (event.at, event.seed, exchanges, snapshotCount)
        // The end of a wait cancels the requests in progress.
        waits = (event.waits + exchanges.filter(\.exchange.isCancelled).map(\.end)).sorted()
        lastAnswer = exchanges.filter { !$0.isPending }.map(\.end).max() ?? .zero
    }

    /// Returns the recorded requests that were not sent.
    fileprivate func deviations(
        from asked: [ProbeRequest],
        _ matching: RequestMatching
    ) -> [SessionReplay.Difference] {
        var rest = asked
        var shown = matching
        shown.parts.insert(.method)
        return exchanges.compactMap { recorded in
            let request = recorded.exchange.request
            guard let index = rest.firstIndex(where: { matching.isMatch($0, request) }) else {
                let mismatch = RequestMismatch(request, among: asked, by: shown)
                return .deviation(.notAsked(mismatch, at: at + recorded.offset))
            }
            rest.remove(at: index)
            return nil
        }
    }
}

extension SessionRecording.Exchange {
    /// The time of its end since the round began.
    fileprivate var end: Duration { offset + exchange.timings.total }

    /// Whether its answer is not in the recording.
    fileprivate var isPending: Bool { exchange.isCancelled }
}
