extension NetworkInterface {
    /// An address of an interface.
    public struct Address: Hashable, Sendable {
        /// The area in which an address is valid (RFC 4007, ip-address(8)).
        public enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
            /// Everywhere it is routed to, including private networks.
            case global
            /// One site; deprecated by RFC 3879, but still in use.
            case site
            /// One link.
            case link
            /// The device itself.
            case host
        }

        /// The permitted use of the address (RFC 4862, section 2).
        public enum State: String, Hashable, Sendable, Codable, CaseIterable {
            /// Usable for everything.
            case preferred
            /// Usable for connections that began earlier; new ones use another address.
            case deprecated
            /// Usable with lower priority, because duplicate detection is still running (RFC 4429).
            case optimistic
            /// Not usable until duplicate detection shows that no other host has it.
            case tentative
            /// Not usable: another host has it.
            case duplicate
        }

        /// The address.
        public var address: IPAddress
        /// The number of leading bits that all addresses of the network share.
        public var prefixLength: Int
        /// The area in which the address is valid.
        public var scope: Scope
        /// The permitted use of the address.
        public var state: State
        /// The time at which the address was assigned, since the system started; `nil` if not known.
        ///
        /// A later value for the same address means that it was removed in between.
        public var assignedAt: Duration?
        /// The time for which the address stays preferred, from the time of the snapshot; `nil` if unlimited or unknown.
        public var preferredLifetime: Duration?
        /// The time for which the address stays valid, from the time of the snapshot; `nil` if unlimited or unknown.
        public var validLifetime: Duration?

        /// Whether packets can be sent from the address.
        package var isAssigned: Bool { state != .tentative && state != .duplicate }

        /// Whether the address can receive answers from behind a router.
        package var isRoutable: Bool { isAssigned && !address.isLinkLocal && !address.isLoopback }

        /// Creates an address, whose scope by default follows from the address itself.
        public init(
            _ address: IPAddress,
            prefixLength: Int,
            scope: Scope? = nil,
            state: State = .preferred,
            assignedAt: Duration? = nil,
            preferredLifetime: Duration? = nil,
            validLifetime: Duration? = nil
        ) {
            self.address = address
            self.prefixLength = prefixLength
            self.scope = scope ?? Scope(of: address)
            self.state = state
            self.assignedAt = assignedAt
            self.preferredLifetime = preferredLifetime
            self.validLifetime = validLifetime
        }
    }
}

extension NetworkInterface.Address.Scope {
    /// Creates the default scope of an address.
    public init(of address: IPAddress) {
        self = address.isLoopback ? .host : address.isLinkLocal ? .link : .global
    }
}

extension NetworkInterface.Address: CustomStringConvertible {
    /// The address with its prefix length, such as `192.0.2.7/24`.
    public var description: String { "\(address)/\(prefixLength)" }

    /// Parses the form of ``description``, without surrounding white space, as a preferred address with unlimited lifetime.
    ///
    /// - Throws: An ``ConnectivityCore/IPAddress/Fault`` if the text does not have this form.
    public init(_ text: some StringProtocol) throws(IPAddress.Fault) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let prefixLength = Int(parts[1]) else { throw IPAddress.Fault() }
        self.init(try IPAddress(parts[0]), prefixLength: prefixLength)
    }
}
