import ConnectivityCore
import ConnectivityToolkit

/// The newest snapshot that the state machine has not received.
final class NewestSnapshot: Sendable {
    private let state = Lock<(snapshot: InterfaceSnapshot?, isKnown: Bool)>((nil, false))

    /// Whether a snapshot was ever stored.
    var isKnown: Bool { state.withLock { $0.isKnown } }

    /// Stores a snapshot in place of an older one; returns whether there was none, so that an event must be sent.
    func store(_ new: InterfaceSnapshot) -> Bool {
        state.withLock { state in
            defer { state = (new, true) }
            return state.snapshot == nil
        }
    }

    func take() -> InterfaceSnapshot { state.withLock { $0.snapshot.take() } ?? InterfaceSnapshot() }
}
