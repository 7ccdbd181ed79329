import ConnectivityCore
import ConnectivityToolkit

/// The hints that companions have not received: the newest of each host and interface.
///
/// A busy application reports thousands per second, and an early repetition of the last hint has no new information.
final class HintBox: Sendable {
    /// The maximum number of hosts and interfaces that wait.
    private static let hostCountMax = 64
    /// The time within which a repetition of the last hint of a host or interface is dropped.
    private static let repetition = Duration.seconds(10)

    private struct State {
        var waiting: [TrafficHint.Subject: Bool] = [:]
        /// The last hint of each subject that companions have received.
        var passed: [TrafficHint.Subject: (isAnswered: Bool, at: Duration)] = [:]
    }

    private let state = Lock(State())

    /// Stores a hint, if it counts; returns whether none was waiting, so that an event must be sent.
    func store(_ hint: TrafficHint) -> Bool {
        guard let isAnswered = hint.isAnswered, hint.counts else { return false }
        return state.withLock { state in
            guard state.waiting.count < Self.hostCountMax || state.waiting[hint.subject] != nil else { return false }
            defer { state.waiting[hint.subject] = isAnswered }
            return state.waiting.isEmpty
        }
    }

    /// Removes the waiting hints and returns those that are new, failures last; the time is since the run began.
    func take(at elapsed: Duration) -> [TrafficHint] {
        state.withLock { state in
            let new = state.waiting.filter { subject, isAnswered in
                state.passed[subject].map { $0.isAnswered != isAnswered || elapsed - $0.at >= Self.repetition } ?? true
            }
            state.waiting = [:]
            state.passed = state.passed.filter { elapsed - $0.value.at < Self.repetition }
            let taken = new.sorted { $0.key.order < $1.key.order }.map { subject, isAnswered in
                state.passed[subject] = (isAnswered, elapsed)
                return TrafficHint(subject: subject, isAnswered: isAnswered)
            }
            return taken.filter { $0.isAnswered == true } + taken.filter { $0.isAnswered != true }
        }
    }
}

extension TrafficHint.Subject {
    /// A sort key that is the same in each run.
    fileprivate var order: String {
        switch self {
        case .host(let name): "h" + name
        case .interface(let name): "i" + name
        }
    }
}
