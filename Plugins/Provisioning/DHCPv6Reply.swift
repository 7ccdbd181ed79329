import ConnectivityCore

/// A DHCP message of IPv6 (RFC 8415, section 8), in the form in which dhcpcd stores a server's last reply.
///
/// Reading stops at the first option that exceeds the message. If an option wrongly occurs twice, the first one counts.
struct DHCPv6Reply {
    /// The addresses that the server assigned by options 3 and 4; empty if the device requested only information.
    let addresses: [IPAddress]
    private let captivePortal: [UInt8]?
    private let nameServers: [IPAddress]
    private let encryptedResolvers: [EncryptedResolver]

    private static let addressCountMax = 64

    /// Decodes a message; the result is `nil` unless the bytes begin as a reply (type 7).
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 7 else { return nil }
        var addresses: [IPAddress] = []
        var captivePortal: [UInt8]?
        var nameServers: [IPAddress] = []
        var encryptedResolvers: [EncryptedResolver] = []
        for option in Options(bytes[4...]) {
            switch option.code {
            // The options of an association follow its number, and for option 3 also two times.
            case 3, 4:
                for part in Options(option.value.dropFirst(option.code == 3 ? 12 : 4))
                where part.code == 5 && addresses.count < Self.addressCountMax {
                    if part.value.count >= 16, let address = IPAddress(bytes: part.value.prefix(16)) {
                        addresses.append(address)
                    }
                }
            case 23 where nameServers.isEmpty:
                var servers = ByteReader(option.value)
                while nameServers.count < Provisioning.nameServerCountMax, let server = servers.bytes(16) {
                    if let address = IPAddress(bytes: server) { nameServers.append(address) }
                }
            case 103 where captivePortal == nil: captivePortal = Array(option.value)
            // One option per resolver.
            case 144 where encryptedResolvers.count < EncryptedResolver.countMax:
                encryptedResolvers += EncryptedResolver.designated(inDHCPv6: option.value)
            default: break
            }
        }
        self.addresses = addresses
        self.captivePortal = captivePortal
        self.nameServers = nameServers
        self.encryptedResolvers = encryptedResolvers
    }

    func provisioning(origin: String) -> Provisioning {
        var provisioning = Provisioning(
            origin: origin,
            channel: .dhcpv6,
            captivePortal: captivePortal,
            nameServers: nameServers
        )
        provisioning.encryptedResolvers = encryptedResolvers
        return provisioning
    }

    /// A sequence of options: a code and a length of two bytes each, then the value.
    private struct Options: Sequence, IteratorProtocol {
        private var reader: ByteReader

        init(_ bytes: ArraySlice<UInt8>) { reader = ByteReader(bytes) }

        mutating func next() -> (code: UInt16, value: ArraySlice<UInt8>)? {
            var rest = reader
            guard let code = rest.uint16(), let count = rest.uint16(),
                let value = rest.bytes(Int(count))
            else { return nil }
            reader = rest
            return (code, value)
        }
    }
}
