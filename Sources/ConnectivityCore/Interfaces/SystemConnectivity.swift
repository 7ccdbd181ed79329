/// What a service of the system found out about the Internet with checks of its own, as evidence next to ours.
///
/// No verdict and no access rests on it: the service asks its own endpoints by its own rules, and may be the very one that
/// a portal deceives. It stands in the assessment so that a person can compare.
public struct SystemConnectivity: Hashable, Sendable {
    /// What the service concluded; the words are NetworkManager's (`NMConnectivityState`).
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Not connected to any network.
        case none
        /// Something else answers in the place of the endpoint.
        case portal
        /// A network, but no answer of the endpoint.
        case limited
        /// The endpoint answers.
        case full
    }

    /// What the service concluded as a whole.
    public var state: State
    /// What it concluded for IPv4; `nil` where not told.
    public var ipv4: State?
    /// What it concluded for IPv6; `nil` where not told.
    public var ipv6: State?
    /// The name of the service, such as `NetworkManager`.
    public var toldBy: String

    /// Creates a statement.
    /// - Parameters:
    ///   - state: What the service concluded as a whole.
    ///   - ipv4: What it concluded for IPv4.
    ///   - ipv6: What it concluded for IPv6.
    ///   - service: The name of the service.
    public init(_ state: State, ipv4: State? = nil, ipv6: State? = nil, toldBy service: String) {
        self.state = state
        self.ipv4 = ipv4
        self.ipv6 = ipv6
        self.toldBy = service
    }
}

extension SystemConnectivity: Tabulated {
    package static let fields = FieldTable(
        SystemConnectivity(.none, toldBy: ""),
        [
            .required("state", \.state),
            .optional("ipv4", \.ipv4),
            .optional("ipv6", \.ipv6),
            .required("toldBy", \.toldBy),
        ]
    )

    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension SystemConnectivity: CustomStringConvertible {
    /// One clause for people, such as `NetworkManager says portal (IPv4 portal, IPv6 none)`.
    public var description: String {
        let families = [("IPv4", ipv4), ("IPv6", ipv6)].compactMap { name, state in state.map { "\(name) \($0)" } }
        let detail = families.isEmpty ? "" : " (\(families.joined(separator: ", ")))"
        return "\(toldBy.printable(limit: 40)) says \(state)\(detail)"
    }
}

extension SystemConnectivity.State: Described {}
