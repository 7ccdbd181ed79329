import ConnectivityCore

/// The newest hints by host and interface, as far as they count.
struct TrafficMemory: Sendable {
    /// How long a hint counts.
    static let age = Duration.seconds(60)
    /// The number of hosts without an answer that are no matter of these hosts alone.
    private static let silentHostCountMin = 2

    private var seen: [TrafficHint.Subject: (isAnswered: Bool, at: Duration)] = [:]

    mutating func take(_ subject: TrafficHint.Subject, isAnswered: Bool, at elapsed: Duration) {
        seen = seen.filter { elapsed - $0.value.at < Self.age }
        seen[subject] = (isAnswered, elapsed)
    }

    /// Forgets everything, because it was seen on another network.
    mutating func reset() { seen = [:] }

    /// Returns how long traffic counts as flowing, by the newest hint of an interface, or, if every host is reached over it, that of
    /// hosts; zero if it does not flow.
    func flow(over interface: String, withHosts: Bool, at elapsed: Duration) -> Duration {
        guard
            let newest = newest(of: .interface(interface), at: elapsed) ?? (withHosts ? hosts(at: elapsed).last : nil),
            newest.isAnswered
        else { return .zero }
        return newest.at + Self.age - elapsed
    }

    /// Returns whether the traffic over an interface or with several hosts is not answered, while no other host answers.
    func isSilent(over interface: String, withHosts: Bool, at elapsed: Duration) -> Bool {
        if newest(of: .interface(interface), at: elapsed)?.isAnswered == false { return true }
        let silent = hosts(at: elapsed).reversed().prefix { !$0.isAnswered }
        return withHosts && silent.count >= Self.silentHostCountMin
    }

    private func newest(of subject: TrafficHint.Subject, at elapsed: Duration) -> (isAnswered: Bool, at: Duration)? {
        seen[subject].flatMap { elapsed - $0.at < Self.age ? $0 : nil }
    }

    /// The hints of hosts, oldest first; at the same time, failures first.
    private func hosts(at elapsed: Duration) -> [(isAnswered: Bool, at: Duration)] {
        seen.compactMap { subject, seen in
            guard case .host = subject, elapsed - seen.at < Self.age else { return nil }
            return seen
        }
        .sorted { ($0.at, $0.isAnswered ? 1 : 0) < ($1.at, $1.isAnswered ? 1 : 0) }
    }
}
