import ConnectivityCore
import ConnectivityToolkit

/// State that the runs of one pipeline and its copies share: the run that serves the notifiers, and the runs that accept looks.
///
/// A notifier receives the events of one run at a time. ``Pipeline/run(from:)`` takes over from an earlier run or assessment.
/// ``Pipeline/assess()`` takes over only if nothing else runs, so an answer for one caller never ends or contradicts the events
/// of a run.
final class Runs: Sendable {
    private struct State {
        var lastID = 0
        /// The parts that the last run gave up.
        var abandoned: [String] = []
        /// The mailboxes of notifiers with a call that was given up and has not returned.
        var stuck: [Int: Mailbox] = [:]
        /// The run that serves the notifiers; if none is in progress, the last one.
        var listened: (id: Int, isOver: Bool, mailboxes: [Mailbox])?
        /// The run that hands over to a run of another pipeline.
        var handedOver: Int?
        /// By run: the functions that pass on requests, and whether a request to look is pending.
        var lookers: [Int: (requests: Requests, isAsked: Bool)] = [:]
        /// The last assessment of the run that serves the notifiers.
        var assessment: Assessment?
        /// The listeners for failures of notifiers, by number.
        var listeners: [Int: AsyncStream<NotifierRun.Statistics>.Continuation] = [:]
    }

    /// The functions that pass requests on to a run.
    struct Requests: Sendable {
        var look: @Sendable () -> Void
        var signInBegan: @Sendable () -> Void
        var hint: @Sendable (TrafficHint) -> Void
    }

    private let state = Lock(State())
    let calls = PartCalls()

    /// The statistics of the notifiers, in their order.
    var statistics: [NotifierRun.Statistics] {
        let mailboxes = state.withLock { $0.listened?.mailboxes ?? [] }
        return mailboxes.map(\.statistics)
    }

    /// The last assessment of the run that serves the notifiers, or of the last run that did.
    var lastAssessment: Assessment? { state.withLock { $0.assessment } }

    /// Records the assessment or the observation of an event, if the run serves the notifiers.
    func record(_ event: PipelineEvent, of id: Int) {
        state.withLock { state in
            guard state.listened?.id == id else { return }
            switch event {
            case .assessmentChanged(let assessment), .assessmentConfirmed(let assessment):
                state.assessment = assessment
                // An observation without a beginning is an event and is not kept.
                state.assessment?.observations.removeAll { $0.since == nil }
            case .observed(let observation): state.assessment?.observations.record(observation)
            default: break
            }
        }
    }

    /// The failures of notifiers from now on.
    var failures: AsyncStream<NotifierRun.Statistics> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: NotifierRun.Statistics.self,
            bufferingPolicy: .bufferingNewest(100)
        )
        let id = state.withLock { state in
            state.lastID += 1
            state.listeners[state.lastID] = continuation
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Begins a run, and returns its number and its mailboxes; no mailboxes if another run serves the notifiers.
    ///
    /// A run without requests makes one assessment.
    func begin(_ notifiers: [any Notifier], taking requests: Requests?) -> (id: Int, mailboxes: [Mailbox]) {
        let mailboxes = notifiers.map { notifier in
            Mailbox(notifier) { [weak self] trouble in
                for listener in self?.state.withLock({ $0.listeners }) ?? [:] { listener.value.yield(trouble) }
            }
        }
        let (id, isListened, replaced) = state.withLock { state -> (Int, Bool, [Mailbox]) in
            state.lastID += 1
            state.abandoned = []
            let id = state.lastID
            if let requests { state.lookers[id] = (requests, false) }
            if requests == nil, state.listened?.isOver == false { return (id, false, []) }
            defer {
                state.listened = (id, false, mailboxes)
                state.assessment = nil
            }
            state.stuck = state.stuck.filter { !$0.value.isOver }
            for place in state.stuck.keys { _ = mailboxes[place].giveUp() }
            return (id, true, state.listened?.mailboxes ?? [])
        }
        guard isListened else { return (id, []) }
        for mailbox in replaced { mailbox.replace() }
        return (id, mailboxes)
    }

    var abandoned: [String] { state.withLock { $0.abandoned } }

    /// Ends a run whose parts do not return, and records these parts.
    func giveUp(_ id: Int, _ mailboxes: [Mailbox]) {
        end(id)
        let stuck = mailboxes.enumerated().filter { $0.element.giveUp() }
        let parts = calls.parts + stuck.map { $0.element.statistics.name }
        state.withLock { state in
            state.abandoned = parts
            for (place, mailbox) in stuck { state.stuck[place] = mailbox }
        }
    }

    /// Records that a run of another pipeline takes over from the run that serves the notifiers.
    func handOver() { state.withLock { $0.handedOver = $0.listened?.id } }

    /// Returns whether a run of another pipeline takes over from a run.
    func isHandedOver(_ id: Int) -> Bool { state.withLock { $0.handedOver == id } }

    /// Ends a run; its mailboxes may still deliver events.
    func end(_ id: Int) {
        state.withLock { state in
            state.lookers[id] = nil
            if state.listened?.id == id { state.listened?.isOver = true }
        }
    }

    /// Requests a look of every run, and returns whether there is any run; a run with an earlier pending request is skipped.
    func look() -> Bool {
        let (looks, isThere) = state.withLock { state in
            let looks = state.lookers.filter { !$0.value.isAsked }
            for id in looks.keys { state.lookers[id]?.isAsked = true }
            return (looks.sortedByKey.map(\.value.requests.look), !state.lookers.isEmpty)
        }
        for look in looks { look() }
        return isThere
    }

    /// Informs every run that a person has begun to sign in.
    func signInBegan() {
        for looker in state.withLock({ Array($0.lookers.values) }) { looker.requests.signInBegan() }
    }

    /// Passes a traffic hint to every run.
    func hint(_ hint: TrafficHint) {
        for looker in state.withLock({ Array($0.lookers.values) }) { looker.requests.hint(hint) }
    }

    /// Records that a run has handled the request.
    func recordLook(_ id: Int) { state.withLock { $0.lookers[id]?.isAsked = false } }
}

extension NotifierRun {
    /// Does not keep the pipeline alive, because a notifier of the pipeline may keep this value.
    init(of runs: Runs) {
        self.init(
            statistics: { [weak runs] in runs?.statistics ?? [] },
            lookNow: { [weak runs] in _ = runs?.look() },
            signInBegan: { [weak runs] in runs?.signInBegan() }
        )
    }
}
