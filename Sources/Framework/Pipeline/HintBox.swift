import ConnectivityCore
import ConnectivityToolkit

/// The hints that the state machine has not received: the newest of each host and interface.
///
/// A busy application gives thousands in a second, and a hint that repeats the last one soon says nothing new.
final class HintBox: Sendable {
    /// The number of hosts that are distinguished; the one that was seen longest ago is removed.
    fileprivate static let hostCountMax = 64
    /// The time in which a hint that repeats the last one of its host or interface is left out.
    private static let repetition = Duration.seconds(10)

    fileprivate struct State {
        var waiting: [TrafficHint.Subject: Bool] = [:]
        /// The last hint of each subject that the machine has received.
        var passed: [TrafficHint.Subject: (isAnswered: Bool, at: Duration)] = [:]
        /// The hosts with their numbers; the one seen longest ago is first.
        var hosts: [(name: String, number: Int)] = []
        var lastNumber = 0
    }

    private let state = Lock(State())

    /// Stores a hint, if it counts; returns whether none was waiting, so that an event must be sent.
    func put(_ hint: TrafficHint) -> Bool {
        guard let isAnswered = hint.isAnswered, hint.counts else { return false }
        return state.withLock { state in
            guard state.waiting.count < Self.hostCountMax || state.waiting[hint.subject] != nil else { return false }
            defer { state.waiting[hint.subject] = isAnswered }
            return state.waiting.isEmpty
        }
    }

    /// Takes what is waiting and new at a time since the run began, failures last: the evidence, and the hint that it comes from.
    func take(at elapsed: Duration) -> [(evidence: TrafficEvidence, hint: TrafficHint)] {
        state.withLock { state in
            let new = state.waiting.filter { subject, isAnswered in
                state.passed[subject].map { $0.isAnswered != isAnswered || elapsed - $0.at >= Self.repetition } ?? true
            }
            state.waiting = [:]
            state.passed = state.passed.filter { elapsed - $0.value.at < Self.repetition }
            let taken = new.sorted { $0.key.order < $1.key.order }.map { subject, isAnswered in
                state.passed[subject] = (isAnswered, elapsed)
                let seen: TrafficEvidence.Subject =
                    switch subject {
                    case .host(let name): .host(state.number(of: name))
                    case .interface(let name): .interface(name)
                    }
                let hint = TrafficHint(subject: subject, isAnswered: isAnswered)
                return (evidence: TrafficEvidence(seen, isAnswered: isAnswered), hint: hint)
            }
            return taken.filter(\.evidence.isAnswered) + taken.filter { !$0.evidence.isAnswered }
        }
    }
}

extension HintBox.State {
    /// The number of a host, the same as long as it is remembered.
    fileprivate mutating func number(of name: String) -> Int {
        let known = hosts.firstIndex { $0.name == name }
        let host: (name: String, number: Int)
        if let known {
            host = hosts.remove(at: known)
        } else {
            lastNumber += 1
            host = (name, lastNumber)
        }
        if hosts.count >= HintBox.hostCountMax { hosts.removeFirst() }
        hosts.append(host)
        return host.number
    }
}

extension TrafficHint.Subject {
    /// An order that is the same in each run.
    fileprivate var order: String {
        switch self {
        case .host(let name): "h" + name
        case .interface(let name): "i" + name
        }
    }
}
