#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

@testable import ConnectivityTestServer

/// The servers behind an interface: a name server with rules, and a web server that returns its name.
///
/// Both listen on all addresses of a namespace, on the ports 53 and 80, and end with the process.
final class Gateway: Sendable {
    /// The number of questions received so far.
    var questionCount: Int { questions.withLock { $0 } }

    private let questions = Lock(0)

    /// Starts both servers in the namespace of the calling thread.
    init(_ name: String, _ rules: [NameRule]) throws {
        let names = try Self.socket(SOCK_DGRAM, port: 53)
        DedicatedThread.start { self.answer(names, rules) }
        let web = try Self.socket(SOCK_STREAM, port: 80)
        guard listen(web, 64) == 0 else { throw NetworkNamespace.Failure(what: "listen: \(errno)") }
        DedicatedThread.start {
            while true {
                let connection = accept(web, nil, nil)
                guard connection >= 0 else { break }
                Self.send("HTTP/1.1 200 OK\r\nContent-Length: \(name.utf8.count)\r\n\r\n\(name)", connection)
            }
        }
    }

    private func answer(_ socket: Int32, _ rules: [NameRule]) {
        var buffer = [UInt8](repeating: 0, count: 1024)
        while true {
            var peer = sockaddr_in6()
            var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let count = unsafe withUnsafeMutablePointer(to: &peer) { peer in
                unsafe peer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe recvfrom(socket, &buffer, buffer.count, 0, $0, &length)
                }
            }
            guard count >= 0 else { break }
            questions.withLock { $0 += 1 }
            guard let question = try? NameQuestion(Array(buffer[..<count])) else { continue }
            let rule = rules.first {
                NamePattern($0.name).matches(question.name) && $0.type.map { $0.number == question.type } ?? true
            }
            guard let answer = question.answer(by: rule, isDatagram: true) else { continue }
            _ = unsafe withUnsafePointer(to: &peer) { peer in
                unsafe peer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe sendto(socket, answer, answer.count, 0, $0, length)
                }
            }
        }
    }

    /// Sends a text once the request's header is complete, and closes the connection.
    private static func send(_ text: String, _ connection: Int32) {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !received.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        _ = unsafe Glibc.send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL))
        close(connection)
    }

    private static func socket(_ type: __socket_type, port: UInt16) throws -> Int32 {
        let descriptor = Glibc.socket(AF_INET6, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var no: Int32 = 0
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, 4)
            return unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size)
            }
        }
        guard status == 0 else { throw NetworkNamespace.Failure(what: "bind to \(port): \(errno)") }
        return descriptor
    }
}
#endif
