package import ConnectivityCore

/// The state of one path during a time.
package struct AccessSpan: Hashable, Sendable {
    /// A state of a path.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The Internet is reached.
        case online
        /// Only a part works.
        case partial
        /// A portal asks for a sign-in.
        case captive
        /// Something else answers, and no sign-in was seen.
        case blocked
        /// Nothing answers.
        case unreachable
        /// No interface is usable.
        case disconnected
        /// A service works.
        case working
        /// A service fails on its own side.
        case failing
        /// A service is not reached because of this side.
        case cutOff = "cut-off"
        /// Nothing was known yet.
        case determining
        /// The device slept.
        case asleep
        /// The path did not exist.
        case absent
        /// No run was watching.
        case unobserved

        /// The state that stands for an access.
        package init(_ access: InternetAccess) {
            self = State(rawValue: access.name) ?? .determining
        }

        /// Whether a service is missing that a user needed.
        package var isOutage: Bool {
            switch self {
            case .partial, .captive, .blocked, .unreachable, .disconnected, .failing, .cutOff: true
            case .online, .working, .determining, .asleep, .absent, .unobserved: false
            }
        }

        /// Whether the Internet, or the service, is there.
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
    /// When the state ended; not before ``from``.
    package var to: Timestamp

    package init(
        path: String = "",
        _ state: State,
        because reason: Reason? = nil,
        interface: String? = nil,
        from: Timestamp,
        to: Timestamp
    ) {
        self.path = path
        self.state = state
        self.reason = reason
        self.interface = interface
        self.from = from
        self.to = max(from, to)
    }

    package var duration: Duration { to.sinceEpoch - from.sinceEpoch }
}
