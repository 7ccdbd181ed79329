import ConnectivityCore

/// A DHCP message of IPv4 (RFC 2131, section 2), in the form in which dhcpcd stores a server's last message.
///
/// The parts of an option that occurs more than once are concatenated (RFC 3396). Options in the fields for a file and
/// a server name (option 52) are also read. Reading stops at the first option that exceeds the message.
struct DHCPv4Packet {
    /// The address that the server assigned, or that the client already had.
    let address: IPAddress?
    private let options: [UInt8: [UInt8]]

    private static let fixedByteCount = 236
    private static let cookie: [UInt8] = [99, 130, 83, 99]

    /// Decodes a message; the result is `nil` unless the bytes are an answer of a DHCP server.
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
        var reader = ByteReader(bytes)
        while let code = reader.byte(), code != 255 {
            if code == 0 { continue }
            guard let count = reader.byte(), let value = reader.bytes(Int(count)) else { return }
            options[code, default: []] += value
        }
    }

    /// Returns the facts of the options; `nil` for the portal and cost if the options do not state them.
    func provisioning(origin: String) -> Provisioning {
        let servers = options[6] ?? []
        var provisioning = Provisioning(
            origin: origin,
            channel: .dhcpv4,
            captivePortal: options[114],
            nameServers: stride(from: 0, to: servers.count - servers.count % 4, by: 4).prefix(
                Provisioning.nameServerCountMax
            ).compactMap { IPAddress(bytes: servers[$0..<($0 + 4)]) },
            isMetered: options[43].flatMap(MeteredHint.isMetered),
            domains: (options[15] ?? []).split { $0 == 0x20 || $0 == 0 }.map { String(decoding: $0, as: UTF8.self) },
            ipv6OnlyWait: options[108].flatMap(IPv6OnlyOption.wait)
        ).withProxyScript(options[252])
        provisioning.encryptedResolvers = options[162].map(EncryptedResolver.designated(inDHCPv4:)) ?? []
        return provisioning
    }
}
