#if os(Linux)
package import ConnectivityCore
import Glibc

extension IPAddress {
    /// The address of a socket; `nil` if that is no address of IP.
    package init?(_ address: SocketAddress) {
        guard let ip = address.ip else { return nil }
        self.init(bytes: ip)
    }

    package var socketFamily: Int32 { family == .ipv4 ? AF_INET : AF_INET6 }

    /// The address of a socket.
    package func socketAddress(port: UInt16 = 0) -> SocketAddress { SocketAddress(ip: bytes, port: port) }
}
#endif
