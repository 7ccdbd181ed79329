package import ConnectivityCore
package import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Serves clients of this device, on one thread and within fixed bounds: answers over HTTP, or a text for each client.
///
/// Each connection is for one answer and lasts at most ten seconds. If there are too many, the oldest one of the address with the
/// most is closed, so that clients that only hold connections never keep out a client that asks, and clients of one address never
/// keep out a slow client of another.
package final class LocalServer {
    enum Service {
        /// An answer to a request over HTTP, whose head has at most 8 KiB.
        case http((RequestHead) -> [UInt8])
        /// The text for a client, which may be trusted, at once; nothing is read.
        case text((_ isTrusted: Bool) -> String)
    }

    private static let connectionCountMax = 32
    /// Above this length, connections wait for a second or longer before the system tries again.
    private static let queueLength: CInt = 512
    private static let clientTimeout = Duration.seconds(10)
    /// The maximum number of bytes of a head; Prometheus sends about 300.
    private static let headByteCountMax = 8192
    /// The maximum number of bytes read and discarded after an answer.
    private static let surplusByteCountMax = 1 << 20
    /// The pause in accepting after the system refused a connection, for example for lack of descriptors.
    private static let pause = Duration.milliseconds(200)

    private struct Connection {
        let socket: Descriptor
        /// The address of the client, for IPv6 only its network part; empty for a socket with a path.
        let origin: ArraySlice<UInt8>
        let deadline: ContinuousClock.Instant
        var input: [UInt8] = []
        /// The bytes still to send; `nil` before the request is complete.
        var output: ArraySlice<UInt8>?
        /// The number of bytes that may still be read after the answer; `nil` if the answer ends the connection.
        ///
        /// If bytes were left unread, the system would reset the connection, and the client would lose the answer.
        var surplus: Int?
        var isOver = false

        var waitsForInput: Bool { output == nil || output?.isEmpty == true }
    }

    /// The port; 0 for a socket with a path.
    package let port: UInt16
    private let listener: Descriptor
    /// The file of the socket, once it is this server's.
    private var ownFile: String?
    private let service: Service
    private var connections: [Connection] = []
    private var pauseEnd = ContinuousClock.now

    /// Begins to listen, and replaces the file of an abandoned socket; throws if the address is taken or unusable.
    init(_ address: LocalAddress, permissions: UInt16, _ service: Service) throws(NotifierFault) {
        self.service = service
        let listener = try address.socket(Descriptor.stream)
        listener.set(SO_REUSEADDR, of: SOL_SOCKET, to: 1)
        if let file = address.file {
            try Self.removeAbandoned(file, address)
            // On Linux, the file is created with these permissions, less the mask of the process.
            _ = fchmod(listener.number, mode_t(permissions))
        }
        var ownFile: String?
        do throws(Errno) {
            try listener.bind(to: address.form)
            if let file = address.file {
                ownFile = file
                // Before any client can connect, and never through a link of another user.
                guard unsafe fchmodat(AT_FDCWD, file, mode_t(permissions), AT_SYMLINK_NOFOLLOW) == 0 else {
                    throw .last
                }
            }
            try listener.listen(queueLength: Self.queueLength)
        } catch {
            if let ownFile { unsafe unlink(ownFile) }
            let advice = error.number == EADDRINUSE ? "; choose another port" : ""
            throw NotifierFault("\(NotifierFault("\(address)", error))\(advice)")
        }
        guard let bound = listener.address else {
            throw NotifierFault("the port of \(address) cannot be read", .last)
        }
        (self.listener, self.ownFile, port) = (listener, ownFile, bound.port ?? 0)
    }

    /// Begins to listen on any address of this device; with port 0 the system chooses.
    ///
    /// `respond` receives heads of at most 8 KiB.
    package convenience init(
        _ address: IPAddress,
        port: UInt16,
        _ respond: @escaping (RequestHead) -> [UInt8]
    ) throws {
        try self.init(LocalAddress(any: address, port: port), permissions: 0, .http(respond))
    }

    deinit { if let file = ownFile { unsafe unlink(file) } }

    /// Removes the file of a socket that no process serves.
    private static func removeAbandoned(_ file: String, _ address: LocalAddress) throws(NotifierFault) {
        var status = stat()
        guard unsafe lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let probe = try address.socket(Descriptor.stream)
        do throws(Errno) {
            try probe.connect(to: address.form)
        } catch {
            if error.number == ECONNREFUSED { unsafe unlink(file) }
        }
    }

    /// Serves until it is stopped; blocks the thread.
    package func run(until stop: Waker) {
        while true {
            let now = ContinuousClock.now
            var waits: [pollfd] = [.toRead(stop.number), .toRead(now < pauseEnd ? -1 : listener.number)]
            waits += connections.map { $0.waitsForInput ? .toRead($0.socket.number) : .toWrite($0.socket.number) }
            let next = (connections.map(\.deadline) + (now < pauseEnd ? [pauseEnd] : [])).min()
            Poll.wait(for: &waits, atMost: next.map { $0 - now })
            if waits[0].isReady { return }
            for index in connections.indices where waits[index + 2].isReady { proceed(&connections[index]) }
            let time = ContinuousClock.now
            connections.removeAll { $0.isOver || $0.deadline <= time }
            if waits[1].isReady { accept() }
        }
    }

    private func accept() {
        // A bounded number per turn, so that waiting requests are answered in between.
        for _ in 0..<Self.connectionCountMax / 2 {
            let socket: Descriptor
            do throws(Errno) {
                socket = try listener.accept()
            } catch {
                if ![EAGAIN, EINTR, ECONNABORTED].contains(error.number) { pauseEnd = .now + Self.pause }
                return
            }
            if connections.count >= Self.connectionCountMax { connections.remove(at: indexToClose) }
            let origin = Self.origin(socket.peer)
            var connection = Connection(socket: socket, origin: origin, deadline: .now + Self.clientTimeout)
            if case .text(let make) = service {
                connection.output = Array(make(socket.isPeerTrusted).utf8)[...]
                send(&connection)
            }
            if !connection.isOver { connections.append(connection) }
        }
    }

    /// Returns the address of a peer, for IPv6 only its network part; empty for a socket with a path.
    private static func origin(_ peer: SocketAddress?) -> ArraySlice<UInt8> {
        guard let ip = peer?.ip, ip.count == 16 else { return peer?.ip ?? [] }
        // An IPv4 address that an IPv6 socket shows (RFC 4291, section 2.5.5.2).
        return ip.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) ? ip.suffix(4) : ip.prefix(8)
    }

    /// The oldest connection of the address with the most connections; an answered one is closed first.
    private var indexToClose: Int {
        if let index = connections.firstIndex(where: { $0.output?.isEmpty == true }) { return index }
        let counts = connections.reduce(into: [:]) { $0[$1.origin, default: 0] += 1 }
        let most = counts.values.max()
        return connections.firstIndex { counts[$0.origin] == most } ?? 0
    }

    private func proceed(_ connection: inout Connection) {
        if connection.waitsForInput { receive(&connection) }
        if connection.output?.isEmpty == false { send(&connection) }
    }

    private func receive(_ connection: inout Connection) {
        var chunk = [UInt8](repeating: 0, count: 2048)
        guard let count = connection.socket.readOrEnd(into: &chunk) else { return }
        guard count > 0 else {
            connection.isOver = true
            return
        }
        guard connection.output == nil else {
            connection.surplus = (connection.surplus ?? 0) - count
            connection.isOver = connection.surplus ?? 0 <= 0
            return
        }
        connection.input += chunk[..<count]
        guard case .http(let respond) = service else { return }
        do throws(RequestHead.Refusal) {
            guard let head = try RequestHead(connection.input, byteCountMax: Self.headByteCountMax) else { return }
            connection.output = respond(head)[...]
            if connection.input.count > head.byteCount { connection.surplus = Self.surplusByteCountMax }
        } catch {
            connection.output = Self.refusal(error.status)[...]
            connection.surplus = Self.surplusByteCountMax
        }
    }

    private static func refusal(_ status: String) -> [UInt8] {
        let body = "\(status.dropFirst(4))\n"
        let fields =
            "Content-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\nConnection: close"
        return Array("HTTP/1.1 \(status)\r\n\(fields)\r\n\r\n\(body)".utf8)
    }

    private func send(_ connection: inout Connection) {
        guard let output = connection.output else { return }
        do throws(Errno) {
            let count = try connection.socket.send(output)
            connection.output = output.dropFirst(count)
            guard count == output.count else { return }
            connection.isOver = connection.surplus == nil
            if !connection.isOver { connection.socket.endOutput() }
        } catch {
            connection.isOver = true
        }
    }
}
