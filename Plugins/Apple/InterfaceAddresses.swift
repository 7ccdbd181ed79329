package import ConnectivityCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The addresses of the device's interfaces, which `NWPath` does not report.
package enum InterfaceAddresses: Sendable {
    /// Reads the addresses of each interface, by interface name (getifaddrs(3)).
    ///
    /// It takes microseconds and contacts no other host. The result is in the system's order, and empty if the system
    /// has no memory for it. It does not contain the states and lifetimes of addresses.
    package static func read() -> [String: [NetworkInterface.Address]] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [:] }
        defer { unsafe freeifaddrs(first) }
        var result: [String: [NetworkInterface.Address]] = [:]
        var entry = unsafe first
        while let current = unsafe entry {
            unsafe entry = current.pointee.ifa_next
            guard let name = unsafe current.pointee.ifa_name, let address = unsafe ipAddress(current.pointee.ifa_addr)
            else { continue }
            let mask = unsafe ipAddress(current.pointee.ifa_netmask)?.bytes ?? []
            let prefixLength = mask.reduce(0) { $0 + $1.nonzeroBitCount }
            let text = unsafe String(cString: name)
            result[text, default: []].append(NetworkInterface.Address(address, prefixLength: prefixLength))
        }
        return result
    }

    /// The IP address in a socket address; `nil` if the pointer is `nil` or the address is of another family.
    private static func ipAddress(_ pointer: UnsafeMutablePointer<sockaddr>?) -> IPAddress? {
        guard let pointer = unsafe pointer else { return nil }
        let raw = UnsafeRawPointer(pointer)
        switch Int32(unsafe pointer.pointee.sa_family) {
        case AF_INET:
            var value = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return unsafe withUnsafeBytes(of: &value) { unsafe IPAddress(bytes: Array($0)) }
        case AF_INET6:
            var value = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return unsafe withUnsafeBytes(of: &value) { bytes in
                var bytes = unsafe Array(bytes)
                // XNU stores the index of the interface in the second group of a link-local address (KAME).
                if bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 { (bytes[2], bytes[3]) = (0, 0) }
                return IPAddress(bytes: bytes)
            }
        default:
            return nil
        }
    }
}
