import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Descriptor {
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

    /// Waits until the descriptor is ready, without limit if the deadline is `nil`; an interruption has priority over readiness.
    func wait(
        _ interest: Interest,
        interruptedBy interruption: Latch?,
        until deadline: ContinuousClock.Instant?
    ) -> Readiness {
        var entries = [pollfd(fd: number, events: interest.events, revents: 0), .toRead(interruption?.number ?? -1)]
        while true {
            do throws(Errno) {
                guard try Poll.wait(for: &entries, until: deadline) else { return .timedOut }
            } catch {
                if error.number == EINVAL { return .broken }
                // The system lacks memory; a busy loop would not help.
                usleep(1000)
                continue
            }
            if entries[1].isReady { return .interrupted }
            let events = entries[0].revents
            if events & interest.events != 0 { return .ready }
            return interest == .toRead && events & Int16(POLLHUP) != 0 ? .ready : .broken
        }
    }

    /// Appends the bytes that have arrived; returns `false` at the end of the stream and on errors.
    func receive(into bytes: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: Self.chunkByteCount)
        let count = readOrEnd(into: &chunk)
        bytes += chunk[..<(count ?? 0)]
        return count != 0
    }

    /// Closes the descriptor so that the peer sees a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// The maximum size of a datagram; a longer one is cut and is then not a valid question.
    private static let datagramByteCountMax = 4096

    /// Creates a socket with a port of 127.0.0.1.
    static func loopback(_ type: CInt, port: UInt16) throws(TestServerError) -> (Descriptor, port: UInt16) {
        var step = TestServerError.Step.open
        do throws(Errno) {
            let socket = try Descriptor(socket: AF_INET, type)
            if type == Self.stream { socket.set(SO_REUSEADDR, of: SOL_SOCKET, to: 1) }
            step = .bind
            try socket.bind(to: SocketAddress(ip: [127, 0, 0, 1], port: port))
            guard let port = socket.address?.port else { throw .last }
            return (socket, port)
        } catch {
            throw TestServerError(step, port: port, code: error.number)
        }
    }

    /// Receives a datagram with its sender; `nil` if none has arrived.
    func receiveDatagram() -> (bytes: [UInt8], sender: SocketAddress)? {
        var bytes = [UInt8](repeating: 0, count: Self.datagramByteCountMax)
        var count = 0
        let sender = unsafe SocketAddress { form, size in
            count = unsafe recvfrom(number, &bytes, bytes.count, Int32(MSG_DONTWAIT), form, size)
            return count
        }
        return sender.map { (Array(bytes[..<count]), $0) }
    }
}
