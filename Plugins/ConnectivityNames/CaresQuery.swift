#if Cares
internal import CCares
internal import ConnectivityCore
internal import ConnectivitySupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// One lookup under way: owns a channel of c-ares, whose sockets are bound to one interface, and nothing else has.
///
/// Belongs to the driver's thread. A channel for each lookup costs some 50 µs, and buys fresh ports and numbers that
/// nobody can guess from an earlier lookup, an end at any moment, and no answer from before.
@safe final class CaresQuery {
    /// How long the other family is waited for (RFC 8305, section 3).
    private static let resolutionDelay = Duration.milliseconds(50)
    /// The wait for the first server's first answer; c-ares doubles it with each round.
    private static let firstTimeout: Int32 = 1000
    private static let tryCount: Int32 = 3

    /// One socket of the channel, and what c-ares waits for on it.
    struct Socket {
        var descriptor: Int32
        var isToRead: Bool
        var isToWrite: Bool
    }

    let caveats: [PathCaveat]
    var continuation: CheckedContinuation<NameAnswer, Never> { job.continuation }

    private let job: CaresJob
    private let deadline: ContinuousClock.Instant
    private let servers: [IPAddress]
    private let binding: SocketBinding
    private let answers: [FamilyAnswer]
    private var channel: OpaquePointer?
    private var firstAnswer: ContinuousClock.Instant?

    /// Sets a lookup up.
    ///
    /// Throws where c-ares has no memory.
    init(_ job: CaresJob) throws(ProbeFailure) {
        self.job = job
        deadline = job.submitted + job.lookup.limit
        answers = job.lookup.families.map(FamilyAnswer.init)
        unsafe channel = try Self.newChannel()

        let told = job.lookup.servers
        let known = unsafe told.isEmpty ? Self.servers(of: channel).filter { !$0.isLoopback } : told
        servers = NameLookup.preferred(known)
        let areHere = servers.first?.isLoopback == true
        caveats =
            servers.isEmpty
            ? [] : (told.isEmpty ? [.nameServersOfMachine] : []) + (areHere ? [.nameServerOnMachine] : [])
        // Nothing comes to the machine itself through another interface than its loopback.
        binding = SocketBinding(areHere ? nil : job.lookup.interface)
    }

    deinit { close() }

    /// Closes every socket; nothing comes any more.
    func close() {
        guard let channel = unsafe channel else { return }
        unsafe self.channel = nil
        // Calls back for each question without an answer.
        unsafe ares_destroy(channel)
    }

    /// Sends the questions.
    func ask() {
        // There is nobody to ask; without servers given c-ares would ask 127.0.0.1.
        guard let channel = unsafe channel, !servers.isEmpty else { return }
        // Without brackets, which c-ares takes as the beginning of a port too (ares_set_servers_csv(3)).
        let list = servers.map(\.description).joined(separator: ",")
        guard unsafe ares_set_servers_csv(channel, list) == ccares_success else {
            for answer in answers { answer.status = ccares_no_memory }
            return
        }
        let bindingContext = unsafe Unmanaged.passUnretained(binding).toOpaque()
        unsafe ares_set_socket_configure_callback(channel, configureSocket, bindingContext)
        for answer in answers {
            var hints = ares_addrinfo_hints()
            hints.ai_flags = ARES_AI_NOSORT
            hints.ai_family = answer.family == .ipv4 ? AF_INET : AF_INET6
            let context = unsafe Unmanaged.passUnretained(answer).toOpaque()
            unsafe ares_getaddrinfo(channel, job.lookup.name, nil, &hints, receiveAnswer, context)
        }
    }

    /// What came of the lookup; `nil` while it goes on.
    func result(at now: ContinuousClock.Instant) -> Result<[IPAddress], ProbeFailure>? {
        if servers.isEmpty { return .success([]) }
        let addresses = answers.flatMap(\.addresses)
        if !addresses.isEmpty, firstAnswer == nil { firstAnswer = now }
        let hasEnded = answers.allSatisfy { $0.status != nil }
        let isSettled = firstAnswer.map { $0 + Self.resolutionDelay <= now } ?? false
        guard hasEnded || isSettled || deadline <= now else { return nil }
        return addresses.isEmpty ? .failure(failure) : .success(addresses)
    }

    /// How long nothing need be done unless a socket is ready.
    func patience(at now: ContinuousClock.Instant) -> Duration {
        var times = [deadline - now]
        if let firstAnswer { times.append(firstAnswer + Self.resolutionDelay - now) }
        var time = timeval()
        if let channel = unsafe channel, unsafe ares_timeout(channel, nil, &time) != nil {
            times.append(.seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec)))
        }
        return times.min() ?? .zero
    }

    /// The sockets to wait for.
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
        unsafe ares_process_fd(channel, canRead ? descriptor : none, canWrite ? descriptor : none)
    }

    /// Asks again, or the next server, where the time for an answer has passed.
    func processTimeouts() { process(-1, canRead: false, canWrite: false) }

    private var failure: ProbeFailure {
        if binding.error != 0 {
            let detail = DeviceBinding.explanation(of: binding.error, for: job.lookup.interface)
            return ProbeFailure(.interfaceUnavailable, detail: detail)
        }
        let statuses = answers.compactMap(\.status)
        guard let status = statuses.first(where: { $0 != ccares_timed_out }) else {
            let asked = servers.map(\.description).joined(separator: ", ")
            return ProbeFailure(.timedOut(.nameLookup), detail: "no answer from \(asked)")
        }
        let detail = unsafe ares_strerror(status).map { unsafe String(cString: $0) } ?? "status \(status)"
        return ProbeFailure(.nameLookup, detail: detail)
    }

    private static func newChannel() throws(ProbeFailure) -> OpaquePointer {
        var options = unsafe ares_options()
        // The name as it is, and no aliases out of the environment.
        unsafe options.flags = ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES
        unsafe options.timeout = firstTimeout
        unsafe options.tries = tryCount
        unsafe options.ndomains = 0
        // "b" is the name servers, "f" would be the file of hosts.
        var lookups = Array("b".utf8CString)
        let mask =
            ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_DOMAINS | ARES_OPT_LOOKUPS
            | ARES_OPT_NOROTATE
        var channel: OpaquePointer?
        let status = unsafe lookups.withUnsafeMutableBufferPointer { text in
            unsafe options.lookups = text.baseAddress
            return isLibraryReady ? unsafe ares_init_options(&channel, &options, mask) : ccares_not_initialized
        }
        guard status == ccares_success, let channel = unsafe channel else {
            let detail = unsafe ares_strerror(status).map { unsafe String(cString: $0) } ?? ""
            throw ProbeFailure(.other(code: Int(status)), detail: "c-ares cannot be set up: \(detail)")
        }
        return unsafe channel
    }

    /// The name servers of the machine, as c-ares reads them from `/etc/resolv.conf`.
    private static func servers(of channel: OpaquePointer?) -> [IPAddress] {
        guard let channel = unsafe channel else { return [] }
        var first: UnsafeMutablePointer<ares_addr_node>?
        guard unsafe ares_get_servers(channel, &first) == ccares_success else { return [] }
        defer { unsafe ares_free_data(first) }
        var servers: [IPAddress] = []
        var next = unsafe first
        while let node = unsafe next {
            let bytes = unsafe withUnsafeBytes(of: &node.pointee.addr) { unsafe Array($0) }
            let count = unsafe node.pointee.family == AF_INET ? 4 : 16
            if let address = IPAddress(bytes: bytes.prefix(count)) { servers.append(address) }
            unsafe next = node.pointee.next
        }
        return servers
    }
}

/// The interface that every socket of a channel is bound to; `nil` for the machine itself.
private final class SocketBinding {
    let interface: String?
    var error: Int32 = 0

    init(_ interface: String?) { self.interface = interface }
}

/// Any result below zero closes the socket unused.
///
/// `ares_set_local_dev(3)` is no means for this: c-ares goes on with a socket that could not be bound.
private func configureSocket(_ descriptor: ares_socket_t, _ type: Int32, _ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return -1 }
    let binding = unsafe Unmanaged<SocketBinding>.fromOpaque(context).takeUnretainedValue()
    guard let interface = binding.interface else { return 0 }
    let error = DeviceBinding.bind(descriptor, to: interface)
    if error != 0 { binding.error = error }
    return error == 0 ? 0 : -1
}

/// c-ares' own global state: set up once in a process, and never torn down because others may use it too.
private let isLibraryReady = ares_library_init(ARES_LIB_INIT_ALL) == ccares_success
#endif
