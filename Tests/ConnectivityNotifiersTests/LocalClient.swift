#if os(Linux)
import Foundation
import Glibc

@testable import ConnectivityNotifiers

/// A client with access to every byte, of a port of loopback or of a Unix socket.
struct LocalClient {
    private let socket: CInt

    /// The result is `nil` if nobody listens.
    init?(_ address: SocketAddress) {
        let socket = Glibc.socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let status = unsafe address.withSystemForm { form, size in unsafe connect(socket, form, size) }
        guard status == 0 else {
            Glibc.close(socket)
            return nil
        }
        self.socket = socket
    }

    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads to the end of the connection, and closes it.
    func readAll() -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        close()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the server has closed the connection, without having sent anything.
    var isClosed: Bool {
        var byte: UInt8 = 0
        return unsafe recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) == 0
    }

    func close() { Glibc.close(socket) }

    /// Returns the whole response to a request.
    static func response(of address: SocketAddress, to request: String) -> String {
        guard let client = LocalClient(address) else { return "" }
        client.send(request)
        return client.readAll()
    }

    static let scrape = "GET /metrics HTTP/1.1\r\nHost: localhost:9479\r\n\r\n"
}

/// A socket for datagrams, in the place of a service manager or a journal.
final class DatagramReceiver: Sendable {
    private let socket: CInt

    init(_ address: SocketAddress) {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let socket = socket
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let status = unsafe address.withSystemForm { form, size in unsafe bind(socket, form, size) }
        precondition(status == 0, "bind: \(errno)")
    }

    deinit { close(socket) }

    /// The next datagram; empty if none comes within five seconds.
    func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(socket, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
#endif
