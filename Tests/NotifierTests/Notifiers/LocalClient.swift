#if os(Linux)
import ConnectivityToolkit
import Foundation
import Glibc

@testable import ConnectivityNotifiers

/// A client with access to every byte, of a port of loopback or of a Unix socket.
struct LocalClient {
    private let socket: Descriptor

    /// The result is `nil` if no process listens.
    init?(_ address: LocalAddress) {
        guard let socket = try? Descriptor(socket: address.form.family, Descriptor.stream, isBlocking: true),
            (try? socket.connect(to: address.form)) != nil
        else { return nil }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        self.socket = socket
    }

    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(socket.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
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
            let count = unsafe recv(socket.number, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        close()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the server has closed the connection, without having sent anything.
    var isClosed: Bool {
        var byte: UInt8 = 0
        return unsafe recv(socket.number, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) == 0
    }

    func close() { socket.close() }

    /// Returns the whole response to a request.
    static func response(of address: LocalAddress, to request: String) -> String {
        guard let client = LocalClient(address) else { return "" }
        client.send(request)
        return client.readAll()
    }

    static let scrape = "GET /metrics HTTP/1.1\r\nHost: localhost:9479\r\n\r\n"
}

/// A socket for datagrams, in the place of a service manager or a journal.
final class DatagramReceiver: Sendable {
    private let socket: Descriptor

    init(_ address: LocalAddress) throws {
        socket = try Descriptor(socket: AF_UNIX, Descriptor.datagram, isBlocking: true)
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        unsafe setsockopt(socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        try socket.bind(to: address.form)
    }

    /// The next datagram; empty if none comes within five seconds.
    func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(socket.number, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
#endif
