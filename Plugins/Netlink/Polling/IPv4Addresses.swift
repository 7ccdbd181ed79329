#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// The IPv4 addresses of a network namespace, read with the calls of netdevice(7).
///
/// No file contains them, and Glibc's getifaddrs(3) uses netlink, which this source must not need.
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
#endif
