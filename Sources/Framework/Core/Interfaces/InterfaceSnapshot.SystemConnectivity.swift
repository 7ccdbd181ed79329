extension InterfaceSnapshot {
    /// The result of a system service's connectivity checks, as additional evidence.
    ///
    /// No verdict and no access depends on it: the service asks its own endpoints by its own rules, and a portal may deceive it.
    /// It is part of the assessment for comparison by people.
    public struct SystemConnectivity: Hashable, Sendable {
        /// The conclusion of the service; the names are those of NetworkManager (`NMConnectivityState`).
        public enum State: String, Hashable, Sendable, Codable, CaseIterable {
            /// Not connected to any network.
            case none
            /// Another server answers instead of the endpoint.
            case portal
            /// There is a network, but the endpoint does not answer.
            case limited
            /// The endpoint answers.
            case full
        }

        /// The conclusion for all families together.
        public var state: State
        /// The conclusion for IPv4; `nil` if not known.
        public var ipv4: State?
        /// The conclusion for IPv6; `nil` if not known.
        public var ipv6: State?
        /// The name of the service, such as `NetworkManager`.
        public var reportedBy: String

        /// Creates a result.
        public init(_ state: State, ipv4: State? = nil, ipv6: State? = nil, reportedBy service: String) {
            self.state = state
            self.ipv4 = ipv4
            self.ipv6 = ipv6
            self.reportedBy = service
        }
    }
}

extension InterfaceSnapshot.SystemConnectivity: CustomStringConvertible {
    /// One clause for people, such as `NetworkManager reports portal (IPv4 portal, IPv6 none)`.
    public var description: String {
        let families = [("IPv4", ipv4), ("IPv6", ipv6)].compactMap { name, state in state.map { "\(name) \($0)" } }
        let detail = families.isEmpty ? "" : " (\(families.joined(separator: ", ")))"
        return "\(reportedBy.printable(limit: 40)) reports \(state)\(detail)"
    }
}
