package import ConnectivityCore

/// The state of one path during a period.
package struct AccessSpan: Hashable, Sendable {
    /// A state of a path.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The Internet is reachable.
        case online
        /// Only a part of the Internet is reachable.
        case partial
        /// A portal requires a sign-in.
        case captive
        /// An intermediary answers, without a sign-in.
        case blocked
        /// Nothing answers.
        case unreachable
        /// No interface is usable.
        case disconnected
        /// A service works.
        case working
        /// A service fails on its own side.
        case failing
        /// A service is unreachable because of the local network.
        case cutOff = "cut-off"
        /// The state was not yet known.
        case determining
        /// The device slept.
        case asleep
        /// The path did not exist.
        case absent
        /// No run was watching.
        case unobserved

        /// Whether a user lacked the Internet or the service.
        package var isOutage: Bool {
            switch self {
            case .partial, .captive, .blocked, .unreachable, .disconnected, .failing, .cutOff: true
            case .online, .working, .determining, .asleep, .absent, .unobserved: false
            }
        }

        /// Whether the Internet, or the service, is available.
        package var isAvailable: Bool { self == .online || self == .working }

        /// Whether the state counts for the availability: it is available or an outage.
        package var counts: Bool { isAvailable || isOutage }
    }

    /// The path, such as "eth0 over IPv4" or "service git.example"; empty for the device as a whole.
    package var path: String
    package var state: State
    package var reason: Reason?
    package var interface: String?
    package var from: Timestamp
    /// The end of the state, not before ``from``.
    package var to: Timestamp

    package init(
        path: String = "",
        _ state: State,
        because reason: Reason? = nil,
        interface: String? = nil,
        from: Timestamp,
        to: Timestamp
    ) {
        (self.path, self.state, self.reason, self.interface) = (path, state, reason, interface)
        (self.from, self.to) = (from, max(from, to))
    }

    package var duration: Duration { to.sinceEpoch - from.sinceEpoch }

    /// Whether the span has the cause of an outage as its reason, and is no path.
    package var isCause: Bool { path.hasPrefix("\(CompanionObservation.causeKind) ") }
}
