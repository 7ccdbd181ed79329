#if os(Linux)
internal import CNetlink
internal import ConnectivityCore
internal import ConnectivitySystem
internal import Glibc

/// The IPv4 addresses of a network namespace, read with the calls of netdevice(7).
///
/// No file contains them, and Glibc's getifaddrs(3) uses netlink, which this source must do without.
enum IPv4Addresses {
    static let countMax = 4096

    /// Reads the addresses in the calling thread's namespace, by the name of their interface.
    static func read() throws(LinuxError) -> [String: [NetworkInterface.Address]] {
        let socket: Descriptor
        do throws(Errno) {
            socket = try Descriptor(socket: AF_INET, Descriptor.datagram)
        } catch {
            throw LinuxError(.openSocket, code: error.number)
        }
        let size = unsafe MemoryLayout<ifreq>.stride
        var entries = [UInt8](repeating: 0, count: size * countMax)
        let count = unsafe entries.withUnsafeMutableBytes { buffer in
            var list = unsafe ifconf()
            unsafe list.ifc_len = Int32(buffer.count)
            unsafe list.ifc_ifcu.ifcu_buf = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe ioctl(socket.number, UInt(SIOCGIFCONF), &list) == 0 ? Int(list.ifc_len) / size : -1
        }
        guard count >= 0 else { throw LinuxError(.readAddresses, code: errno) }
        var found: [String: [NetworkInterface.Address]] = [:]
        for index in 0..<count {
            var entry = Array(entries[index * size..<(index + 1) * size])
            // The family in the host's byte order, the port, the address.
            guard entry[nameSize...].starts(with: familyBytes), let address = IPAddress(bytes: entry[addressRange])
            else { continue }
            // Because the entry contains the address, the call returns the mask of this address.
            let status = unsafe entry.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return Int32(-1) }
                return unsafe ioctl(socket.number, UInt(SIOCGIFNETMASK), start)
            }
            // An address that disappears in between will also be missing in the next read.
            guard status == 0 else { continue }
            let label = String(decoding: entry[..<nameSize].prefix { $0 != 0 }, as: UTF8.self)
            let name = String(label.prefix { $0 != ":" })
            let length = entry[addressRange].map(\.nonzeroBitCount).reduce(0, +)
            found[name, default: []].append(NetworkInterface.Address(address, prefixLength: length))
        }
        return found
    }

    private static let nameSize = Int(IFNAMSIZ)
    private static let addressRange = nameSize + 4..<nameSize + 8
    private static let familyBytes = unsafe withUnsafeBytes(of: UInt16(AF_INET)) { unsafe Array($0) }
}

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

    /// Parses an address of 32 hexadecimal digits.
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
