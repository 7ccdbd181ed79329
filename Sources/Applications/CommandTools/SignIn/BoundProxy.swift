#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// An HTTP proxy on loopback whose connections leave through one interface, for a browser that cannot be bound to it.
///
/// It serves only processes of the user of this process, on at most 64 connections at a time, and reaches no service of this
/// device. Each connection ends after two minutes without a byte, and all of them together carry at most 1 GiB. Each connection has a thread.
final class BoundProxy: Sendable {
    static let connectionCountMax = 64
    private static let byteCountMax = 1 << 30
    private static let idle = Duration.seconds(120)
    private static let headTimeout = Duration.seconds(20)
    private static let connectTimeout = Duration.seconds(10)

    private struct State {
        var hosts: [String] = []
        var connections = 0
        var bytes = 0
    }

    /// The port on 127.0.0.1.
    let port: UInt16
    private let interface: String
    private let listener: Descriptor
    private let stop: Waker
    private let lookUp: @Sendable (String) async -> [IPAddress]
    private let recorder: VisitRecorder?
    private let state = Lock(State())

    /// Starts listening; `recorder` receives the traffic without TLS, and `lookUp` returns the addresses of a name, best first.
    init(
        leavingThrough interface: String,
        recordedBy recorder: VisitRecorder? = nil,
        lookUp: @escaping @Sendable (String) async -> [IPAddress]
    ) throws(CommandError) {
        (self.interface, self.recorder, self.lookUp) = (interface, recorder, lookUp)
        do throws(Errno) {
            guard let stop = Waker() else { throw .last }
            self.stop = stop
            listener = try Descriptor(socket: AF_INET, Descriptor.stream)
            try listener.bind(to: SocketAddress(ip: [127, 0, 0, 1]))
            try listener.listen(queueLength: CInt(Self.connectionCountMax))
            guard let port = listener.address?.port else { throw .last }
            self.port = port
        } catch {
            throw .software("the proxy for the browser cannot listen: \(error)")
        }
    }

    /// The requested hosts, each once, in order.
    var hosts: [String] { state.withLock { $0.hosts } }

    /// Serves until the task is cancelled; then all connections end.
    func serve() async throws {
        let (accepted, mailbox) = AsyncStream.makeStream(of: Descriptor.self, bufferingPolicy: .bufferingOldest(64))
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { [self] in
                defer { mailbox.finish() }
                try await DedicatedThread.run { [self] in
                    accept(into: mailbox)
                } stop: { [stop] in
                    stop.wakeUp()
                }
            }
            for await client in accepted {
                guard begin() else { continue }
                group.addTask { [self] in
                    await serve(client)
                    state.withLock { $0.connections -= 1 }
                }
            }
        }
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard state.connections < Self.connectionCountMax else { return false }
            state.connections += 1
            return true
        }
    }

    private func accept(into mailbox: AsyncStream<Descriptor>.Continuation) {
        while true {
            guard wait([listener.number: POLLIN], for: nil) != nil else { return }
            do throws(Errno) {
                let client = try listener.accept()
                if LoopbackPeer.isOwn(client, of: port) { mailbox.yield(client) }
            } catch {
                if ![EAGAIN, EINTR, ECONNABORTED].contains(error.number) { usleep(100_000) }
            }
        }
    }

    /// Serves one connection; its failure affects only its client.
    private func serve(_ client: Descriptor) async {
        do {
            let request = try await onThread { [self] in try head(of: client) }
            state.withLock {
                if !$0.hosts.contains(request.host), $0.hosts.count < 1000 { $0.hosts.append(request.host) }
            }
            let addresses: [IPAddress] =
                if let own = try? IPAddress(request.host) { [own] } else { await lookUp(request.host) }
            try await onThread { [self] in
                guard let server = connect(to: addresses, request.port) else {
                    throw ProxyRequest.Refusal(status: "502 Bad Gateway")
                }
                let number = request.greeting.isEmpty ? recorder?.begin() : nil
                let passed = relay(
                    client,
                    server,
                    greeting: request.greeting,
                    forwarded: request.forwarded,
                    copying: number == nil ? 0 : VisitRecorder.byteCountMax
                )
                if let number { recorder?.end(number, sent: passed.sent, received: passed.received) }
            }
        } catch let refusal as ProxyRequest.Refusal {
            // A new connection accepts this much at once.
            _ = try? client.send(refusal.bytes[...])
        } catch {}
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await DedicatedThread.run(body) { [stop] in stop.wakeUp() }
    }

    private func head(of client: Descriptor) throws -> ProxyRequest {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: chunkByteCount)
        let deadline = ContinuousClock.now + Self.headTimeout
        while true {
            if let request = try ProxyRequest(bytes, isRecorded: recorder != nil) { return request }
            guard wait([client.number: POLLIN], for: deadline - .now)?.isEmpty == false else {
                throw CancellationError()
            }
            let count = try client.read(into: &chunk) ?? 0
            guard count > 0 else { throw CancellationError() }
            bytes += chunk[..<count]
        }
    }

    /// Connects through the interface to the first address that accepts.
    private func connect(to addresses: [IPAddress], _ port: UInt16) -> Descriptor? {
        for address in addresses.prefix(8) {
            guard let server = try? Descriptor(socket: address.socketFamily, Descriptor.stream),
                DeviceBinding.bind(server.number, to: interface) == 0
            else { continue }
            do throws(Errno) {
                try server.connect(to: address.socketAddress(port: port))
            } catch {
                guard error.number == EINPROGRESS,
                    let ready = wait([server.number: POLLOUT], for: Self.connectTimeout),
                    ready[server.number] != nil, server.connectError == nil
                else { continue }
            }
            // A connection to any address of this device has the same address at both ends.
            if let own = server.address.flatMap(IPAddress.init), own != server.peer.flatMap(IPAddress.init) {
                return server
            }
        }
        return nil
    }

    /// Relays bytes in both directions until both have ended, and returns the beginning of each.
    private func relay(
        _ client: Descriptor,
        _ server: Descriptor,
        greeting: [UInt8],
        forwarded: [UInt8],
        copying limit: Int
    ) -> (sent: [UInt8], received: [UInt8]) {
        var up = Flow(from: client, to: server, waiting: forwarded, copying: limit)
        var down = Flow(from: server, to: client, waiting: greeting, copying: limit)
        while !(up.isOver && down.isOver) {
            var events: [CInt: Int32] = [:]
            for flow in [up, down] {
                for (number, event) in flow.events { events[number, default: 0] |= event }
            }
            guard let ready = wait(events, for: Self.idle), !ready.isEmpty else { break }
            guard up.proceed(ready), down.proceed(ready) else { break }
            let moved = up.takeCount() + down.takeCount()
            guard
                state.withLock({
                    $0.bytes += moved; return $0.bytes <= Self.byteCountMax
                })
            else { break }
        }
        return (up.copy, down.copy)
    }

    /// Waits for events of descriptors and returns them; empty after the time, `nil` if the proxy ends.
    private func wait(_ events: [CInt: Int32], for limit: Duration?) -> [CInt: Int32]? {
        var waits = [pollfd.toRead(stop.number)]
        for (number, event) in events { waits.append(pollfd(fd: number, events: Int16(event), revents: 0)) }
        let count = Poll.wait(for: &waits, atMost: limit)
        if waits[0].isReady { return nil }
        guard count > 0 else { return [:] }
        var ready: [CInt: Int32] = [:]
        for entry in waits.dropFirst() where entry.isReady { ready[entry.fd] = Int32(entry.revents) }
        return ready
    }
}

private let chunkByteCount = 64 * 1024

/// One direction of a relay.
private struct Flow {
    private let source, target: Descriptor
    private var waiting: ArraySlice<UInt8>
    private var hasEnded = false
    private var hasShut = false
    private var count = 0
    private let limit: Int
    /// The beginning of the relayed bytes.
    private(set) var copy: [UInt8] = []

    init(from source: Descriptor, to target: Descriptor, waiting: [UInt8], copying limit: Int) {
        (self.source, self.target, self.waiting, self.limit) = (source, target, waiting[...], limit)
        copy = Array(waiting.prefix(limit))
    }

    var isOver: Bool { hasShut }

    var events: [(CInt, Int32)] {
        if hasShut { return [] }
        if !waiting.isEmpty { return [(target.number, Int32(POLLOUT))] }
        return hasEnded ? [] : [(source.number, Int32(POLLIN))]
    }

    /// Moves available bytes; returns `false` if the connection is broken.
    mutating func proceed(_ ready: [CInt: Int32]) -> Bool {
        do throws(Errno) {
            if !hasEnded, waiting.isEmpty, ready[source.number] != nil {
                var chunk = [UInt8](repeating: 0, count: chunkByteCount)
                guard let read = try source.read(into: &chunk) else { return true }
                hasEnded = read == 0
                waiting = chunk[..<read]
                count += read
                copy += waiting.prefix(limit - copy.count)
            }
            if !waiting.isEmpty { waiting = waiting.dropFirst(try target.send(waiting)) }
        } catch {
            return false
        }
        if hasEnded, waiting.isEmpty, !hasShut {
            target.endOutput()
            hasShut = true
        }
        return true
    }

    mutating func takeCount() -> Int {
        defer { count = 0 }
        return count
    }
}

/// The other end of a connection on loopback.
enum LoopbackPeer {
    /// Whether the peer of an accepted connection is a process of this process's user, by the kernel's table of connections
    /// (proc_pid_net(5), `tcp`).
    static func isOwn(_ client: Descriptor, of port: UInt16) -> Bool {
        guard let own = client.peer?.port, let table = try? WholeFile("/proc/net/tcp", limit: 16 * 1024 * 1024) else {
            return false
        }
        return owner(in: table.bytes, of: own, to: port) == geteuid()
    }

    /// Returns the user of the connection between two ports of 127.0.0.1; `nil` if the table has no established one with a
    /// process.
    ///
    /// A connection that its client has closed has no inode, and its user is always 0.
    static func owner(in table: [UInt8], of client: UInt16, to port: UInt16) -> uid_t? {
        let ends = ["0100007F:\(hex(client))", "0100007F:\(hex(port))"]
        for line in String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ", maxSplits: 10)
            guard words.count > 9, words[1] == ends[0], words[2] == ends[1] else { continue }
            // TCP_ESTABLISHED of <netinet/tcp.h>
            return words[3] == "01" && words[9] != "0" ? uid_t(words[7]) : nil
        }
        return nil
    }

    private static func hex(_ port: UInt16) -> String {
        let digits = String(port, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
#endif
