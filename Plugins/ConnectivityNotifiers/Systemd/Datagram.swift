#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One datagram to a socket of this machine.
enum Datagram {
    /// How often a receiver that is busy is asked again, and the pause in between.
    private static let (tryCount, pauseMilliseconds) = (20, 5)

    /// Sends a datagram; waits a moment if the receiver is busy, and never blocks a thread.
    /// - Throws: A ``NotifierFault`` with the address and the system's message.
    static func send(_ bytes: [UInt8], to address: SocketAddress) async throws {
        let socket = try LocalSocket(AF_UNIX, isStream: false)
        var number: CInt = 0
        for _ in 0..<tryCount {
            number = sendOnce(bytes, to: address, through: socket)
            guard number == EAGAIN || number == EINTR || number == ENOBUFS else { break }
            // A cancelled task does not wait.
            guard (try? await Task.sleep(for: .milliseconds(pauseMilliseconds))) != nil else { break }
        }
        guard number == 0 else { throw NotifierFault("\(address)", number) }
    }

    private static func sendOnce(_ bytes: [UInt8], to address: SocketAddress, through socket: LocalSocket) -> CInt {
        let (number, flags) = (socket.number, LocalSocket.sendFlags)
        return unsafe address.withSystemForm { form, size in
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe sendto(number, buffer.baseAddress, buffer.count, flags, form, size) < 0 ? errno : 0
            }
        }
    }
}
