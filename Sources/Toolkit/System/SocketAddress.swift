#if os(Linux)
import CSystem
#endif
#if canImport(Glibc)
package import Glibc
#elseif canImport(Darwin)
package import Darwin
#endif

/// The address of a socket in the form of the system: `sockaddr_in`, `sockaddr_in6` or `sockaddr_un`.
package struct SocketAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Creates an address from the bytes of the system.
    package init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    /// Creates the address of 4 or 16 bytes; the port 0 lets the system choose.
    package init(ip: [UInt8], port: UInt16 = 0) {
        if ip.count == 4 {
            var form = sockaddr_in()
            form.sin_family = sa_family_t(AF_INET)
            form.sin_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &form.sin_addr) { unsafe $0.copyBytes(from: ip) }
            bytes = unsafe withUnsafeBytes(of: form) { unsafe Array($0) }
        } else {
            var form = sockaddr_in6()
            form.sin6_family = sa_family_t(AF_INET6)
            form.sin6_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &form.sin6_addr) { unsafe $0.copyBytes(from: ip.prefix(16)) }
            bytes = unsafe withUnsafeBytes(of: form) { unsafe Array($0) }
        }
    }

    /// `sun_path` has 108 bytes on Linux and 104 elsewhere, with the zero byte at the end.
    package static let pathByteCountMax = 103

    /// Creates the address with the path of a socket, at most ``pathByteCountMax`` bytes; a first `@` stands for a zero
    /// byte: the socket then has no file (unix(7), "abstract").
    package init(path: String) {
        var form = sockaddr_un()
        form.sun_family = sa_family_t(AF_UNIX)
        var path = Array(path.utf8.prefix(Self.pathByteCountMax))
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &form.sun_path) { unsafe $0.copyBytes(from: path) }
        // The length bounds the name of an abstract socket; a path also ends with a zero byte.
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let count = offset + path.count + (path.first == 0 ? 0 : 1)
        bytes = unsafe withUnsafeBytes(of: form) { unsafe Array($0.prefix(count)) }
    }

    /// The family, such as `AF_INET`; `AF_UNSPEC` if it is unknown.
    package var family: CInt {
        guard bytes.count >= MemoryLayout<sockaddr>.offset(of: \.sa_data) ?? 2 else { return AF_UNSPEC }
        return unsafe CInt(withForm { form, _ in unsafe form.pointee.sa_family })
    }

    /// The 4 or 16 bytes of the address; `nil` for any other family.
    package var ip: ArraySlice<UInt8>? {
        switch family {
        case AF_INET where bytes.count >= 8: bytes[4..<8]
        case AF_INET6 where bytes.count >= 24: bytes[8..<24]
        default: nil
        }
    }

    /// The port; `nil` if the family has none.
    package var port: UInt16? { ip == nil ? nil : UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

    /// Passes the address to a system call.
    package func withForm<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(bytes.count)) }
        }
    }

    /// The reason why the system has no address of a name (getaddrinfo(3)).
    package struct LookupFailure: Error, CustomStringConvertible {
        package let status: CInt

        package var description: String {
            unsafe gai_strerror(status).map { unsafe String(cString: $0) } ?? "error \(status)"
        }
    }

    /// Returns the system's addresses of a name, at least one, in the order of preference (RFC 6724); blocks the thread.
    ///
    /// A name with a dot is absolute: the search list of resolv.conf(5), which may lead every name to one host of a private
    /// network, is for names without one. On Linux this holds for every later lookup of the thread.
    package static func all(
        of name: String,
        family: CInt = AF_UNSPEC,
        countMax: Int
    ) throws(LookupFailure) -> [SocketAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Descriptor.stream
        unsafe hints.ai_family = family
        #if os(Linux)
        connectivity_names_are_absolute()
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(name, nil, &hints, &list)
        guard status == 0 else { throw LookupFailure(status: status) }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next, addresses.count < countMax {
            if let form = unsafe entry.pointee.ai_addr {
                let bytes = unsafe UnsafeRawBufferPointer(start: form, count: Int(entry.pointee.ai_addrlen))
                addresses.append(SocketAddress(unsafe Array(bytes)[...]))
            }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    /// Creates the address that a system call writes; the call returns a negative number if it fails.
    package init?(_ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, &size) }
        }
        guard status >= 0 else { return nil }
        bytes = unsafe withUnsafeBytes(of: storage) { unsafe Array($0.prefix(Int(size))) }
    }
}
