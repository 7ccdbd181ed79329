#if os(Linux)
internal import ConnectivityCore
internal import ConnectivityBlocking
internal import ConnectivitySupport
internal import Glibc

/// One observation: changes of files are triggers, looks at the files are the truth.
///
/// What an event says is used for nothing but whether to look. Any number of them, lost ones included, has the same
/// answer, so memory is bounded and the last state is always right.
struct ProvisioningWatch {
    var readers: [any ProvisioningReader]
    var mailbox: Mailbox
    var report: @Sendable (InterfaceSnapshot) -> Void

    /// How long it must be quiet for a burst of changes to be over.
    static let quiet: Duration = .milliseconds(20)
    /// How long a burst may delay the next look, which bounds the work under a flood to five looks a second.
    static let longestBurst: Duration = .milliseconds(200)
    /// How often to look where the system has no watch left.
    static let interval: Duration = .seconds(10)

    /// Reports until the mailbox says that it is over; blocks the thread.
    func run() throws(LinuxError) {
        var files = FileWatch()
        var base: InterfaceSnapshot?
        var last: InterfaceSnapshot?
        while true {
            let mail = mailbox.take()
            if mail.isStopped { return }
            base = mail.snapshot ?? base
            if let base {
                // Watching before reading leaves no gap for a change to fall into.
                files?.watch(readers.flatMap(\.watchedPaths))
                let snapshot = base.provisioned(by: readers)
                if snapshot.steady != last?.steady {
                    last = snapshot
                    report(snapshot)
                }
            }
            if mail.isFinished { return }
            try wait(&files)
        }
    }

    /// Waits for mail, or for a change of the files and the end of the burst it starts.
    private func wait(_ files: inout FileWatch?) throws(LinuxError) {
        let overdue = files == nil ? ContinuousClock.now + Self.interval : nil
        var end: ContinuousClock.Instant?
        while true {
            let limit = end.map { min($0, .now + Self.quiet) } ?? overdue
            var waits = [pollfd(fd: mailbox.waker.number, events: Int16(POLLIN), revents: 0)]
            if let number = files?.number { waits.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0)) }
            let count = unsafe poll(&waits, nfds_t(waits.count), Waker.pollTimeout(limit.map { $0 - .now }))
            guard count >= 0 || errno == EINTR else { throw LinuxError(.wait, code: errno) }
            if count > 0, waits[0].revents != 0 { return }
            if count > 0, files?.drain() == true, end == nil { end = .now + Self.longestBurst }
            if count == 0, limit != nil { return }
            if let end, end <= .now { return }
        }
    }
}

/// What the thread of an observation is told: the base's newest snapshot, and that it is over.
final class Mailbox: Sendable {
    struct State: Sendable {
        /// The newest snapshot that was not taken yet.
        var snapshot: InterfaceSnapshot?
        /// The base has ended: nothing more comes.
        var isFinished = false
        /// The observation was cancelled.
        var isStopped = false
    }

    /// Up while there is mail.
    let waker: Waker
    private let state = Mutex(State())

    init() throws(LinuxError) {
        guard let waker = Waker() else { throw LinuxError(.makePipe, code: errno) }
        self.waker = waker
    }

    func put(_ snapshot: InterfaceSnapshot) { tell { $0.snapshot = snapshot } }
    func finish() { tell { $0.isFinished = true } }
    func stop() { tell { $0.isStopped = true } }

    /// Takes what is new.
    func take() -> State {
        // Before the mail is taken, so that none that is left meanwhile is missed.
        waker.clear()
        return state.withLock { state in
            defer { state.snapshot = nil }
            return state
        }
    }

    private func tell(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        waker.wakeUp()
    }
}
#endif
