import ConnectivitySystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls of the server, with flags that prevent blocking and signals.
enum Descriptor {
    enum Interest: Sendable {
        case toRead, toWrite, toFail

        fileprivate var events: Int16 {
            switch self {
            case .toRead: Int16(POLLIN)
            case .toWrite: Int16(POLLOUT)
            case .toFail: 0
            }
        }
    }

    enum Readiness: Sendable {
        case ready, timedOut, interrupted, broken
    }

    private static let chunkByteCount = 16 * 1024

    /// Waits until a descriptor is ready.
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - interest: The operation that it should be ready for.
    ///   - interruption: Ends the wait when the signal is given.
    ///   - deadline: The time at which the wait ends; `nil` if it has no limit.
    /// - Returns: The reason why the wait ended. An interruption has priority over readiness.
    static func wait(
        for descriptor: Int32,
        _ interest: Interest,
        interruptedBy interruption: Latch?,
        until deadline: ContinuousClock.Instant?
    ) -> Readiness {
        var entries = [pollfd(fd: descriptor, events: interest.events, revents: 0)]
        if let interruption { entries.append(pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0)) }
        while true {
            let milliseconds = deadline.map(Self.milliseconds) ?? -1
            let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
            guard count >= 0 else {
                if errno == EINVAL { return .broken }
                // The system lacks memory; a busy loop would not help.
                if errno != EINTR { usleep(1000) }
                continue
            }
            if entries.count > 1, entries[1].revents != 0 { return .interrupted }
            let events = entries[0].revents
            if events & interest.events != 0 { return .ready }
            if events != 0 { return interest == .toRead && events & Int16(POLLHUP) != 0 ? .ready : .broken }
            if let deadline, deadline <= ContinuousClock.now { return .timedOut }
        }
    }

    /// Returns the time left, rounded up so that a wait never ends early, and limited to the range of `poll`.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return 0 }
        guard left < .seconds(1_000_000) else { return 1_000_000_000 }
        let (seconds, attoseconds) = left.components
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Appends the bytes that have arrived; returns `false` at the end of the stream and on errors.
    static func receive(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        var count = 0
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: chunkByteCount) { buffer, initializedCount in
            count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            initializedCount = max(0, count)
        }
        bytes += chunk
        return count > 0 || count < 0 && isTemporary(errno)
    }

    /// Sends as many bytes as the system accepts without blocking.
    /// - Returns: The number of bytes that were sent, or `nil` if the connection is broken.
    static func send(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Int? {
        #if canImport(Darwin)
        let flags = MSG_DONTWAIT
        #else
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        let count = unsafe bytes.withUnsafeBytes { buffer in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
            #if canImport(Darwin)
            return unsafe Darwin.send(descriptor, rest.baseAddress, rest.count, flags)
            #else
            return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, flags)
            #endif
        }
        if count >= 0 { return count }
        return isTemporary(errno) ? 0 : nil
    }

    private static func isTemporary(_ code: Int32) -> Bool { code == EAGAIN || code == EWOULDBLOCK || code == EINTR }

    /// Signals to the peer that nothing more is sent.
    static func endOutput(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    /// Closes the descriptor so that the peer sees a reset.
    static func reset(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }
}

extension Descriptor {
    static func pipe() throws(TestServerError) -> (reader: Int32, writer: Int32) {
        guard let ends = NewDescriptor.pipe(isBlocking: true) else {
            throw TestServerError(.open, port: 0, code: errno)
        }
        return (ends.output, ends.input)
    }

    /// Creates a listener's socket, which does not block in `accept` if the client has already disconnected.
    static func streamSocket(port: UInt16) throws(TestServerError) -> Int32 {
        let descriptor = NewDescriptor.socket(AF_INET, NewDescriptor.stream)
        guard descriptor >= 0 else { throw TestServerError(.open, port: port, code: errno) }
        var isReusable: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReusable, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }

    /// Accepts a connection that has arrived.
    static func accept(_ listener: Int32) -> Int32? {
        let descriptor = unsafe NewDescriptor.accept(listener, isBlocking: true)
        return descriptor >= 0 ? descriptor : nil
    }
}

extension Descriptor {
    /// The sender of a datagram.
    struct Peer: Sendable {
        fileprivate var address = sockaddr_in()
    }

    /// The largest datagram that is read; a longer one is cut and is then not a valid question.
    private static let datagramByteCountMax = 4096

    /// Creates a socket for datagrams to a port of 127.0.0.1.
    static func datagramSocket(port: UInt16) throws(TestServerError) -> Int32 {
        let descriptor = NewDescriptor.socket(AF_INET, NewDescriptor.datagram, isBlocking: true)
        guard descriptor >= 0 else { throw TestServerError(.open, port: port, code: errno) }
        do throws(TestServerError) {
            _ = try bind(descriptor, port)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    static func receiveDatagram(_ descriptor: Int32) -> (bytes: [UInt8], peer: Peer)? {
        var peer = Peer()
        var count = -1
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: datagramByteCountMax) { buffer, initializedCount in
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            count = unsafe withUnsafeMutablePointer(to: &peer.address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    unsafe recvfrom(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT), pointer, &size)
                }
            }
            initializedCount = max(0, count)
        }
        return count >= 0 ? (bytes, peer) : nil
    }

    /// Sends a datagram; if the system does not accept it, it is lost, as any datagram can be.
    static func sendDatagram(_ descriptor: Int32, _ bytes: [UInt8], to peer: Peer) {
        unsafe withUnsafePointer(to: peer.address) { pointer in
            _ = unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bytes.withUnsafeBytes { buffer in
                    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                    return unsafe sendto(
                        descriptor,
                        buffer.baseAddress,
                        buffer.count,
                        Int32(MSG_DONTWAIT),
                        pointer,
                        size
                    )
                }
            }
        }
    }

    /// Binds to a port of 127.0.0.1 and returns the actual port.
    static func bind(_ descriptor: Int32, _ port: UInt16) throws(TestServerError) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                #if canImport(Darwin)
                let status = unsafe Darwin.bind(descriptor, pointer, size)
                #else
                let status = unsafe Glibc.bind(descriptor, pointer, size)
                #endif
                guard status == 0 else { return status }
                return unsafe getsockname(descriptor, pointer, &size)
            }
        }
        guard status == 0 else { throw TestServerError(.bind, port: port, code: errno) }
        return UInt16(bigEndian: address.sin_port)
    }
}
