#if os(Linux)
internal import CNetlink
internal import ConnectivitySupport
internal import Glibc

/// A file descriptor that is closed when its owner ends.
struct Descriptor: ~Copyable {
    let number: Int32

    init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}

/// Wakes the thread of one observation for good: an eventfd(2) that is written once and never read.
final class StopSignal: Sendable {
    /// For poll(2), while the signal is open.
    let number: Int32
    private let isOpen = Mutex(true)

    init() throws(NetlinkError) {
        number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard number >= 0 else { throw NetlinkError(.makeEvent, code: errno) }
    }

    deinit { close() }

    /// Makes the descriptor readable; on any thread, and without effect once closed.
    func raise() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            var one: UInt64 = 1
            _ = unsafe write(number, &one, MemoryLayout<UInt64>.size)
        }
    }

    /// Closes the descriptor, at the latest when the last owner ends.
    ///
    /// The thread lets go of its reference some time after it has reported its end, which would be too late for a
    /// caller that counts.
    func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            Glibc.close(number)
        }
    }
}
#endif
