#if os(Linux)
package import ConnectivityCore
package import Glibc

extension IPAddress {
    /// Reads an address in the form of the system (`sockaddr_in`, `sockaddr_in6`); `nil` for other families.
    package init?(socketAddress bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 2 else { return nil }
        // Linux keeps the family in the byte order of the machine, which is little-endian wherever Swift runs.
        switch Int32(bytes[bytes.startIndex]) | Int32(bytes[bytes.startIndex + 1]) << 8 {
        case AF_INET where bytes.count >= 8: self.init(bytes: bytes.dropFirst(4).prefix(4))
        case AF_INET6 where bytes.count >= 24: self.init(bytes: bytes.dropFirst(8).prefix(16))
        default: return nil
        }
    }

    /// The protocol family of sockets for the address.
    package var socketFamily: Int32 { family == .ipv4 ? AF_INET : AF_INET6 }

    /// Passes the address on in the form of the system, for a call such as connect(2).
    package func withSocketAddress<Result>(
        port: UInt16 = 0,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var storage = sockaddr_storage()
        let isIPv4 = family == .ipv4
        let count = isIPv4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        unsafe withUnsafeMutableBytes(of: &storage) { buffer in
            unsafe buffer.storeBytes(of: sa_family_t(socketFamily), as: sa_family_t.self)
            unsafe buffer.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            let place = isIPv4 ? 4 : 8
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[place..<place + bytes.count]).copyBytes(from: bytes)
        }
        return unsafe withUnsafePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(count)) }
        }
    }
}
#endif
