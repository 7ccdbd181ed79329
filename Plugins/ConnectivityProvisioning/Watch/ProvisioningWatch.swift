#if os(Linux)
internal import ConnectivityCore
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
    func run() throws(ProvisioningError) {
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
    private func wait(_ files: inout FileWatch?) throws(ProvisioningError) {
        let overdue = files == nil ? ContinuousClock.now + Self.interval : nil
        var end: ContinuousClock.Instant?
        while true {
            let limit = end.map { min($0, .now + Self.quiet) } ?? overdue
            var waits = [pollfd(fd: mailbox.number, events: Int16(POLLIN), revents: 0)]
            if let number = files?.number { waits.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0)) }
            let count = unsafe poll(&waits, nfds_t(waits.count), limit.map(Self.milliseconds) ?? -1)
            guard count >= 0 || errno == EINTR else { throw ProvisioningError(.wait, code: errno) }
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
#endif
