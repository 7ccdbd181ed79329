/// What the address of a peer shows about its answer, for every kind of question.
///
/// If a public name leads to an address of a private network, of the link or of the device itself (RFC 1918, RFC 6598,
/// RFC 4193, RFC 3927), somebody on the way has answered the name lookup, so that the answer says nothing of the
/// Internet, however genuine it looks.
package enum PeerAddress: Hashable, Sendable {
    /// A public address, one that was asked for as such, or not known.
    case plausible
    /// A private one in the place of a public one.
    case privateNetwork(IPAddress)
    /// This device itself: no host on the network has answered.
    case thisDevice(IPAddress)

    /// Looks at the peer of a probe; `isPublic` if the endpoint is known to be on the public Internet, whatever its
    /// name.
    package init(of exchange: ProbeExchange, isPublic: Bool = false) {
        guard let host = exchange.request.question.host, (try? IPAddress(host)) == nil,
            let address = exchange.remoteAddress,
            isPublic ? !address.isOnPublicInternet : !address.isPlausible(for: host)
        else {
            self = .plausible
            return
        }
        self = address.isLoopback || address.isUnspecified ? .thisDevice(address) : .privateNetwork(address)
    }
}

extension IPAddress {
    /// Returns whether a name can lead to the address: a public name leads to a public address.
    ///
    /// Names of one label and those below names that are set aside for other use are not public: RFC 6761, RFC 6762 with its
    /// appendix G, RFC 8375, and `internal`, which ICANN reserved in 2024. They can lead anywhere.
    ///
    /// - Parameter name: The name in lower case, with or without a dot at the end.
    /// - Returns: `false` if the name is public and the address is private, of a link or of the device itself.
    public func isPlausible(for name: String) -> Bool { isOnPublicInternet || !Self.isPublic(name: name) }

    package var isOnPublicInternet: Bool { !(isPrivate || isLinkLocal || isLoopback || isUnspecified) }

    /// Returns whether a name in lower case is public, see ``isPlausible(for:)``.
    package static func isPublic(name: String) -> Bool {
        let labels = name.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return false }
        return !notPublic.contains(String(last)) && labels.suffix(2) != ["home", "arpa"]
    }

    private static let notPublic: Set = [
        "localhost", "local", "test", "invalid", "intranet", "internal", "private", "corp", "home", "lan",
    ]
}
