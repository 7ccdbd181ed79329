/// What the state machine receives of a ``TrafficHint``: a host has a number in place of its name.
public struct TrafficEvidence: Hashable, Sendable {
    /// Whose traffic was seen.
    public enum Subject: Hashable, Sendable {
        /// That with a host, by its number in the run, from 1.
        case host(Int)
        /// That over an interface.
        case interface(String)
    }

    /// Whose traffic was seen.
    public var subject: Subject
    /// Whether it was answered.
    public var isAnswered: Bool

    /// Creates evidence.
    public init(_ subject: Subject, isAnswered: Bool) { (self.subject, self.isAnswered) = (subject, isAnswered) }
}

extension TrafficEvidence: CustomStringConvertible {
    /// Whose traffic, and whether it is answered.
    public var description: String {
        let subject =
            switch subject {
            case .host(let number): "with host \(number)"
            case .interface(let name): "over \(name.printable(limit: 20))"
            }
        return "\(subject) is \(isAnswered ? "" : "not ")answered"
    }
}

/// The newest evidence of traffic by host and interface, as far as it counts.
struct TrafficMemory: Sendable {
    /// How long evidence counts.
    private static let age = Duration.seconds(60)
    /// The number of hosts without an answer that are no matter of these hosts alone.
    private static let silentHostCountMin = 2

    private var seen: [TrafficEvidence.Subject: (isAnswered: Bool, at: Duration)] = [:]

    mutating func take(_ evidence: TrafficEvidence, at elapsed: Duration) {
        seen = seen.filter { elapsed - $0.value.at < Self.age }
        seen[evidence.subject] = (evidence.isAnswered, elapsed)
    }

    /// Forgets everything, because it was seen on another network.
    mutating func reset() { seen = [:] }

    /// Returns whether the newest evidence of an interface is an answer, or, if every host is reached over it, that of hosts.
    func isFlowing(over interface: String, withHosts: Bool, at elapsed: Duration) -> Bool {
        isAnswered(.interface(interface), at: elapsed) ?? (withHosts && hosts(at: elapsed).last?.isAnswered == true)
    }

    /// Returns whether the traffic over an interface or with several hosts is not answered, while no other host answers.
    func isSilent(over interface: String, withHosts: Bool, at elapsed: Duration) -> Bool {
        if isAnswered(.interface(interface), at: elapsed) == false { return true }
        let silent = hosts(at: elapsed).reversed().prefix { !$0.isAnswered }
        return withHosts && silent.count >= Self.silentHostCountMin
    }

    private func isAnswered(_ subject: TrafficEvidence.Subject, at elapsed: Duration) -> Bool? {
        seen[subject].flatMap { elapsed - $0.at < Self.age ? $0.isAnswered : nil }
    }

    /// The evidence of hosts, oldest first; at the same time, failures first.
    private func hosts(at elapsed: Duration) -> [(isAnswered: Bool, at: Duration)] {
        seen.compactMap { subject, seen in
            guard case .host = subject, elapsed - seen.at < Self.age else { return nil }
            return seen
        }
        .sorted { ($0.at, $0.isAnswered ? 1 : 0) < ($1.at, $1.isAnswered ? 1 : 0) }
    }
}
