internal import ConnectivityCore

/// A DHCP message of IPv4 (RFC 2131, section 2), in the form in which dhcpcd stores a server's last message.
///
/// The parts of an option that occurs more than once are concatenated (RFC 3396). Options in the fields for a file
/// and a server name (option 52) are read too. Reading stops at the first option that exceeds the message.
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

/// A DHCP message of IPv6 (RFC 8415, section 8), in the form in which dhcpcd stores a server's last reply.
///
/// Reading stops at the first option that exceeds the message. If an option wrongly occurs twice, the first one
/// counts.
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

    /// Returns the facts of the options.
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

/// The hint in DHCP's vendor option (43) that traffic is metered.
///
/// An Android phone that shares its connection sends the text `ANDROID_METERED` in it. As clients, Android and
/// NetworkManager accept the text anywhere in the option as a hint. If the text is missing, the cost is unknown.
enum MeteredHint {
    private static let text = Array("ANDROID_METERED".utf8)

    /// Searches the value of the option for the hint: `true` if traffic is metered, otherwise `nil`.
    static func isMetered(_ option: [UInt8]) -> Bool? {
        guard option.count >= text.count else { return nil }
        let isThere = (0...(option.count - text.count)).contains { option[$0...].starts(with: text) }
        return isThere ? true : nil
    }
}

/// The option in DHCP with which a network says that it works without IPv4 (108, RFC 8925, section 3.1).
enum IPv6OnlyOption {
    /// The least time that counts (RFC 8925, section 3.4).
    private static let waitMin: Duration = .seconds(300)

    /// Decodes the option, a number of seconds in four bytes for which the device may do without an address; `nil` if
    /// the value has another length.
    static func wait(_ option: [UInt8]) -> Duration? {
        var reader = ByteReader(option[...])
        guard option.count == 4, let seconds = reader.uint32() else { return nil }
        return max(.seconds(Int64(seconds)), waitMin)
    }
}
