import ConnectivityCore
import ConnectivityToolkit

/// The newest snapshot that the state machine has not received.
final class NewestSnapshot: Sendable {
    private let state = Lock<(snapshot: InterfaceSnapshot?, isKnown: Bool)>((nil, false))

    /// Whether there ever was a snapshot.
    var isKnown: Bool { state.withLock { $0.isKnown } }

    /// Stores a snapshot and replaces an older one; returns whether there was none, so that an event must be sent.
    func put(_ new: InterfaceSnapshot) -> Bool {
        state.withLock { state in
            defer { state = (new, true) }
            return state.snapshot == nil
        }
    }

    func take() -> InterfaceSnapshot { state.withLock { $0.snapshot.take() } ?? InterfaceSnapshot() }
}
