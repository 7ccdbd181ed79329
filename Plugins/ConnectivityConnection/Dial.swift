#if os(Linux)
internal import ConnectivityBlocking
internal import ConnectivityCore
internal import Glibc

/// Opens sockets to several addresses and keeps the first that is of use: with TCP the first that connects, with QUIC the
/// first that answers.
///
/// If an address has not answered in 250 ms, the next one is tried in parallel (RFC 8305, section 5).
final class Dial {
    private static let stagger = Duration.milliseconds(250)

    /// What became of the sockets.
    enum Progress {
        /// The descriptor belongs to the caller from now on.
        case open(Int32, IPAddress)
        case answered([UInt32], IPAddress)
        case failed(ProbeFailure)
    }

    private struct Attempt {
        var descriptor: Int32
        var address: IPAddress
        var sent: ContinuousClock.Instant
    }

    private let port: UInt16
    private let interface: String?
    /// The question to send; `nil` with TCP.
    private let question: QUICVersions?
    private var waiting: ArraySlice<IPAddress>
    private var attempts: [Attempt] = []
    private var failures: [ProbeFailure] = []
    private var next: ContinuousClock.Instant = .now

    init(_ addresses: [IPAddress], port: UInt16, through interface: String?, question: QUICVersions?) {
        self.port = port
        self.interface = interface
        self.question = question
        waiting = addresses[...]
    }

    deinit { for attempt in attempts { close(attempt.descriptor) } }

    var sockets: [pollfd] {
        let events = Int16(question == nil ? POLLOUT : POLLIN)
        return attempts.map { pollfd(fd: $0.descriptor, events: events, revents: 0) }
    }

    /// When something is due although no socket is ready.
    var due: ContinuousClock.Instant? {
        let again = question == nil ? [] : attempts.map { $0.sent + Self.stagger }
        return (again + (waiting.isEmpty ? [] : [next])).min()
    }

    /// Tries the addresses that are due, and looks at the sockets.
    /// - Returns: The end; `nil` while nothing is decided.
    func advance(at now: ContinuousClock.Instant) -> Progress? {
        while let address = waiting.first, attempts.isEmpty || next <= now {
            waiting.removeFirst()
            next = now + Self.stagger
            do throws(ProbeFailure) {
                let descriptor = try opened(address)
                do throws(ProbeFailure) {
                    if let question { try send(question, descriptor) }
                } catch {
                    close(descriptor)
                    throw error
                }
                attempts.append(Attempt(descriptor: descriptor, address: address, sent: now))
            } catch {
                failures.append(error)
            }
        }
        for (place, attempt) in attempts.enumerated().reversed() {
            do throws(ProbeFailure) {
                guard let progress = try progress(of: attempt, at: now) else { continue }
                attempts.remove(at: place)
                return progress
            } catch {
                close(attempt.descriptor)
                attempts.remove(at: place)
                failures.append(error)
                // Another address need not wait for its turn.
                next = now
            }
        }
        if !attempts.isEmpty { return nil }
        if !waiting.isEmpty { return advance(at: now) }
        return .failed(
            failures.max { $0.weight < $1.weight } ?? ProbeFailure(.nameLookup, detail: "no address is known")
        )
    }

    private func progress(of attempt: Attempt, at now: ContinuousClock.Instant) throws(ProbeFailure) -> Progress? {
        guard let question else {
            guard try Self.isConnected(attempt.descriptor) else { return nil }
            return .open(attempt.descriptor, attempt.address)
        }
        var datagram = [UInt8](repeating: 0, count: 2_048)
        while true {
            let count = unsafe recv(attempt.descriptor, &datagram, datagram.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN || errno == EINTR { break }
            if count < 0 { throw .ofConnection(errno) }
            if let versions = question.versions(of: datagram[..<count]) {
                close(attempt.descriptor)
                return .answered(versions, attempt.address)
            }
        }
        if now - attempt.sent >= Self.stagger, let place = attempts.firstIndex(where: { $0.address == attempt.address })
        {
            attempts[place].sent = now
            try send(question, attempt.descriptor)
        }
        return nil
    }

    private func send(_ question: QUICVersions, _ descriptor: Int32) throws(ProbeFailure) {
        let count = unsafe Glibc.send(descriptor, question.datagram, question.datagram.count, Int32(MSG_NOSIGNAL))
        // What a firewall of this machine drops is reported only here. Another error comes again when the socket is read, or
        // the packet is lost as any other.
        if count < 0, [EPERM, EACCES].contains(errno) { throw .ofConnection(errno) }
    }

    /// Whether a connection is open; throws if it cannot come about.
    private static func isConnected(_ descriptor: Int32) throws(ProbeFailure) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&entry, 1, 0) > 0 else { return false }
        var number: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let status = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
        if status != 0 || number != 0 { throw .ofConnection(status == 0 ? number : errno) }
        return true
    }

    private func opened(_ address: IPAddress) throws(ProbeFailure) -> Int32 {
        let type = question == nil ? SOCK_STREAM : SOCK_DGRAM
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.socketFamily, Int32(type.rawValue) | flags, 0)
        guard descriptor >= 0 else { throw errno == EAFNOSUPPORT ? .ofConnection(errno) : .system(errno) }
        if let failure = ProbeFailure.binding(descriptor, to: interface) {
            close(descriptor)
            throw failure
        }
        let status = unsafe address.withSocketAddress(port: port) { unsafe connect(descriptor, $0, $1) }
        guard status == 0 || errno == EINPROGRESS else {
            let number = errno
            close(descriptor)
            throw .ofConnection(number)
        }
        return descriptor
    }
}

extension ProbeFailure {
    /// The failure of a connection by the system's error number.
    static func ofConnection(_ number: Int32) -> ProbeFailure {
        let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        return switch number {
        case ECONNREFUSED: ProbeFailure(.connectionRefused, detail: words)
        case ECONNRESET, EPIPE: ProbeFailure(.connectionReset, detail: words)
        case ETIMEDOUT: ProbeFailure(.timedOut(.connect), detail: words)
        case ENODEV: ProbeFailure(.interfaceUnavailable, detail: words)
        // A route that prohibits the destination (ip-route(8)), or a firewall of this machine.
        case EACCES, EPERM: ProbeFailure(.unreachable, detail: words, facts: ["cause": "prohibited"])
        default: Resource(errno: number) == nil ? ProbeFailure(.unreachable, detail: words) : .system(number)
        }
    }

    /// How much the failure of one of several addresses says: an answer of a host more than silence, and silence more than
    /// a missing route, which may affect one address family alone.
    fileprivate var weight: Int {
        switch kind {
        case .connectionRefused: 4
        case .connectionReset: 3
        case .timedOut: 2
        case .interfaceUnavailable: 1
        default: kind.isOwn ? 5 : 0
        }
    }
}
#endif
