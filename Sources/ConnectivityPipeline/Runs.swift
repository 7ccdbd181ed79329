import ConnectivityCore
import ConnectivitySupport

/// What the runs of one pipeline and its copies share: whom the notifiers hear, and who can be asked to look.
///
/// A notifier hears one run at a time. ``Pipeline/run()`` takes over from whatever ran before; ``Pipeline/assess()`` does
/// so only if nothing runs, so that an answer for one caller never ends or contradicts what listeners of a run hear.
final class Runs: Sendable {
    private struct State {
        var lastID = 0
        /// The run whose mailboxes the notifiers are served from, the last one if it is over.
        var heard: (id: Int, isOver: Bool, mailboxes: [Mailbox])?
        /// By run: how to pass on a request to look, and whether one is on its way.
        var lookers: [Int: (look: @Sendable () -> Void, isAsked: Bool)] = [:]
    }

    private let state = Mutex(State())

    /// How the notifiers keep up, in their order.
    var statistics: [NotifierStatistics] {
        let mailboxes = state.withLock { $0.heard?.mailboxes ?? [] }
        return mailboxes.map(\.statistics)
    }

    /// Begins a run.
    /// - Parameters:
    ///   - notifiers: Whom to serve.
    ///   - look: Passes on a request to look; `nil` for a run that makes one assessment.
    /// - Returns: The number of the run, and its mailboxes; none if another run is heard.
    func begin(_ notifiers: [any Notifier], look: (@Sendable () -> Void)?) -> (id: Int, mailboxes: [Mailbox]) {
        let mailboxes = notifiers.map(Mailbox.init)
        let (id, isHeard, replaced) = state.withLock { state -> (Int, Bool, [Mailbox]) in
            state.lastID += 1
            let id = state.lastID
            if let look { state.lookers[id] = (look, false) }
            if look == nil, state.heard?.isOver == false { return (id, false, []) }
            defer { state.heard = (id, false, mailboxes) }
            return (id, true, state.heard?.mailboxes ?? [])
        }
        guard isHeard else { return (id, []) }
        for mailbox in replaced { mailbox.replace() }
        for notifier in notifiers { (notifier as? AssessmentUpdates)?.reopen(anew: true) }
        return (id, mailboxes)
    }

    /// Ends a run, whose mailboxes may still be emptied.
    func end(_ id: Int) {
        state.withLock { state in
            state.lookers[id] = nil
            if state.heard?.id == id { state.heard?.isOver = true }
        }
    }

    /// Asks every run to look, once however often it is asked before it begins to.
    /// - Returns: Whether there is one.
    func look() -> Bool {
        let (looks, isThere) = state.withLock { state in
            let looks = state.lookers.filter { !$0.value.isAsked }
            for id in looks.keys { state.lookers[id]?.isAsked = true }
            return (looks.sorted { $0.key < $1.key }.map(\.value.look), !state.lookers.isEmpty)
        }
        for look in looks { look() }
        return isThere
    }

    /// Notes that a run has learned of the request.
    func noteLook(_ id: Int) { state.withLock { $0.lookers[id]?.isAsked = false } }
}
