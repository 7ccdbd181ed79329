import Dispatch
import Glibc
import Synchronization

/// A UDP socket on loopback that answers as a test specifies.
final class LoopbackServer: Sendable {
    struct Failure: Error {
        var number: CInt
    }

    let port: UInt16
    private let isOver = Mutex(false)
    private let received = Mutex(0)

    /// The number of datagrams received so far.
    var receivedCount: Int { received.withLock { $0 } }

    /// Opens the socket on a free port.
    /// - Parameter reply: Returns the datagrams that answer a datagram; by default none.
    /// - Throws: ``Failure``.
    init(_ reply: @escaping @Sendable ([UInt8]) -> [[UInt8]] = { _ in [] }) throws {
        let descriptor = try Self.open()
        port = Self.port(of: descriptor)
        DispatchQueue(label: "loopback server").async { [self] in
            defer { close(descriptor) }
            while !isOver.withLock({ $0 }) { serve(descriptor, reply) }
        }
    }

    /// Stops the server; without this call it continues to run.
    func end() { isOver.withLock { $0 = true } }

    /// Returns a port that is free at this moment.
    static func freePort() throws -> UInt16 {
        let descriptor = try open()
        defer { close(descriptor) }
        return port(of: descriptor)
    }

    private func serve(_ descriptor: CInt, _ reply: ([UInt8]) -> [[UInt8]]) {
        var peer = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var buffer = [UInt8](repeating: 0, count: 2048)
        let count = unsafe withUnsafeMutablePointer(to: &peer) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe recvfrom(descriptor, &buffer, buffer.count, 0, $0, &length)
            }
        }
        guard count >= 0 else { return }
        received.withLock { $0 += 1 }
        for datagram in reply(Array(buffer.prefix(count))) {
            _ = unsafe withUnsafePointer(to: &peer) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe sendto(descriptor, datagram, datagram.count, 0, $0, length)
                }
            }
        }
    }

    private static func open() throws -> CInt {
        let descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        var patience = timeval(tv_sec: 0, tv_usec: 50_000)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = unsafe withUnsafePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound else {
            let number = errno
            close(descriptor)
            throw Failure(number: number)
        }
        return descriptor
    }

    private static func port(of descriptor: CInt) -> UInt16 {
        var place = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        return UInt16(bigEndian: place.sin_port)
    }
}
