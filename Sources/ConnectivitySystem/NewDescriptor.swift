#if canImport(Glibc)
internal import CSpawn
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Creates descriptors that child processes do not inherit, not even a child that another thread starts at this moment.
package enum NewDescriptor {
    /// Creates a pipe.
    /// - Parameter isBlocking: Whether reads and writes wait.
    /// - Returns: The end to read from and the end to write to; `nil` with the reason in `errno`.
    package static func pipe(isBlocking: Bool = false) -> (output: CInt, input: CInt)? {
        var ends: [CInt] = [-1, -1]
        #if canImport(Glibc)
        guard unsafe pipe2(&ends, O_CLOEXEC | (isBlocking ? 0 : O_NONBLOCK)) == 0 else { return nil }
        #else
        guard unsafe Darwin.pipe(&ends) == 0 else { return nil }
        for end in ends { prepare(end, isBlocking: isBlocking) }
        #endif
        return (ends[0], ends[1])
    }

    #if canImport(Glibc)
    /// The types of sockets, which are no numbers in every C library.
    package static let (stream, datagram) = (CInt(SOCK_STREAM.rawValue), CInt(SOCK_DGRAM.rawValue))
    #else
    /// The types of sockets, which are no numbers in every C library.
    package static let (stream, datagram) = (SOCK_STREAM, SOCK_DGRAM)
    #endif

    /// Creates a socket.
    /// - Parameters:
    ///   - family: The family, such as `AF_INET`.
    ///   - type: The type, such as ``stream``.
    ///   - protocol: The protocol; 0 for the usual one.
    ///   - isBlocking: Whether its calls wait.
    /// - Returns: The descriptor; negative with the reason in `errno`.
    package static func socket(_ family: CInt, _ type: CInt, protocol: CInt = 0, isBlocking: Bool = false) -> CInt {
        #if canImport(Glibc)
        let flags = CInt(SOCK_CLOEXEC.rawValue) | (isBlocking ? 0 : CInt(SOCK_NONBLOCK.rawValue))
        return Glibc.socket(family, type | flags, `protocol`)
        #else
        let number = Darwin.socket(family, type, `protocol`)
        if number >= 0 { prepare(number, isBlocking: isBlocking) }
        return number
        #endif
    }

    /// Accepts a connection.
    /// - Parameters:
    ///   - listener: The socket that listens.
    ///   - peer: Room for the address of the peer.
    ///   - size: The size of that room; after the call, that of the address.
    ///   - isBlocking: Whether the connection waits.
    /// - Returns: The descriptor; negative with the reason in `errno`.
    package static func accept(
        _ listener: CInt,
        peer: UnsafeMutableRawPointer? = nil,
        size: UnsafeMutablePointer<UInt32>? = nil,
        isBlocking: Bool = false
    ) -> CInt {
        #if canImport(Glibc)
        let flags = CInt(SOCK_CLOEXEC.rawValue) | (isBlocking ? 0 : CInt(SOCK_NONBLOCK.rawValue))
        return unsafe cspawn_accept(listener, peer, size, flags)
        #else
        let number = unsafe Darwin.accept(listener, peer?.assumingMemoryBound(to: sockaddr.self), size)
        if number >= 0 { prepare(number, isBlocking: isBlocking) }
        return number
        #endif
    }

    #if canImport(Darwin)
    private static func prepare(_ number: CInt, isBlocking: Bool) {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        if !isBlocking { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
    }
    #endif
}
