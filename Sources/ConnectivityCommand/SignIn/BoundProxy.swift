#if os(Linux)
import ConnectivityBlocking
import ConnectivityCore
import ConnectivitySupport
import ConnectivitySystem
import Glibc

/// An HTTP proxy on loopback whose connections leave through one interface, for a browser, which cannot be bound to one.
///
/// Only processes of the user of this process are served. At most 64 connections exist at a time, each ends after two minutes
/// without a byte, and all of them together carry at most 1 GiB. Each connection has a thread.
final class BoundProxy: Sendable {
    static let connectionCountMax = 64
    private static let byteCountMax = 1 << 30
    private static let idle = Duration.seconds(120)
    private static let headPatience = Duration.seconds(20)
    private static let connectPatience = Duration.seconds(10)

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
    private let state = Mutex(State())

    /// Begins to listen.
    /// - Parameters:
    ///   - interface: The interface through which connections leave.
    ///   - lookUp: Returns the addresses of a name, best first.
    /// - Throws: A `CommandError` with the system's message.
    init(leavingThrough interface: String, lookUp: @escaping @Sendable (String) async -> [IPAddress])
        throws(CommandError)
    {
        self.interface = interface
        self.lookUp = lookUp
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0, let stop = Waker() else { throw Self.fault(errno) }
        (listener, self.stop) = (Descriptor(number), stop)
        let loopback: IPAddress = "127.0.0.1"
        let status = unsafe loopback.withSocketAddress { form, size in unsafe bind(number, form, size) }
        guard status == 0, listen(number, CInt(Self.connectionCountMax)) == 0 else { throw Self.fault(errno) }
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        guard let port = Self.port(number) else { throw Self.fault(errno) }
        self.port = port
    }

    /// The hosts to which connections were requested, each once, in order.
    var hosts: [String] { state.withLock { $0.hosts } }

    /// Serves until the task is cancelled; all connections then end.
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
            let number = unsafe NewDescriptor.accept(listener.number)
            guard number >= 0 else {
                if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED { usleep(100_000) }
                continue
            }
            let client = Descriptor(number)
            if LoopbackPeer.isOwn(client.number, of: port) { mailbox.yield(client) }
        }
    }

    /// Serves one connection; a connection that fails concerns its client alone.
    private func serve(_ client: Descriptor) async {
        do {
            let request = try await onThread { [self] in try head(of: client) }
            state.withLock {
                if !$0.hosts.contains(request.host), $0.hosts.count < 1000 { $0.hosts.append(request.host) }
            }
            let addresses: [IPAddress] =
                if let own = IPAddress(request.host) { [own] } else { await lookUp(request.host) }
            try await onThread { [self] in
                guard let server = connect(to: addresses, request.port) else {
                    throw ProxyRequest.Refusal(status: "502 Bad Gateway")
                }
                relay(client, server, greeting: request.greeting, forwarded: request.forwarded)
            }
        } catch let refusal as ProxyRequest.Refusal {
            // As much as a new connection takes at once.
            _ = unsafe refusal.bytes.withUnsafeBytes {
                unsafe send(client.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
        } catch {}
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await DedicatedThread.run(body) { [stop] in stop.wakeUp() }
    }

    private func head(of client: Descriptor) throws -> ProxyRequest {
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + Self.headPatience
        while true {
            if let request = try ProxyRequest(bytes) { return request }
            guard wait([client.number: POLLIN], for: deadline - .now)?.isEmpty == false else {
                throw CancellationError()
            }
            guard let more = read(client.number), !more.isEmpty else { throw CancellationError() }
            bytes += more
        }
    }

    /// Connects to the first address that accepts, through the interface.
    private func connect(to addresses: [IPAddress], _ port: UInt16) -> Descriptor? {
        for address in addresses.prefix(8) {
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let server = Descriptor(socket(address.socketFamily, type, 0))
            guard server.number >= 0, DeviceBinding.bind(server.number, to: interface) == 0 else { continue }
            let status = unsafe address.withSocketAddress(port: port) { form, size in
                unsafe connectSocket(server.number, form, size)
            }
            if status == 0 { return server }
            guard status == EINPROGRESS, let ready = wait([server.number: POLLOUT], for: Self.connectPatience) else {
                continue
            }
            var (fault, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
            guard ready[server.number] != nil,
                unsafe getsockopt(server.number, SOL_SOCKET, SO_ERROR, &fault, &size) == 0, fault == 0
            else { continue }
            return server
        }
        return nil
    }

    /// Passes bytes on in both directions until both have ended.
    private func relay(_ client: Descriptor, _ server: Descriptor, greeting: [UInt8], forwarded: [UInt8]) {
        var up = Flow(from: client.number, to: server.number, waiting: forwarded)
        var down = Flow(from: server.number, to: client.number, waiting: greeting)
        while !(up.isOver && down.isOver) {
            var events: [CInt: Int32] = [:]
            for flow in [up, down] {
                for (number, event) in flow.events { events[number, default: 0] |= event }
            }
            guard let ready = wait(events, for: Self.idle), !ready.isEmpty else { return }
            guard up.proceed(ready), down.proceed(ready) else { return }
            let moved = up.takeCount() + down.takeCount()
            guard
                state.withLock({
                    $0.bytes += moved; return $0.bytes <= Self.byteCountMax
                })
            else { return }
        }
    }

    /// Waits for events of descriptors, and returns those that came; empty after the time, `nil` if the proxy ends.
    private func wait(_ events: [CInt: Int32], for limit: Duration?) -> [CInt: Int32]? {
        var waits = [pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0)]
        for (number, event) in events { waits.append(pollfd(fd: number, events: Int16(event), revents: 0)) }
        let count = unsafe poll(&waits, nfds_t(waits.count), Waker.pollTimeout(limit))
        if waits[0].revents != 0 { return nil }
        guard count > 0 else { return [:] }
        var ready: [CInt: Int32] = [:]
        for entry in waits.dropFirst() where entry.revents != 0 { ready[entry.fd] = Int32(entry.revents) }
        return ready
    }

    private static func port(_ number: CInt) -> UInt16? {
        var (form, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let status = unsafe withUnsafeMutablePointer(to: &form) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(number, $0, &size) }
        }
        return status == 0 ? UInt16(bigEndian: form.sin_port) : nil
    }

    private static func fault(_ number: CInt) -> CommandError {
        .software("the proxy for the browser cannot listen: \(unsafe String(cString: strerror(number)))")
    }
}

/// One direction of a relay.
private struct Flow {
    private let source, target: CInt
    private var waiting: ArraySlice<UInt8>
    private var hasEnded = false
    private var hasShut = false
    private var count = 0

    init(from source: CInt, to target: CInt, waiting: [UInt8]) {
        (self.source, self.target, self.waiting) = (source, target, waiting[...])
    }

    var isOver: Bool { hasShut }

    /// What to wait for.
    var events: [(CInt, Int32)] {
        if hasShut { return [] }
        if !waiting.isEmpty { return [(target, Int32(POLLOUT))] }
        return hasEnded ? [] : [(source, Int32(POLLIN))]
    }

    /// Moves what can be moved; returns `false` if the connection is broken.
    mutating func proceed(_ ready: [CInt: Int32]) -> Bool {
        if !hasEnded, waiting.isEmpty, ready[source] != nil {
            guard let bytes = read(source) else { return errno == EAGAIN || errno == EINTR }
            if bytes.isEmpty { hasEnded = true }
            waiting = bytes[...]
            count += bytes.count
        }
        if !waiting.isEmpty {
            let sent = unsafe waiting.withUnsafeBytes {
                unsafe send(target, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            }
            if sent < 0 { return errno == EAGAIN || errno == EINTR }
            waiting = waiting.dropFirst(sent)
        }
        if hasEnded, waiting.isEmpty, !hasShut {
            shutdown(target, Int32(SHUT_WR))
            hasShut = true
        }
        return true
    }

    mutating func takeCount() -> Int {
        defer { count = 0 }
        return count
    }
}

/// A descriptor that is closed with it.
final class Descriptor: Sendable {
    let number: CInt

    init(_ number: CInt) { self.number = number }

    deinit { if number >= 0 { close(number) } }
}

/// Who is at the other end of a connection on loopback.
enum LoopbackPeer {
    /// Whether the peer of an accepted connection is a process of the user of this process, by the kernel's table of
    /// connections (proc_pid_net(5), `tcp`).
    static func isOwn(_ number: CInt, of port: UInt16) -> Bool {
        var (form, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let status = unsafe withUnsafeMutablePointer(to: &form) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getpeername(number, $0, &size) }
        }
        guard status == 0, let table = try? WholeFile("/proc/net/tcp", limit: 16 * 1024 * 1024) else { return false }
        return owner(in: table.bytes, of: UInt16(bigEndian: form.sin_port), to: port) == geteuid()
    }

    /// Returns the user of the connection from one port of 127.0.0.1 to another; `nil` if the table has none that is
    /// established and that a process has.
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

/// Reads what has come, at most 64 KiB; empty at the end, `nil` with the reason in `errno`.
private func read(_ number: CInt) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
    return count < 0 ? nil : Array(chunk[..<count])
}

/// connect(2), whose name is also that of a method.
private func connectSocket(_ socket: CInt, _ form: UnsafePointer<sockaddr>, _ size: socklen_t) -> CInt {
    unsafe connect(socket, form, size) == 0 ? 0 : errno
}
#endif
