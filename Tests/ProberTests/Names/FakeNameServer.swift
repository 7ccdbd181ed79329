#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityNames
import ConnectivityToolkit
import Glibc

/// A UDP server on a loopback port that answers each datagram with a given function; it does not listen on TCP.
final class FakeNameServer: Sendable {
    let server: NameServer
    private let descriptor: Int32

    /// Starts a server that sends any number of answers to each message.
    init(_ answer: @escaping @Sendable (_ message: [UInt8]) -> [[UInt8]]) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        guard status == 0 else { throw Failure(number: errno) }
        self.descriptor = descriptor
        server = NameServer("127.0.0.1", port: UInt16(bigEndian: address.sin_port))
        DedicatedThread.start {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                var peer = sockaddr_in()
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let count = unsafe withUnsafeMutablePointer(to: &peer) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe recvfrom(descriptor, &buffer, buffer.count, 0, $0, &size)
                    }
                }
                // After a shutdown there is nothing left to read.
                guard count > 0 else { break }
                for bytes in answer(Array(buffer[..<count])) {
                    _ = unsafe withUnsafePointer(to: &peer) { pointer in
                        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                            unsafe sendto(descriptor, bytes, bytes.count, 0, $0, size)
                        }
                    }
                }
            }
            close(descriptor)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    struct Failure: Error {
        var number: Int32
    }
}

extension [UInt8] {
    /// Returns an answer to a query with the extension: the same question, another code, and additional records.
    func answered(code: UInt8 = 0, flags: UInt8 = 0x80, records: [String] = [], keepsExtension: Bool = true) -> [UInt8]
    {
        var answer = Array(prefix(2))
        answer += [flags, code, 0, 1, 0, UInt8(records.count), 0, 0, 0, keepsExtension ? 1 : 0]
        answer += self[12...].dropLast(11)
        for record in records { answer += [UInt8](hex: record) }
        if keepsExtension { answer += suffix(11) }
        return answer
    }
}
#endif
