#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// The addresses in `if_inet6` of proc(5).
enum IPv6Addresses {
    /// Reads the table; the result is empty if the table is missing, as on a kernel without IPv6.
    static func read(root: String) -> [String: [NetworkInterface.Address]] {
        parse(SystemFile.text("\(root)/if_inet6", limit: RouteTables.byteCountMax) ?? "")
    }

    /// Parses the addresses in the text of the table, by the name of their interface; global addresses come first.
    ///
    /// A line has the address, index, prefix length, scope, flags and interface; all except the interface are
    /// hexadecimal. Invalid lines are skipped.
    static func parse(_ table: String) -> [String: [NetworkInterface.Address]] {
        var found: [String: [NetworkInterface.Address]] = [:]
        for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
            let words = RouteTables.words(line)
            guard words.count == 6, let address = address(words[0]), let length = Int(words[2], radix: 16),
                (0...128).contains(length), let scope = UInt32(words[3], radix: 16),
                let flags = UInt32(words[4], radix: 16)
            else { continue }
            found[String(words[5]), default: []].append(
                NetworkInterface.Address(address, prefixLength: length, scope: scopes[scope], state: state(flags))
            )
        }
        // The table is in hash order.
        let order = NetworkInterface.Address.Scope.allCases
        return found.mapValues { addresses in
            addresses.sorted { one, other in
                let ranks = [one, other].map { order.firstIndex(of: $0.scope) ?? order.count }
                return ranks[0] != ranks[1]
                    ? ranks[0] < ranks[1] : one.address.bytes.lexicographicallyPrecedes(other.address.bytes)
            }
        }
    }

    static func address(_ digits: Substring) -> IPAddress? {
        guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        let shifts = stride(from: UInt64(56), through: 0, by: -8)
        return IPAddress(bytes: [high, low].flatMap { half in shifts.map { UInt8(truncatingIfNeeded: half >> $0) } })
    }

    /// The scopes by the kernel's `IPV6_ADDR_` numbers.
    private static let scopes: [UInt32: NetworkInterface.Address.Scope] = [
        0x00: .global, 0x10: .host, 0x20: .link, 0x40: .site,
    ]

    /// Converts the `IFA_F_` bits of linux/if_addr.h.
    private static func state(_ flags: UInt32) -> NetworkInterface.Address.State {
        if flags & 0x08 != 0 { return .duplicate }
        if flags & 0x40 != 0 { return flags & 0x04 == 0 ? .tentative : .optimistic }
        return flags & 0x20 == 0 ? .preferred : .deprecated
    }
}
#endif
