#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// One observation: changes of files only trigger reads, and every report comes from reading the files.
///
/// The content of an event is used only to decide whether to read. After any number of events, including lost ones, the files are
/// read again, so memory is bounded and the last state is always correct. Without an event, only files of changed interfaces are
/// read: a computer with a thousand interfaces has thousands of files.
struct ProvisioningWatch {
    var readers: [any ProvisioningReader]
    var mailbox: Mailbox
    var report: @Sendable (InterfaceSnapshot) -> Void

    /// The time without changes after which a burst counts as over.
    static let quiet: Duration = .milliseconds(20)
    /// The maximum time by which a burst delays the next read; it limits a flood of changes to five reads per second.
    static let longestBurst: Duration = .milliseconds(200)
    /// The time between two reads if the system has no watch left.
    static let interval: Duration = .seconds(10)
    /// The maximum age of the facts about an unchanged interface, because a mount changes files without an event.
    static let ageMax: Duration = .seconds(60)

    /// Reports until the mailbox is finished or stopped; blocks the thread.
    func run() throws(LinuxError) {
        var files = FileWatch()
        var base: InterfaceSnapshot?
        var last: InterfaceSnapshot?
        var known: (base: InterfaceSnapshot, reported: InterfaceSnapshot)?
        var readAt = ContinuousClock.now
        while true {
            let mail = mailbox.take()
            // An end after the last snapshot needs no further read.
            if mail.isStopped || mail.isFinished && mail.snapshot == nil { return }
            base = mail.snapshot ?? base
            if let base {
                // The paths are watched before they are read, so that no change is missed.
                let areWatched = files?.watch(readers.flatMap(\.watchedPaths)) ?? false
                if !areWatched || readAt + Self.ageMax < .now { known = nil }
                if known == nil { readAt = .now }
                let snapshot = SystemFile.$look.withValue(SystemLook()) {
                    base.provisioned(by: readers, knowing: known)
                }
                known = (base, snapshot)
                if snapshot.withoutVolatileParts != last?.withoutVolatileParts {
                    last = snapshot
                    report(snapshot)
                }
            }
            if mail.isFinished { return }
            if try wait(&files) { known = nil }
        }
    }

    /// Waits for mail, or for a change of the files and the end of its burst; returns whether files may have changed.
    private func wait(_ files: inout FileWatch?) throws(LinuxError) -> Bool {
        let overdue = files == nil ? ContinuousClock.now + Self.interval : nil
        var end: ContinuousClock.Instant?
        while true {
            let limit = end.map { min($0, .now + Self.quiet) } ?? overdue
            var waits: [pollfd] = [.toRead(mailbox.waker.number), .toRead(files?.number ?? -1)]
            let count = Poll.wait(for: &waits, atMost: limit.map { $0 - .now })
            guard count >= 0 || errno == EINTR else { throw LinuxError(.wait, code: errno) }
            if count > 0, waits[0].isReady { return end != nil }
            if count > 0, files?.drain() == true, end == nil { end = .now + Self.longestBurst }
            if count == 0, limit != nil { return true }
            if let end, end <= .now { return true }
        }
    }
}

/// The messages to the thread of an observation: the base's newest snapshot, and the end.
final class Mailbox: Sendable {
    struct State: Sendable {
        /// The newest snapshot that has not been removed.
        var snapshot: InterfaceSnapshot?
        /// Whether the base has ended, so that no further snapshot arrives.
        var isFinished = false
        var isStopped = false
    }

    /// Signalled while there is mail.
    let waker: Waker
    private let state = Lock(State())

    init() throws(LinuxError) {
        guard let waker = Waker() else { throw LinuxError(.makePipe, code: errno) }
        self.waker = waker
    }

    func store(_ snapshot: InterfaceSnapshot) { update { $0.snapshot = snapshot } }
    func finish() { update { $0.isFinished = true } }
    func stop() { update { $0.isStopped = true } }

    /// Returns the new mail and removes it.
    func take() -> State {
        // Cleared before the mail is removed, so that later mail is not missed.
        waker.clear()
        return state.withLock { state in
            defer { state.snapshot = nil }
            return state
        }
    }

    private func update(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        waker.wakeUp()
    }
}
#endif
