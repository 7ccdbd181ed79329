import ConnectivityCore
import ConnectivitySystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The address of a socket on this machine: a port, of a loopback address unless stated otherwise, or a path (unix(7)).
struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable {
        case port(UInt16, of: IPAddress)
        /// A path; a first `@` stands for a zero byte, so that the socket has no file (unix(7), "abstract").
        case path(String)
    }

    /// `sun_path` has 108 bytes on Linux and 104 elsewhere, with the zero byte at the end.
    private static let pathByteCountMax = 103
    private static let pathPrefix = "unix:"

    let kind: Kind

    /// - Parameter path: The path of a socket; absolute, or with a first `@`. The result is `nil` for any other text.
    init?(path: String) {
        guard path.hasPrefix("/") || path.hasPrefix("@"), path.utf8.count <= Self.pathByteCountMax,
            !path.utf8.contains(0), path.utf8.count > 1
        else { return nil }
        kind = .path(path)
    }

    /// - Parameters:
    ///   - address: A loopback address; the result is `nil` for any other one.
    ///   - port: The port; 0 lets the system choose.
    init?(_ address: IPAddress, port: UInt16) {
        guard address.isLoopback else { return nil }
        kind = .port(port, of: address)
    }

    /// - Parameters:
    ///   - address: An address of this machine, for a server that everyone may reach.
    ///   - port: The port; 0 lets the system choose.
    init(any address: IPAddress, port: UInt16) { kind = .port(port, of: address) }

    /// Reads `127.0.0.1:9479`, `[::1]:9479` or `unix:/run/a.sock`; the result is `nil` for any other text.
    init?(_ text: String) {
        if text.hasPrefix(Self.pathPrefix) {
            self.init(path: String(text.dropFirst(Self.pathPrefix.count)))
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = text[..<colon]
        if host.contains(":") {
            guard host.hasPrefix("["), host.hasSuffix("]") else { return nil }
            host = host.dropFirst().dropLast()
        }
        guard let address = IPAddress(host) else { return nil }
        self.init(address, port: port)
    }

    var description: String {
        switch kind {
        case .path(let path): Self.pathPrefix + path
        case .port(let port, let address) where address.family == .ipv6: "[\(address)]:\(port)"
        case .port(let port, let address): "\(address):\(port)"
        }
    }

    /// The path of the file of the socket; `nil` if it has none.
    var file: String? { if case .path(let path) = kind, path.hasPrefix("/") { path } else { nil } }

    /// The family for socket(2).
    var family: CInt {
        switch kind {
        case .path: AF_UNIX
        case .port(_, let address): address.family == .ipv4 ? AF_INET : AF_INET6
        }
    }

    /// Calls a body with the form that the system takes.
    func withSystemForm<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch kind {
        case .port(let port, let address) where address.family == .ipv4:
            var form = sockaddr_in()
            form.sin_family = sa_family_t(AF_INET)
            form.sin_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &form.sin_addr) { unsafe $0.copyBytes(from: address.bytes) }
            return unsafe Self.cast(form, MemoryLayout<sockaddr_in>.size, body)
        case .port(let port, let address):
            var form = sockaddr_in6()
            form.sin6_family = sa_family_t(AF_INET6)
            form.sin6_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &form.sin6_addr) { unsafe $0.copyBytes(from: address.bytes) }
            return unsafe Self.cast(form, MemoryLayout<sockaddr_in6>.size, body)
        case .path(let path):
            var form = sockaddr_un()
            form.sun_family = sa_family_t(AF_UNIX)
            var bytes = Array(path.utf8)
            if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
            unsafe withUnsafeMutableBytes(of: &form.sun_path) { unsafe $0.copyBytes(from: bytes) }
            // The length bounds the name of an abstract socket; a path also ends with a zero byte.
            let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
            return unsafe Self.cast(form, offset + bytes.count + (bytes.first == 0 ? 0 : 1), body)
        }
    }

    private static func cast<Form, Result>(
        _ form: Form,
        _ size: Int,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: form) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(size)) }
        }
    }
}

/// A socket that is closed with it, that never blocks, and that child processes do not inherit.
final class LocalSocket: Sendable {
    let number: CInt

    /// - Throws: A ``NotifierFault`` if the system cannot create a socket.
    init(_ family: CInt, isStream: Bool) throws(NotifierFault) {
        number = NewDescriptor.socket(family, isStream ? NewDescriptor.stream : NewDescriptor.datagram)
        guard number >= 0 else { throw NotifierFault("socket", errno) }
    }

    private init(owning number: CInt) { self.number = number }

    /// Accepts a connection.
    /// - Returns: The connection and the address of its peer, of IPv6 the part that a network has, and nothing if the socket
    ///   is a path; `nil` with the reason in `errno`.
    static func accepted(from listener: LocalSocket) -> (socket: LocalSocket, origin: [UInt8])? {
        var peer = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let number = unsafe NewDescriptor.accept(listener.number, peer: &peer, size: &size)
        guard number >= 0 else { return nil }
        let bytes = unsafe withUnsafeBytes(of: peer) { unsafe Array($0.prefix(24)) }
        let origin =
            switch CInt(peer.ss_family) {
            case AF_INET: bytes[4..<8]
            // An IPv4 address that an IPv6 socket shows (RFC 4291, section 2.5.5.2).
            case AF_INET6 where bytes[8..<20] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]: bytes[20..<24]
            case AF_INET6: bytes[8..<16]
            default: bytes[..<0]
            }
        return (LocalSocket(owning: number), Array(origin))
    }

    deinit { close(number) }

    #if canImport(Darwin)
    static let sendFlags = MSG_DONTWAIT
    #else
    static let sendFlags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    #endif
}
