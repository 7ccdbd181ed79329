#if os(Linux)
internal import ConnectivityCore
internal import Glibc

/// The IPv4 addresses of a network namespace, by the calls of netdevice(7).
///
/// No file has them, and getifaddrs(3) of Glibc asks over netlink, which this plugin is to do without.
enum IPv4Addresses {
    /// How many addresses are read.
    static let countMax = 4096

    /// Reads the addresses of the namespace of the calling thread, by the name of their interface.
    static func read() throws(PollingError) -> [String: [Interface.Address]] {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw PollingError(.openSocket, code: errno) }
        defer { close(descriptor) }
        let size = unsafe MemoryLayout<ifreq>.stride
        var entries = [UInt8](repeating: 0, count: size * countMax)
        let count = unsafe entries.withUnsafeMutableBytes { buffer in
            var list = unsafe ifconf()
            unsafe list.ifc_len = Int32(buffer.count)
            unsafe list.ifc_ifcu.ifcu_buf = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe ioctl(descriptor, UInt(SIOCGIFCONF), &list) == 0 ? Int(list.ifc_len) / size : -1
        }
        guard count >= 0 else { throw PollingError(.readAddresses, code: errno) }
        var found: [String: [Interface.Address]] = [:]
        for index in 0..<count {
            var entry = Array(entries[index * size..<(index + 1) * size])
            // The family in the machine's order, the port, the address.
            guard entry[nameSize...].starts(with: familyBytes), let address = IPAddress(bytes: entry[addressRange])
            else { continue }
            // With the address in it, the question is for the mask of this one.
            let status = unsafe entry.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return Int32(-1) }
                return unsafe ioctl(descriptor, UInt(SIOCGIFNETMASK), start)
            }
            // An address that is gone in between will be missing at the next look too.
            guard status == 0 else { continue }
            let label = String(decoding: entry[..<nameSize].prefix { $0 != 0 }, as: UTF8.self)
            let name = String(label.prefix { $0 != ":" })
            let length = entry[addressRange].map(\.nonzeroBitCount).reduce(0, +)
            found[name, default: []].append(Interface.Address(address, prefixLength: length))
        }
        return found
    }

    private static let nameSize = Int(IFNAMSIZ)
    private static let addressRange = nameSize + 4..<nameSize + 8
    private static let familyBytes = unsafe withUnsafeBytes(of: UInt16(AF_INET)) { unsafe Array($0) }
}
#endif
