#if os(Linux)
public import ConnectivityCore
internal import ConnectivityBlocking

/// Reports what another source does, with what the system keeps about the network of each interface: the captive portal
/// option (RFC 8910), name servers, and whether traffic is metered.
///
/// The rules are those of ``ConnectivityCore/InterfaceSnapshot/provisioned(by:)``. Files are looked at when the other source
/// reports and when they change, 20 to 200 milliseconds afterwards; a burst of changes makes one look. Between changes
/// nothing runs. See inotify(7). Where the system has no watch left, the files are looked at every ten seconds.
public struct ProvisionedSource: InterfaceSource {
    /// The source of the interfaces.
    public let base: any InterfaceSource
    /// The readers, best first.
    public let readers: [any ProvisioningReader]

    /// Creates a source.
    /// - Parameters:
    ///   - base: The source of the interfaces.
    ///   - readers: The readers, best first.
    public init(_ base: some InterfaceSource, readers: [any ProvisioningReader]) {
        self.base = base
        self.readers = readers
    }

    /// Reports each snapshot with what the readers tell, then anew when that changes, until the task is cancelled.
    ///
    /// The files are read on a thread of its own, which starts and ends with the call and holds three descriptors: a pipe
    /// and one of inotify. They are closed when the call returns. Cancellation ends the call as soon as it ends the
    /// other source; the thread needs milliseconds. Reports that differ in nothing ``InterfaceSnapshot/steady`` are left
    /// out, and snapshots that come faster than files are read are reported as the newest alone.
    ///
    /// - Parameter report: Receives each snapshot on that thread, in order; it must return at once.
    /// - Throws: The error of the other source, `CancellationError` after cancellation, ``LinuxError`` where the
    ///   system fails to wait. Where the other source ends by itself, its last snapshot is reported and the call ends too.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        let mailbox = try Mailbox()
        defer { mailbox.waker.close() }
        let watch = ProvisioningWatch(readers: readers, mailbox: mailbox, report: report)
        let base = base
        try await withThrowingTaskGroup(of: Result<Void, any Error>.self) { group in
            group.addTask {
                defer { mailbox.finish() }
                do {
                    try await base.observe { mailbox.put($0) }
                    return .success(())
                } catch {
                    // Not thrown here, so that the thread can report the last snapshot first.
                    return .failure(error)
                }
            }
            group.addTask {
                // Every descriptor of the watch is closed before the call goes on.
                try await DedicatedThread.run {
                    try watch.run()
                } stop: {
                    mailbox.stop()
                }
                return .success(())
            }
            // Thrown once the thread has ended, which a throw from here would stop before its last report.
            var end: Result<Void, any Error> = .success(())
            for try await outcome in group {
                if case .failure = outcome { end = outcome }
            }
            try end.get()
        }
    }
}

extension InterfaceSource {
    /// Makes a source that also tells what the system keeps about the networks.
    /// - Parameter readers: The readers, best first.
    /// - Returns: This source with a ``ProvisionedSource`` around it.
    public func provisioned(by readers: [any ProvisioningReader]) -> ProvisionedSource {
        ProvisionedSource(self, readers: readers)
    }
}
#endif
