extension Interface {
    /// An address of an interface.
    public struct Address: Hashable, Sendable {
        /// How far an address reaches (RFC 4007, ip-address(8)).
        public enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
            /// Everywhere it is routed to, private networks included.
            case global
            /// One site; deprecated by RFC 3879 and still found.
            case site
            /// One link.
            case link
            /// The machine itself.
            case host
        }

        /// What the address can be used for (RFC 4862, section 2).
        public enum State: String, Hashable, Sendable, Codable, CaseIterable {
            /// For everything.
            case preferred
            /// For connections that began before; new ones take another address.
            case deprecated
            /// For everything but with less right, because duplicates are still looked for (RFC 4429).
            case optimistic
            /// For nothing until it is known that no other machine has it.
            case tentative
            /// For nothing: another machine has it.
            case duplicate
        }

        /// The address.
        public var address: IPAddress
        /// The number of leading bits that the network shares.
        public var prefixLength: Int
        /// How far the address reaches.
        public var scope: Scope
        /// What the address can be used for.
        public var state: State
        /// How long the address stays preferred from the moment of the snapshot; `nil` for ever, or where not told.
        public var preferredLifetime: Duration?
        /// How long the address stays valid from the moment of the snapshot; `nil` for ever, or where not told.
        public var validLifetime: Duration?

        /// Whether packets can be sent from the address.
        public var isAssigned: Bool { state != .tentative && state != .duplicate }

        /// Whether machines behind a router can answer the address.
        public var isRoutable: Bool { isAssigned && !address.isLinkLocal && !address.isLoopback }

        /// Creates an address.
        /// - Parameters:
        ///   - address: The address.
        ///   - prefixLength: The number of leading bits that the network shares.
        ///   - scope: How far the address reaches; by default as the address itself tells.
        ///   - state: What the address can be used for.
        ///   - preferredLifetime: How long it stays preferred; `nil` for ever.
        ///   - validLifetime: How long it stays valid; `nil` for ever.
        public init(
            _ address: IPAddress,
            prefixLength: Int,
            scope: Scope? = nil,
            state: State = .preferred,
            preferredLifetime: Duration? = nil,
            validLifetime: Duration? = nil
        ) {
            self.address = address
            self.prefixLength = prefixLength
            self.scope = scope ?? Scope(of: address)
            self.state = state
            self.preferredLifetime = preferredLifetime
            self.validLifetime = validLifetime
        }
    }
}

extension Interface.Address.Scope {
    /// The scope that an address has where nothing else is told.
    /// - Parameter address: The address.
    public init(of address: IPAddress) {
        self = address.isLoopback ? .host : address.isLinkLocal ? .link : .global
    }
}

extension Interface.Address: CustomStringConvertible {
    /// The address with the length of its prefix, such as `192.0.2.7/24`.
    public var description: String { "\(address)/\(prefixLength)" }

    /// Parses the form of ``description``, as a preferred address that lasts for ever.
    ///
    /// The result is `nil` where the text is not of that form.
    ///
    /// - Parameter text: The text, with nothing around it.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress(parts[0]), let prefixLength = Int(parts[1]) else {
            return nil
        }
        self.init(address, prefixLength: prefixLength)
    }
}
