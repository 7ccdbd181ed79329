/// The evidence in the address of a peer on its answer, for every kind of question.
///
/// If a public name leads to an address of a private network, of the link or of the device itself (RFC 1918, RFC 6598, RFC 4193,
/// RFC 3927), a name server on the path has answered the lookup, so the answer proves nothing about the Internet, however genuine
/// it looks.
package enum PeerAddress: Hashable, Sendable {
    /// A public address, an expected private address, or an unknown one.
    case plausible
    /// A private address in the place of a public one.
    case privateNetwork(IPAddress)
    /// This device itself: no host on the network has answered.
    case thisDevice(IPAddress)

    /// Classifies the peer of a probe; `isPublic` if the endpoint is known to be on the public Internet, whatever its name.
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
    /// The name is in lower case, with or without a trailing dot. Names of one label and those below names that are reserved for
    /// other use are not public: RFC 6761, RFC 6762 with its appendix G, RFC 8375, and `internal`, which ICANN reserved in 2024.
    /// They can lead to any address.
    package func isPlausible(for name: String) -> Bool { isOnPublicInternet || !Self.isPublic(name: name) }

    package var isOnPublicInternet: Bool { !(isPrivate || isLinkLocal || isLoopback || isUnspecified) }

    /// Returns whether a name in lower case is public; see ``isPlausible(for:)``.
    package static func isPublic(name: String) -> Bool {
        let labels = name.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return false }
        return !notPublic.contains(String(last)) && labels.suffix(2) != ["home", "arpa"]
    }

    private static let notPublic: Set = [
        "localhost", "local", "test", "invalid", "intranet", "internal", "private", "corp", "home", "lan",
    ]
}
