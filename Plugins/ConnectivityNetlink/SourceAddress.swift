#if os(Linux)
internal import CNetlink
internal import ConnectivityCore
internal import Glibc

/// The address that the kernel chooses for a socket.
enum SourceAddress {
    /// Which address a socket would send from, in the network namespace of the calling thread.
    ///
    /// Connecting a socket for datagrams looks up the way and sends nothing, see udp(7).
    ///
    /// - Parameter destination: Where it would send; IPv6.
    /// - Returns: The address; `nil` where there is no way, or no IPv6.
    static func chosen(for destination: IPAddress) -> IPAddress? {
        guard destination.family == .ipv6 else { return nil }
        let number = socket(AF_INET6, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(owning: number)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        // Any port, but not none.
        address.sin6_port = UInt16(53).bigEndian
        unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: destination.bytes) }
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let connected = unsafe connect(descriptor.number, address, size)
                return connected == 0 ? unsafe getsockname(descriptor.number, address, &size) : connected
            }
        }
        guard status == 0 else { return nil }
        return unsafe IPAddress(bytes: withUnsafeBytes(of: &address.sin6_addr) { unsafe Array($0) })
    }
}
#endif
