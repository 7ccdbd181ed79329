import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One datagram to a socket of this device.
enum Datagram {
    /// The number of attempts to send to a busy receiver, and the pause between them.
    private static let (tryCount, pause) = (20, Duration.milliseconds(5))

    /// Sends a datagram; waits a moment if the receiver is busy, and never blocks a thread.
    static func send(_ bytes: [UInt8], to address: LocalAddress) async throws {
        let socket = try address.socket(Descriptor.datagram)
        var error = Errno(EAGAIN)
        for _ in 0..<tryCount {
            do throws(Errno) {
                if try socket.send(bytes[...], to: address.form) == bytes.count { return }
                error = Errno(EAGAIN)
            } catch let refusal {
                error = refusal
                guard error.number == ENOBUFS else { break }
            }
            // A cancelled task does not wait.
            guard (try? await Task.sleep(for: pause)) != nil else { break }
        }
        throw NotifierFault("\(address)", error)
    }
}
