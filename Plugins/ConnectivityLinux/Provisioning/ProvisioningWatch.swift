#if os(Linux)
internal import ConnectivityCore
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
            var waits = [pollfd(fd: mailbox.number, events: Int16(POLLIN), revents: 0)]
            if let number = files?.number { waits.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0)) }
            let count = unsafe poll(&waits, nfds_t(waits.count), limit.map(Self.milliseconds) ?? -1)
            guard count >= 0 || errno == EINTR else { throw LinuxError(.wait, code: errno) }
            if count > 0, waits[0].revents != 0 { return }
            if count > 0, files?.drain() == true, end == nil { end = .now + Self.longestBurst }
            if count == 0, limit != nil { return }
            if let end, end <= .now { return }
        }
    }

    /// The time left in whole milliseconds, rounded up so that the last one is not spent spinning.
    private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
        let left = (end - .now) / .milliseconds(1)
        return left > 0 ? Int32(left.rounded(.up)) : 0
    }
}

/// What the thread of an observation is told: the base's newest snapshot, and that it is over.
///
/// A pair of sockets wakes the thread; one byte at most is under way.
final class Mailbox: Sendable {
    struct State {
        /// The newest snapshot that was not taken yet.
        var snapshot: InterfaceSnapshot?
        /// The base has ended: nothing more comes.
        var isFinished = false
        /// The observation was cancelled.
        var isStopped = false
        fileprivate var isSignalled = false
        fileprivate var isOpen = true
    }

    /// For poll(2), while the mailbox is open.
    let number: Int32
    private let sender: Int32
    private let state = Mutex(State())

    init() throws(LinuxError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw LinuxError(.makePipe, code: errno)
        }
        number = ends[0]
        sender = ends[1]
    }

    deinit { close() }

    func put(_ snapshot: InterfaceSnapshot) { tell { $0.snapshot = snapshot } }
    func finish() { tell { $0.isFinished = true } }
    func stop() { tell { $0.isStopped = true } }

    /// Takes what is new, and the signal with it.
    func take() -> State {
        state.withLock { state in
            if state.isSignalled, state.isOpen {
                var byte: UInt8 = 0
                _ = unsafe read(number, &byte, 1)
                state.isSignalled = false
            }
            let taken = state
            state.snapshot = nil
            return taken
        }
    }

    /// Closes the sockets, at the latest when the last owner ends: a caller that counts descriptors can be sure.
    func close() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            Glibc.close(number)
            Glibc.close(sender)
        }
    }

    private func tell(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard state.isOpen, !state.isSignalled else { return }
            var byte: UInt8 = 1
            state.isSignalled = unsafe write(sender, &byte, 1) == 1
        }
    }
}
#endif
