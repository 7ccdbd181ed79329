import ConnectivityBlocking
import ConnectivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Asks a running pipeline for its newest assessment, as ``StatusNotifier`` tells it.
package enum StatusQuery {
    /// An assessment has at most some hundred exchanges; none of their bodies is larger than 256 KiB.
    private static let byteCountMax = 64 * 1024 * 1024
    private static let patience = Duration.seconds(5)

    /// The reason why nobody answered, on one line.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// Connects to a socket and reads what it tells; at most five seconds.
    /// - Parameter path: The path of the socket.
    /// - Returns: The bytes; what they say is not checked.
    /// - Throws: A ``Fault`` with the system's message.
    package static func ask(_ path: String) async throws -> [UInt8] {
        guard let address = SocketAddress(path: path) else {
            throw Fault(description: "the path of a socket must be absolute, and have at most 103 bytes")
        }
        guard let stop = Waker() else { throw NotifierFault("pipe", errno) }
        return try await DedicatedThread.run {
            try read(address, until: .now + patience, unless: stop)
        } stop: {
            stop.wakeUp()
        }
    }

    private static func read(
        _ address: SocketAddress,
        until deadline: ContinuousClock.Instant,
        unless stop: Waker
    ) throws -> [UInt8] {
        let socket = try LocalSocket(address.family, isStream: true)
        let status = unsafe address.withSystemForm { form, size in unsafe connect(socket.number, form, size) }
        guard status == 0 else { throw Fault(description: unsafe String(cString: strerror(errno))) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            var waits = [
                pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
            ]
            let ready = unsafe poll(&waits, 2, Waker.pollTimeout(deadline - .now))
            if waits[0].revents != 0 { throw CancellationError() }
            guard ready != 0, deadline > .now else { throw Fault(description: "no answer within five seconds") }
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe posixRead(socket.number, $0) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EAGAIN || errno == EINTR { continue }
                throw Fault(description: unsafe String(cString: strerror(errno)))
            }
            bytes += chunk[..<count]
            guard bytes.count <= byteCountMax else { throw Fault(description: "the answer is too long") }
        }
    }
}
