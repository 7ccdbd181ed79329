import ConnectivityCore

/// The newest hints by host and interface, without those that had expired when the last one was recorded.
struct TrafficMemory: Sendable {
    /// The time for which a hint counts.
    static let age = Duration.seconds(60)
    /// The number of silent hosts from which the fault is not with these hosts alone.
    private static let silentHostCountMin = 2

    private var seen: [TrafficHint.Subject: (isAnswered: Bool, at: Duration)] = [:]

    mutating func record(_ subject: TrafficHint.Subject, isAnswered: Bool, at elapsed: Duration) {
        seen = seen.filter { elapsed - $0.value.at < Self.age }
        seen[subject] = (isAnswered, elapsed)
    }

    /// Removes all hints, because they are from another network.
    mutating func reset() { seen = [:] }

    /// Returns how long traffic counts as flowing, by the newest hint of the interface, or of hosts if all use it; else zero.
    func flow(over interface: String, withHosts: Bool, at elapsed: Duration) -> Duration {
        guard let newest = seen[.interface(interface)] ?? (withHosts ? hosts.last : nil), newest.isAnswered else {
            return .zero
        }
        return newest.at + Self.age - elapsed
    }

    /// Returns whether the traffic over an interface, or with several hosts, is unanswered while no other host answers.
    func isSilent(over interface: String, withHosts: Bool) -> Bool {
        if seen[.interface(interface)]?.isAnswered == false { return true }
        let silent = hosts.reversed().prefix { !$0.isAnswered }
        return withHosts && silent.count >= Self.silentHostCountMin
    }

    /// The hints of hosts, oldest first; at the same time, failures first.
    private var hosts: [(isAnswered: Bool, at: Duration)] {
        seen.compactMap { subject, seen in if case .host = subject { seen } else { nil } }
            .sorted { ($0.at, $0.isAnswered ? 1 : 0) < ($1.at, $1.isAnswered ? 1 : 0) }
    }
}
