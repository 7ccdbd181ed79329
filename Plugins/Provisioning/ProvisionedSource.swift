#if os(Linux)
package import ConnectivityCore
import ConnectivityToolkit

/// Adds the system's stored facts about the network of each interface to the snapshots of another source.
///
/// These facts are the captive portal option (RFC 8910), name servers, and whether traffic is metered. Facts that the
/// base source reports itself take precedence. The files about an interface are read when the base source reports it
/// anew or changed, or for the first time after a minute; all files are read 20 to 200 milliseconds after one of them
/// changes, and a burst of changes causes one read. Between changes no code runs. See inotify(7). If the system has no
/// watch left, the files are read every ten seconds, and with each report of the base source.
package struct ProvisionedSource: InterfaceSource {
    /// The source of the interfaces.
    package let base: any InterfaceSource
    /// The readers, in the order of precedence.
    package let readers: [any ProvisioningReader]

    /// Creates a source.
    package init(_ base: some InterfaceSource, readers: [any ProvisioningReader]) {
        self.base = base
        self.readers = readers
    }

    /// Reports each snapshot with the readers' facts, and again when these change, until the task is cancelled.
    ///
    /// The files are read on a dedicated thread, which exists only during the call and holds three descriptors: a pipe
    /// and one of inotify. They are closed when the call returns. Cancellation ends the call when the base source has
    /// ended; the thread needs milliseconds. Reports whose ``InterfaceSnapshot/steady`` does not differ are left out.
    /// If snapshots arrive faster than files can be read, only the newest is reported. Snapshots are reported on that
    /// thread, in order; `report` must return at once. After the base source ends by itself, its last snapshot is
    /// reported.
    ///
    /// - Throws: The base source's error, `CancellationError` after cancellation, ``LinuxError`` if the system fails to
    ///   wait.
    package func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        let mailbox = try Mailbox()
        defer { mailbox.waker.close() }
        let watch = ProvisioningWatch(readers: readers, mailbox: mailbox, report: report)
        let base = base
        try await withThrowingTaskGroup(of: Result<Void, any Error>.self) { group in
            group.addTask {
                defer { mailbox.finish() }
                do {
                    try await base.observe { mailbox.store($0) }
                    return .success(())
                } catch {
                    // Not thrown here, so that the thread can report the last snapshot first.
                    return .failure(error)
                }
            }
            group.addTask {
                // Every descriptor of the watch is closed before the call continues.
                try await DedicatedThread.run {
                    try watch.run()
                } stop: {
                    mailbox.stop()
                }
                return .success(())
            }
            // Thrown after the thread has ended; an earlier throw would stop it before its last report.
            var end: Result<Void, any Error> = .success(())
            for try await outcome in group {
                if case .failure = outcome { end = outcome }
            }
            try end.get()
        }
    }
}

extension InterfaceSource {
    /// Returns a source that also reports the system's stored facts about the networks.
    ///
    /// The readers are in the order of precedence.
    package func provisioned(by readers: [any ProvisioningReader]) -> ProvisionedSource {
        ProvisionedSource(self, readers: readers)
    }
}
#endif
