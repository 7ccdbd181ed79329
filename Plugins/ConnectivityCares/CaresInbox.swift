#if Cares
internal import ConnectivityCore
internal import ConnectivitySupport

/// One lookup on its way to the driver's thread.
struct CaresJob: Sendable {
    let id: UInt64
    let lookup: NameLookup
    /// Held so that the thread lives for as long as the lookup is under way.
    let driver: CaresDriver
    let continuation: CheckedContinuation<NameAnswer, Never>
    let submitted = ContinuousClock.now
}

/// What callers leave for the driver's thread: jobs, cancellations, and the word to end.
final class CaresInbox: Sendable {
    /// What was left since the thread last looked.
    struct Mail: Sendable {
        var jobs: [CaresJob] = []
        var cancelled: [UInt64] = []
        var isClosed = false

        var isEmpty: Bool { jobs.isEmpty && cancelled.isEmpty && !isClosed }
    }

    private struct State {
        var mail = Mail()
        var lastID: UInt64 = 0
    }

    let signal: WakeUpSignal
    private let state = Mutex(State())

    init(signal: WakeUpSignal) { self.signal = signal }

    func newID() -> UInt64 {
        state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    func submit(_ job: CaresJob) { leave { $0.jobs.append(job) } }

    /// Asks for the end of a job; one that has ended, or was never submitted, is passed over.
    func cancel(_ id: UInt64) { leave { $0.cancelled.append(id) } }

    /// Asks the thread to end every job and then itself.
    func close() { leave { $0.isClosed = true } }

    /// Hands over all that was left, but not the closing, which stays.
    func take() -> Mail {
        signal.clear()
        return state.withLock {
            let mail = $0.mail
            $0.mail = Mail(isClosed: mail.isClosed)
            return mail
        }
    }

    private func leave(_ change: (inout Mail) -> Void) {
        let wasEmpty = state.withLock { state in
            let wasEmpty = state.mail.isEmpty
            change(&state.mail)
            return wasEmpty
        }
        // Mail that was there already has woken the thread, which has not taken it yet.
        if wasEmpty { signal.raise() }
    }
}
#endif
