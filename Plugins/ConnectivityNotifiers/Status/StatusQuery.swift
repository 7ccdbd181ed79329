import ConnectivityBlocking
package import ConnectivityCore

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
    /// The pause before a service with too many clients is asked again.
    private static let pauseMilliseconds: CInt = 5

    /// The reason why nobody answered, on one line.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
        /// What the system refused this process, so that nothing is known of the service.
        package var shortage: ProbeFailure.Resource?
    }

    /// Connects to a socket and reads what it tells; at most five seconds.
    /// - Parameter path: The path of the socket.
    /// - Returns: The bytes; what they say is not checked.
    /// - Throws: A ``Fault`` with the system's message.
    package static func ask(_ path: String) async throws -> [UInt8] {
        guard let address = SocketAddress(path: path) else {
            throw Fault(description: "the path of a socket must be absolute, and have at most 103 bytes")
        }
        do {
            guard let stop = Waker() else { throw NotifierFault("pipe", errno) }
            return try await DedicatedThread.run {
                try read(address, until: .now + patience, unless: stop)
            } stop: {
                stop.wakeUp()
            }
        } catch let fault as NotifierFault {
            throw Fault(description: fault.description, shortage: ProbeFailure.Resource(errno: fault.number))
        } catch let refusal as DedicatedThread.Refusal {
            throw Fault(description: refusal.description, shortage: .threads)
        }
    }

    private static func read(
        _ address: SocketAddress,
        until deadline: ContinuousClock.Instant,
        unless stop: Waker
    ) throws -> [UInt8] {
        let socket = try LocalSocket(address.family, isStream: true)
        func connection() -> CInt { unsafe address.withSystemForm { unsafe connect(socket.number, $0, $1) } }
        while connection() != 0 {
            let number = errno
            guard number == EAGAIN || number == EINTR, deadline > .now else {
                throw Fault(description: unsafe String(cString: strerror(number)))
            }
            var wait = pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&wait, 1, pauseMilliseconds) > 0 { throw CancellationError() }
        }
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
