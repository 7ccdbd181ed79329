#if canImport(CCares)
import CCares
import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One exchange with name servers over a c-ares channel whose sockets are bound to one interface.
///
/// Used only on the driver's thread. A channel per question costs about 50 µs. In return, ports are fresh, the exchange
/// can end at any moment, no earlier answers can arrive, and c-ares retries without an unsupported extension.
@safe final class CaresExchange {
    /// The timeout in milliseconds for the first server's first answer; c-ares doubles it with each round.
    private static let firstTimeout: Int32 = 1000
    private static let tryCount: Int32 = 3

    /// One socket of the channel, and the events that c-ares waits for on it.
    struct Socket {
        var descriptor: Int32
        var isToRead: Bool
        var isToWrite: Bool
    }

    private let request: NameExchangeRequest
    private let query: DNSQuery
    private let servers: [NameServer]
    private let caveats: [ProbeExchange.Caveat]
    private let wire: CaresSockets
    private let received = ReceivedMessage()
    private var channel: OpaquePointer?

    /// Sets up an exchange; throws if c-ares has no memory.
    init(_ request: NameExchangeRequest) throws(NameExchangeFailure) {
        self.request = request
        var query = request.query
        let sizes = NameExchangeRequest.payloadSizes
        query.payloadSize = query.payloadSize.map { min(max($0, sizes.lowerBound), sizes.upperBound) }
        self.query = query
        unsafe channel = try Self.newChannel(payloadSize: query.payloadSize)

        let requested = request.servers
        // A stub resolver on the device chooses its servers itself, so it is not a name server of the interface.
        let known =
            unsafe requested.isEmpty
            ? Self.servers(of: channel).filter { request.interface == nil || !$0.address.isLoopback } : requested
        servers = NameExchangeRequest.preferred(
            known.filter { request.family == nil || $0.address.family == request.family }
        )
        let areHere = servers.first?.address.isLoopback == true
        caveats =
            servers.isEmpty
            ? [] : (requested.isEmpty ? [.systemNameServers] : []) + (areHere ? [.localNameServer] : [])
        // The device's own addresses are reachable only through the loopback interface.
        wire = CaresSockets(interface: areHere ? nil : request.interface)
    }

    deinit { close() }

    /// Closes every socket; no further answer can arrive.
    func close() {
        guard let channel = unsafe channel else { return }
        unsafe self.channel = nil
        // This calls back if there is no answer yet.
        unsafe ares_destroy(channel)
    }

    func ask() {
        // Without given servers, c-ares would ask 127.0.0.1.
        guard let channel = unsafe channel, !servers.isEmpty else { return }
        let status = unsafe setServers(of: channel)
        guard status == ccares_success else {
            received.status = status
            return
        }
        unsafe wire.attach(to: channel)
        let bytes = query.bytes
        let context = unsafe Unmanaged.passUnretained(received).toOpaque()
        unsafe ares_send(channel, bytes, Int32(bytes.count), receiveMessage, context)
    }

    /// Returns the outcome of the question; `nil` while it is pending.
    func outcome(at now: ContinuousClock.Instant) -> Result<DNSReply, NameExchangeFailure>? {
        if servers.isEmpty { return .failure(.noServer) }
        guard let status = received.status else {
            // Servers that refuse are not asked again: that shows nothing new, and the rate of such reports is limited.
            if wire.lastDatagram.isEmpty, wire.refusingCount >= servers.count { return .failure(failure(wire.error)) }
            return request.deadline <= now ? .failure(silence) : nil
        }
        if status == ccares_timed_out { return .failure(silence) }
        guard status == ccares_success else {
            let isKnown = wire.bindingError != 0 || wire.error != 0
            return .failure(isKnown ? failure(wire.error) : .library(status))
        }
        do throws(DNSReply.Fault) {
            return .success(try DNSReply(received.bytes, to: query))
        } catch {
            return .failure(.malformed(error))
        }
    }

    /// Closes every socket and returns the outcome with the known server and transport.
    func end(_ outcome: Result<DNSReply, NameExchangeFailure>) -> NameExchange {
        defer { close() }
        return NameExchange(
            outcome: outcome,
            server: received.server,
            transport: received.transport,
            asked: servers,
            caveats: caveats
        )
    }

    /// Returns the time in which nothing needs to be done unless a socket is ready.
    func remainingTime(at now: ContinuousClock.Instant) -> Duration {
        let untilEnd = request.deadline - now
        var time = timeval()
        guard received.status == nil, let channel = unsafe channel, unsafe ares_timeout(channel, nil, &time) != nil
        else {
            return received.status == nil && !servers.isEmpty ? untilEnd : .zero
        }
        return min(untilEnd, .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec)))
    }

    var sockets: [Socket] {
        guard let channel = unsafe channel else { return [] }
        var descriptors = [ares_socket_t](repeating: -1, count: Int(ARES_GETSOCK_MAXNUM))
        let bits = UInt32(bitPattern: unsafe ares_getsock(channel, &descriptors, ARES_GETSOCK_MAXNUM))
        return descriptors.indices.compactMap { index in
            let isToRead = bits & 1 << UInt32(index) != 0
            let isToWrite = bits & 1 << UInt32(index + descriptors.count) != 0
            return isToRead || isToWrite
                ? Socket(descriptor: descriptors[index], isToRead: isToRead, isToWrite: isToWrite) : nil
        }
    }

    func process(_ descriptor: Int32, canRead: Bool, canWrite: Bool) {
        guard let channel = unsafe channel else { return }
        let none: ares_socket_t = -1
        received.descriptor = descriptor
        unsafe ares_process_fd(channel, canRead ? descriptor : none, canWrite ? descriptor : none)
    }

    /// Asks again, or asks the next server, if the time for an answer has passed.
    func processTimeouts() { process(-1, canRead: false, canWrite: false) }

    /// The failure if no answer arrived in time.
    ///
    /// c-ares drops messages that do not match the question, and continues to wait.
    private var silence: NameExchangeFailure {
        if wire.bindingError != 0 { return .interfaceUnavailable(wire.bindingError) }
        guard !wire.lastDatagram.isEmpty else { return .noAnswer }
        do throws(DNSReply.Fault) {
            // The reply was truncated or showed no support for the extension; the following attempt had no answer.
            _ = try DNSReply(wire.lastDatagram, to: query)
            return .noAnswer
        } catch {
            return .malformed(error)
        }
    }

    private func failure(_ error: Int32) -> NameExchangeFailure {
        if wire.bindingError != 0 { return .interfaceUnavailable(wire.bindingError) }
        switch error {
        case ECONNREFUSED: return .connectionRefused
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EACCES, EPERM: return .unreachable(error)
        default: return NameExchangeFailure(errno: error)
        }
    }

    private static func newChannel(payloadSize: UInt16?) throws(NameExchangeFailure) -> OpaquePointer {
        var options = unsafe ares_options()
        // Replies with every code are delivered, and c-ares reads no settings that the question does not need.
        unsafe options.flags = ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES | ARES_FLAG_NOCHECKRESP
        unsafe options.timeout = firstTimeout
        unsafe options.tries = tryCount
        unsafe options.ndomains = 0
        var mask = ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_DOMAINS | ARES_OPT_NOROTATE
        if let payloadSize {
            unsafe options.flags |= ARES_FLAG_EDNS
            unsafe options.ednspsz = Int32(payloadSize)
            mask |= ARES_OPT_EDNSPSZ
        }
        var channel: OpaquePointer?
        let status = isLibraryReady ? unsafe ares_init_options(&channel, &options, mask) : ccares_not_initialized
        if status == ccares_success, let channel = unsafe channel { return unsafe channel }
        if status == ccares_no_memory { throw .shortage(.memory) }
        // c-ares does not report why it could not read its files.
        if status == ccares_no_file, ProbeFailure.Resource.isShortOfDescriptors { throw .shortage(.descriptors) }
        throw .library(status)
    }

    private func setServers(of channel: OpaquePointer) -> Int32 {
        let nodes = UnsafeMutableBufferPointer<ares_addr_port_node>.allocate(capacity: servers.count)
        defer { unsafe nodes.deallocate() }
        for (index, server) in servers.enumerated() {
            var node = unsafe ares_addr_port_node()
            unsafe node.family = server.address.family == .ipv4 ? AF_INET : AF_INET6
            unsafe withUnsafeMutableBytes(of: &node.addr) { unsafe $0.copyBytes(from: server.address.bytes) }
            unsafe (node.udp_port, node.tcp_port) = (Int32(server.port), Int32(server.port))
            unsafe nodes.initializeElement(at: index, to: node)
            if index > 0 { unsafe nodes[index - 1].next = nodes.baseAddress.map { unsafe $0 + index } }
        }
        return unsafe ares_set_servers_ports(channel, nodes.baseAddress)
    }

    /// Returns the system's name servers, as c-ares reads them from `/etc/resolv.conf`.
    private static func servers(of channel: OpaquePointer?) -> [NameServer] {
        guard let channel = unsafe channel else { return [] }
        var first: UnsafeMutablePointer<ares_addr_port_node>?
        guard unsafe ares_get_servers_ports(channel, &first) == ccares_success else { return [] }
        defer { unsafe ares_free_data(first) }
        var servers: [NameServer] = []
        var next = unsafe first
        while let node = unsafe next {
            let bytes = unsafe withUnsafeBytes(of: &node.pointee.addr) { unsafe Array($0) }
            let count = unsafe node.pointee.family == AF_INET ? 4 : 16
            let port = unsafe UInt16(exactly: node.pointee.udp_port) ?? 0
            if let address = IPAddress(bytes: bytes.prefix(count)) {
                servers.append(NameServer(address, port: port == 0 ? 53 : port))
            }
            unsafe next = node.pointee.next
        }
        return servers
    }
}

/// c-ares' global state: set up once per process, and never torn down because other code may use it too.
private let isLibraryReady = ares_library_init(ARES_LIB_INIT_ALL) == ccares_success
#endif
