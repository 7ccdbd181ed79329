internal import ConnectivityCore

/// A DHCP message of IPv6 (RFC 8415, section 8), as dhcpcd keeps the last reply of a server.
///
/// Reading stops at the first option that runs over the end. Of an option that must not come twice, the first counts.
struct DHCPv6Reply {
    /// The addresses that the server gave, by options 3 and 4; none where the machine asked for information alone.
    let addresses: [IPAddress]
    private let captivePortal: [UInt8]?
    private let nameServers: [IPAddress]

    /// How many addresses are kept.
    private static let addressCountMax = 64

    /// Reads a message; the result is `nil` unless the bytes begin as a reply (type 7).
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 7 else { return nil }
        var addresses: [IPAddress] = []
        var captivePortal: [UInt8]?
        var nameServers: [IPAddress] = []
        for option in Options(rest: bytes[4...]) {
            switch option.code {
            // What precedes the options of an association: its number, and for option 3 two times.
            case 3, 4:
                for part in Options(rest: option.value.dropFirst(option.code == 3 ? 12 : 4))
                where part.code == 5 && addresses.count < Self.addressCountMax {
                    if part.value.count >= 16, let address = IPAddress(bytes: part.value.prefix(16)) {
                        addresses.append(address)
                    }
                }
            case 23 where nameServers.isEmpty:
                var rest = option.value
                while rest.count >= 16, nameServers.count < Provisioning.nameServerCountMax {
                    if let address = IPAddress(bytes: rest.prefix(16)) { nameServers.append(address) }
                    rest = rest.dropFirst(16)
                }
            case 103 where captivePortal == nil: captivePortal = Array(option.value)
            default: break
            }
        }
        self.addresses = addresses
        self.captivePortal = captivePortal
        self.nameServers = nameServers
    }

    /// What the options say.
    func provisioning(origin: String) -> Provisioning {
        Provisioning(origin: origin, channel: .dhcpv6, captivePortal: captivePortal, nameServers: nameServers)
    }

    /// Options one after the other: a code and a length of two bytes each, then the value.
    private struct Options: Sequence, IteratorProtocol {
        var rest: ArraySlice<UInt8>

        mutating func next() -> (code: Int, value: ArraySlice<UInt8>)? {
            guard rest.count >= 4 else { return nil }
            let start = rest.startIndex
            let code = Int(rest[start]) << 8 | Int(rest[start + 1])
            let count = Int(rest[start + 2]) << 8 | Int(rest[start + 3])
            guard rest.count >= 4 + count else { return nil }
            defer { rest = rest.dropFirst(4 + count) }
            return (code, rest[(start + 4)..<(start + 4 + count)])
        }
    }
}
