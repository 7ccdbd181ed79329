/// Ends the wait of a thread that takes jobs.
package protocol Waker: Sendable {
    /// Ends the wait that goes on or the next one; on any thread.
    func wakeUp()
}

/// What callers leave for a thread: jobs, cancellations, and the word to end.
package final class JobInbox<Job: Sendable, W: Waker>: Sendable {
    /// What was left since the thread last looked.
    package struct Mail: Sendable {
        package var jobs: [Job] = []
        package var cancelled: [UInt64] = []
        package var isClosed = false

        fileprivate var isEmpty: Bool { jobs.isEmpty && cancelled.isEmpty && !isClosed }
    }

    private struct State: Sendable {
        var mail = Mail()
        var lastID: UInt64 = 0
    }

    package let waker: W
    private let state = Mutex(State())

    package init(waker: W) { self.waker = waker }

    package func newID() -> UInt64 {
        state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    package func submit(_ job: Job) { leave { $0.jobs.append(job) } }

    /// Asks for the end of a job; one that has ended, or was never submitted, is passed over.
    package func cancel(_ id: UInt64) { leave { $0.cancelled.append(id) } }

    /// Asks the thread to end every job and then itself.
    package func close() { leave { $0.isClosed = true } }

    /// Hands over all that was left, but not the closing, which stays.
    package func take() -> Mail {
        state.withLock {
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
        if wasEmpty { waker.wakeUp() }
    }
}
