import ConnectivityCore
import ConnectivityToolkit
import ConnectivityWire

/// The address of a socket on this device: a port, of a loopback address unless stated otherwise, or a path (unix(7)).
struct LocalAddress: Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable {
        case port(UInt16, of: IPAddress)
        /// A path; a leading `@` stands for a zero byte, so that the socket has no file (unix(7), "abstract").
        case path(String)
    }

    private static let pathPrefix = "unix:"
    /// The value of an option before it was read.
    static let unread = LocalAddress(any: "0.0.0.0", port: 0)

    let kind: Kind

    /// Creates the address of a socket with an absolute path, or a path with a leading `@`; `nil` for any other text.
    init?(path: String) {
        guard path.hasPrefix("/") || path.hasPrefix("@"), path.utf8.count <= SocketAddress.pathByteCountMax,
            !path.utf8.contains(0), path.utf8.count > 1
        else { return nil }
        kind = .path(path)
    }

    /// Creates a loopback address, `nil` for any other one; with port 0 the system chooses.
    init?(_ address: IPAddress, port: UInt16) {
        guard address.isLoopback else { return nil }
        kind = .port(port, of: address)
    }

    /// Creates an address of this device, for a server that everyone may reach; with port 0 the system chooses.
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
        guard let address = try? IPAddress(host) else { return nil }
        self.init(address, port: port)
    }

    var description: String {
        switch kind {
        case .path(let path): Self.pathPrefix + path
        case .port(let port, let address) where address.family == .ipv6: "[\(address)]:\(port)"
        case .port(let port, let address): "\(address):\(port)"
        }
    }

    /// The path of the socket's file; `nil` without one.
    var file: String? { if case .path(let path) = kind, path.hasPrefix("/") { path } else { nil } }

    func socket(_ type: CInt) throws(NotifierFault) -> Descriptor {
        do throws(Errno) { return try Descriptor(socket: form.family, type) } catch {
            throw NotifierFault("socket", error)
        }
    }

    var form: SocketAddress {
        switch kind {
        case .port(let port, let address): SocketAddress(ip: address.bytes, port: port)
        case .path(let path): SocketAddress(path: path)
        }
    }

    var requirements: [Requirement] {
        switch kind {
        case .port(let port, let address): [.freePort(port, of: address)]
        // An abstract name has no folder.
        case .path(let path): path.hasPrefix("/") ? [.freeSocket(path)] : []
        }
    }
}

extension FieldForm<String, LocalAddress> {
    static let socket = Self("must be the absolute path of a socket, of at most 103 bytes") {
        LocalAddress(path: $0)
    } write: {
        if case .path(let path) = $0.kind { path } else { "" }
    }
}
