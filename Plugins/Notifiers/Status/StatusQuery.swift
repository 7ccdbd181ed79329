package import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Asks a running pipeline for its newest assessment, as ``StatusNotifier`` sends it.
package enum StatusQuery {
    /// An assessment has at most some hundred exchanges; none of their bodies is larger than 256 KiB.
    private static let byteCountMax = 64 * 1024 * 1024
    private static let timeout = Duration.seconds(5)
    /// The pause before a service with too many clients is asked again.
    private static let pause = Duration.milliseconds(5)

    /// The reason why there is no answer, on one line.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
        /// The resource that the system refused this process, so that nothing is known about the service.
        package var shortage: ProbeFailure.Resource?
    }

    /// Connects to a socket and reads its answer within five seconds; its content is not checked.
    package static func ask(_ path: String) async throws -> [UInt8] {
        guard let address = LocalAddress(path: path) else {
            throw Fault(description: "the path of a socket must be absolute, and have at most 103 bytes")
        }
        do {
            guard let stop = Waker() else { throw NotifierFault("pipe", .last) }
            return try await DedicatedThread.run {
                try read(address, until: .now + timeout, unless: stop)
            } stop: {
                stop.wakeUp()
            }
        } catch let fault as NotifierFault {
            throw Fault(
                description: fault.description,
                shortage: fault.error.flatMap { ProbeFailure.Resource(errno: $0.number) }
            )
        } catch let error as Errno {
            throw Fault(description: "\(error)")
        } catch let refusal as DedicatedThread.Refusal {
            throw Fault(description: refusal.description, shortage: .threads)
        }
    }

    private static func read(
        _ address: LocalAddress,
        until deadline: ContinuousClock.Instant,
        unless stop: Waker
    ) throws -> [UInt8] {
        let socket = try address.socket(Descriptor.stream)
        while true {
            do throws(Errno) {
                try socket.connect(to: address.form)
                break
            } catch {
                guard error.number == EAGAIN || error.number == EINTR, deadline > .now else { throw error }
                if stop.wait(atMost: pause) { throw CancellationError() }
            }
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            var waits: [pollfd] = [.toRead(stop.number), .toRead(socket.number)]
            let ready = Poll.wait(for: &waits, atMost: deadline - .now)
            if waits[0].isReady { throw CancellationError() }
            guard ready != 0, deadline > .now else { throw Fault(description: "no answer within five seconds") }
            guard let count = try socket.read(into: &chunk) else { continue }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= byteCountMax else { throw Fault(description: "the answer is too long") }
        }
    }
}
