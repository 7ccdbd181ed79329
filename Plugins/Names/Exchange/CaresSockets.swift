#if canImport(CCares)
import CCares
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The sockets of one channel: binds each to one interface before use, and records errors that c-ares does not report.
///
/// c-ares reports "could not contact" for a refused connection, an unreachable server and a socket that it could not
/// create. `ares_set_local_dev(3)` is not suitable for binding, because c-ares also uses unbound sockets.
final class CaresSockets {
    /// The interface that every socket is bound to; `nil` leaves the choice to the system.
    let interface: String?
    /// The error number of a socket that could not be bound; zero if there was no error.
    private(set) var bindingError: Int32 = 0
    /// The system's last other error number; zero if there was no error.
    private(set) var error: Int32 = 0
    /// The last datagram received over UDP, even if c-ares discards it.
    private(set) var lastDatagram: [UInt8] = []
    /// The address to which each socket is connected, in the system's form.
    private var peers: [Int32: [UInt8]] = [:]
    /// The addresses of servers that are unreachable or do not listen.
    private var refusing: Set<[UInt8]> = []

    var refusingCount: Int { refusing.count }

    /// The error numbers of refusals: of the server, of a router, and of this device.
    private static let refusals: Set<Int32> = [
        ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EACCES, EPERM,
    ]

    init(interface: String?) { self.interface = interface }

    /// Makes a channel use these sockets; the object must live until the channel ends.
    func attach(to channel: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe ares_set_socket_functions(channel, socketFunctions, context)
    }

    fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> CaresSockets? {
        unsafe context.map { unsafe Unmanaged<CaresSockets>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate func connected(_ descriptor: Int32, to address: UnsafeRawBufferPointer) {
        peers[descriptor] = unsafe Array(address)
    }

    /// Records the error number of a failed call on a socket and restores it for c-ares.
    fileprivate func record(_ number: Int32, on descriptor: Int32 = -1) {
        if number != EAGAIN, number != EWOULDBLOCK, number != EINTR, number != EINPROGRESS { error = number }
        if Self.refusals.contains(number), let peer = peers[descriptor] {
            refusing.insert(peer)
        }
        errno = number
    }

    fileprivate func open(_ family: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
        do throws(Errno) {
            let socket = try Descriptor(socket: family, type, protocol: `protocol`)
            // Otherwise the system does not report that a server cannot be reached (ip(7), ipv6(7)).
            if family == AF_INET6 {
                socket.set(IPV6_RECVERR, of: Int32(IPPROTO_IPV6), to: 1)
            } else {
                socket.set(IP_RECVERR, of: Int32(IPPROTO_IP), to: 1)
            }
            let error = interface.map { DeviceBinding.bind(socket.number, to: $0) } ?? 0
            if error == 0 { return socket.release() }
            bindingError = error
        } catch {
            record(error.number)
        }
        return -1
    }

    /// Records a datagram and returns whether it is a reply; c-ares would accept a reflected query as a reply.
    fileprivate func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lastDatagram = unsafe Array(bytes)
        return lastDatagram.count > 2 && lastDatagram[2] & 0x80 != 0
    }
}

/// The functions that c-ares calls instead of the system's; c-ares keeps the pointer.
private nonisolated(unsafe) let socketFunctions: UnsafePointer<ares_socket_functions> = {
    let functions = UnsafeMutablePointer<ares_socket_functions>.allocate(capacity: 1)
    unsafe functions.initialize(
        to: ares_socket_functions(
            asocket: openSocket,
            aclose: { descriptor, _ in close(descriptor) },
            aconnect: connectSocket,
            arecvfrom: receiveBytes,
            asendv: sendBytes
        )
    )
    return unsafe UnsafePointer(functions)
}()

private func openSocket(
    _ family: Int32,
    _ type: Int32,
    _ protocol: Int32,
    _ context: UnsafeMutableRawPointer?
) -> ares_socket_t {
    unsafe CaresSockets.of(context)?.open(family, type, `protocol`) ?? -1
}

private func connectSocket(
    _ descriptor: ares_socket_t,
    _ address: UnsafePointer<sockaddr>?,
    _ count: ares_socklen_t,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    let sockets = unsafe CaresSockets.of(context)
    unsafe sockets?.connected(descriptor, to: UnsafeRawBufferPointer(start: address, count: Int(count)))
    let status = unsafe connect(descriptor, address, count)
    if status < 0 { sockets?.record(errno, on: descriptor) }
    return status
}

private func receiveBytes(
    _ descriptor: ares_socket_t,
    _ buffer: UnsafeMutableRawPointer?,
    _ size: Int,
    _ flags: Int32,
    _ address: UnsafeMutablePointer<sockaddr>?,
    _ addressSize: UnsafeMutablePointer<ares_socklen_t>?,
    _ context: UnsafeMutableRawPointer?
) -> ares_ssize_t {
    let count = unsafe recvfrom(descriptor, buffer, size, flags, address, addressSize)
    let sockets = unsafe CaresSockets.of(context)
    if count < 0 { sockets?.record(errno, on: descriptor) }
    // Over TCP, c-ares does not ask for the address.
    if count > 0, unsafe address != nil, let sockets,
        unsafe !sockets.receive(UnsafeRawBufferPointer(start: buffer, count: count))
    {
        errno = EAGAIN
        return -1
    }
    return count
}

private func sendBytes(
    _ descriptor: ares_socket_t,
    _ parts: UnsafePointer<iovec>?,
    _ count: Int32,
    _ context: UnsafeMutableRawPointer?
) -> ares_ssize_t {
    let sent = unsafe writev(descriptor, parts, count)
    if sent < 0 { unsafe CaresSockets.of(context)?.record(errno, on: descriptor) }
    return sent
}
#endif
