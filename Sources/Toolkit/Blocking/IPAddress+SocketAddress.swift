#if os(Linux)
package import ConnectivityCore
import Glibc

extension IPAddress {
    /// Creates the address of a socket; `nil` if its family is not IP.
    package init?(_ address: SocketAddress) {
        guard let ip = address.ip else { return nil }
        self.init(bytes: ip)
    }

    package var socketFamily: Int32 { family == .ipv4 ? AF_INET : AF_INET6 }

    package func socketAddress(port: UInt16 = 0) -> SocketAddress { SocketAddress(ip: bytes, port: port) }
}
#endif
