import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A UDP socket that exchanges datagrams with a single peer and that another thread can cancel.
final class UDPSocket: Sendable {
    private let socket: CInt
    /// Signalled when the exchange is cancelled.
    private let waker: Waker

    /// Opens a socket.
    /// - Parameters:
    ///   - address: The address of the peer.
    ///   - port: The port of the peer.
    ///   - interface: The interface to send through; `nil` leaves the route to the system.
    /// - Throws: The error of the system.
    init(to address: IPAddress, port: UInt16, interface: String?) throws(ProbeFailure) {
        let family = address.family == .ipv4 ? AF_INET : AF_INET6
        #if canImport(Glibc)
        let type = CInt(SOCK_DGRAM.rawValue)
        #else
        let type = SOCK_DGRAM
        #endif
        guard let waker = Waker() else { throw ProbeFailure(.other(.errno, code: Int(errno))) }
        self.waker = waker
        socket = connectedSocket(family, type, address, port, interface)
        // From here on, `deinit` closes the socket.
        if socket < 0 { throw Self.failure(-socket) }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    deinit {
        if socket >= 0 { close(socket) }
    }

    /// Ends all waiting and future calls.
    func cancel() { waker.wakeUp() }

    /// Sends a datagram.
    /// - Parameter bytes: The datagram.
    /// - Throws: The error of the system.
    func send(_ bytes: [UInt8]) throws(ProbeFailure) {
        let count = unsafe bytes.withUnsafeBytes { unsafe posixSend(socket, $0) }
        // If the system cannot take the datagram now, it counts as lost on the path.
        if count < 0, errno != EAGAIN, errno != ENOBUFS, errno != EINTR { throw Self.failure(errno) }
    }

    /// Waits for a datagram.
    /// - Parameter deadline: When to stop waiting.
    /// - Returns: The datagram; `nil` if none has come by then.
    /// - Throws: The error of the system, or a failure of the kind `cancelled` if the exchange was cancelled.
    func receive(until deadline: ContinuousClock.Instant) throws(ProbeFailure) -> [UInt8]? {
        while true {
            var descriptors = [
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
                pollfd(fd: waker.number, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&descriptors, 2, Waker.pollTimeout(deadline - .now))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(errno) }
            if descriptors[1].revents != 0 { throw ProbeFailure(.cancelled) }
            guard count > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 2048)
            let received = unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
            if received >= 0 { return Array(buffer.prefix(received)) }
            guard errno == EAGAIN || errno == EINTR else { throw Self.failure(errno) }
            return nil
        }
    }

    private static func failure(_ number: CInt) -> ProbeFailure {
        let detail = unsafe String(cString: strerror(number))
        let kind: ProbeFailure.Kind =
            switch number {
            case ECONNREFUSED: .connectionRefused
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: .unreachable
            case ENODEV, EPERM: .interfaceUnavailable
            default: .other(.errno, code: Int(number))
            }
        return ProbeFailure(kind, detail: detail)
    }
}

/// Returns a socket connected to its only peer; if that fails, the negated error number.
private func connectedSocket(
    _ family: CInt,
    _ type: CInt,
    _ address: IPAddress,
    _ port: UInt16,
    _ interface: String?
) -> CInt {
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { return -errno }
    // The socket is bound first, so that it never uses another interface.
    var number = interface.map { DeviceBinding.bind(descriptor, to: $0) } ?? 0
    if number == 0, !isConnected(descriptor, address, port) { number = errno }
    if number == 0 { return descriptor }
    close(descriptor)
    return -number
}

private func isConnected(_ descriptor: CInt, _ address: IPAddress, _ port: UInt16) -> Bool {
    if address.family == .ipv4 {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        unsafe withUnsafeMutableBytes(of: &place.sin_addr) { unsafe $0.copyBytes(from: address.bytes) }
        return unsafe withUnsafePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
    var place = sockaddr_in6()
    place.sin6_family = sa_family_t(AF_INET6)
    place.sin6_port = port.bigEndian
    unsafe withUnsafeMutableBytes(of: &place.sin6_addr) { unsafe $0.copyBytes(from: address.bytes) }
    return unsafe withUnsafePointer(to: &place) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
        }
    }
}

/// send(2), because its name is also that of a method.
private func posixSend(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe send(descriptor, bytes.baseAddress, bytes.count, 0)
}
