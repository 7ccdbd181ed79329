internal import ConnectivityCore

/// A DHCP message of IPv4 (RFC 2131, section 2), as dhcpcd keeps the last one of a server.
///
/// Parts of an option that comes more than once belong together (RFC 3396). Options in the fields for a file and a server
/// name (option 52) are read too. Reading stops at the first option that runs over the end.
struct DHCPv4Packet {
    /// The address that the server gave, or that the client had.
    let address: IPAddress?
    private let options: [UInt8: [UInt8]]

    private static let fixedByteCount = 236
    private static let cookie: [UInt8] = [99, 130, 83, 99]

    /// Reads a message; the result is `nil` unless the bytes are the answer of a DHCP server.
    init?(_ bytes: [UInt8]) {
        let start = Self.fixedByteCount + Self.cookie.count
        guard bytes.count >= start, bytes[0] == 2, Array(bytes[Self.fixedByteCount..<start]) == Self.cookie else {
            return nil
        }
        let given = bytes[16..<20].contains { $0 != 0 } ? bytes[16..<20] : bytes[12..<16]
        address = given.contains { $0 != 0 } ? IPAddress(bytes: given) : nil
        var options: [UInt8: [UInt8]] = [:]
        Self.read(bytes[start...], into: &options)
        if let overload = options[52]?.first {
            if overload & 1 != 0 { Self.read(bytes[108..<236], into: &options) }
            if overload & 2 != 0 { Self.read(bytes[44..<108], into: &options) }
        }
        self.options = options
    }

    private static func read(_ bytes: ArraySlice<UInt8>, into options: inout [UInt8: [UInt8]]) {
        var rest = bytes
        while let code = rest.popFirst(), code != 255 {
            if code == 0 { continue }
            guard let count = rest.popFirst(), rest.count >= count else { return }
            options[code, default: []] += rest.prefix(Int(count))
            rest = rest.dropFirst(Int(count))
        }
    }

    /// What the options say; `nil` of the portal and cost where they do not.
    func provisioning(origin: String) -> Provisioning {
        let servers = options[6] ?? []
        return Provisioning(
            origin: origin,
            channel: .dhcpv4,
            captivePortal: options[114],
            nameServers: stride(from: 0, to: servers.count - servers.count % 4, by: 4).prefix(
                Provisioning.nameServerCountMax
            ).compactMap { IPAddress(bytes: servers[$0..<($0 + 4)]) },
            isMetered: options[43].flatMap(MeteredHint.isMetered)
        )
    }
}
