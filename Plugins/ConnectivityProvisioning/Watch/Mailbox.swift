#if os(Linux)
internal import ConnectivityCore
internal import ConnectivitySupport
internal import Glibc

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

    init() throws(ProvisioningError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ProvisioningError(.makeSockets, code: errno)
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
