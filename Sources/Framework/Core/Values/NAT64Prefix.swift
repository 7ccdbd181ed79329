/// A prefix under which a network maps IPv4 addresses to IPv6, for packets to a translator (NAT64) (RFC 6052, section 2).
package struct NAT64Prefix: Hashable, Sendable {
    /// The prefix; the bits after its length are zero.
    package let address: IPAddress
    /// The number of bits: 32, 40, 48, 56, 64 or 96.
    package let length: Int

    /// The prefix that is reserved for translators everywhere (RFC 6052, section 2.1).
    package static let wellKnown = NAT64Prefix(
        bytes: [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 12),
        length: 96
    )
    /// The permitted lengths, in the order of the code in router advertisements (RFC 8781, section 4).
    package static let lengths = [96, 64, 56, 48, 40, 32]
    /// The byte that is zero in every such address.
    private static let zeroByte = 8

    private init(bytes: [UInt8], length: Int) {
        // Sixteen bytes are always an address.
        address = IPAddress(bytes: bytes) ?? "::"
        self.length = length
    }

    /// Creates a prefix of a number of bits, with the other bits of the address ignored; `nil` unless hosts can have addresses
    /// under it.
    package init?(_ address: IPAddress, length: Int) {
        guard address.family == .ipv6, Self.lengths.contains(length) else { return nil }
        let kept = address.bytes.prefix(length / 8)
        let bytes = Array(kept) + [UInt8](repeating: 0, count: 16 - kept.count)
        guard bytes[Self.zeroByte] == 0, Self.isUnicast(bytes) else { return nil }
        self.init(bytes: bytes, length: length)
    }

    /// Parses the form of ``description``, such as `64:ff9b::/96`, without surrounding white space; `nil` for another text.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 64, let slash = text.lastIndex(of: "/"), let address = try? IPAddress(text[..<slash]),
            let length = Int(text[text.index(after: slash)...])
        else { return nil }
        self.init(address, length: length)
    }

    /// Whether the bytes begin an address that is global (RFC 3513, section 2.5.4), local (RFC 4193), or reserved for translators
    /// (RFC 6052; RFC 8215).
    private static func isUnicast(_ bytes: [UInt8]) -> Bool {
        bytes[0] & 0xE0 == 0x20 || bytes[0] & 0xFE == 0xFC || bytes.starts(with: [0, 0x64, 0xFF, 0x9B])
    }

    /// The places of the four bytes of an IPv4 address.
    private var places: [Int] {
        Array((length / 8..<16).lazy.filter { [length] in length == 96 || $0 != Self.zeroByte }.prefix(4))
    }

    /// Returns the address under which the network translates an IPv4 address; `nil` for an IPv6 address.
    package func translated(_ address: IPAddress) -> IPAddress? {
        guard address.family == .ipv4 else { return nil }
        var bytes = self.address.bytes
        for (place, byte) in zip(places, address.bytes) { bytes[place] = byte }
        return IPAddress(bytes: bytes)
    }

    /// Returns the IPv4 address embedded in an address under this prefix; `nil` if it is not under this prefix.
    package func original(of address: IPAddress) -> IPAddress? {
        let bytes = address.bytes
        guard bytes.count == 16, bytes.starts(with: self.address.bytes.prefix(length / 8)) else { return nil }
        return IPAddress(bytes: places.map { bytes[$0] })
    }
}

extension NAT64Prefix {
    /// The addresses that the name `ipv4only.arpa` always has, and no others (RFC 7050, section 2.2).
    private static let known: [IPAddress] = ["192.0.0.170", "192.0.0.171"]
    /// The number of addresses that are examined, and of prefixes that are kept.
    private static let addressCountMax = 16, countMax = 4

    /// Finds at most four prefixes in IPv6 addresses that a name server gave for `ipv4only.arpa` (RFC 7050, section 3).
    ///
    /// An address counts only if it consists of a prefix of one permitted length, one of the two well-known addresses at its
    /// place, and zeros. Only the first 16 addresses are examined.
    package static func discovered(in addresses: [IPAddress]) -> [NAT64Prefix] {
        var found: [NAT64Prefix] = []
        for address in addresses.prefix(addressCountMax) where address.family == .ipv6 {
            // An address that fits two lengths is ambiguous.
            let fitting = lengths.compactMap { NAT64Prefix(address, length: $0) }.filter { prefix in
                known.contains { prefix.translated($0) == address }
            }
            if fitting.count == 1, !found.contains(fitting[0]), found.count < countMax { found.append(fitting[0]) }
        }
        return found
    }
}

extension NAT64Prefix: CustomStringConvertible {
    /// The prefix and its length, such as `64:ff9b::/96`.
    package var description: String { "\(address)/\(length)" }
}
